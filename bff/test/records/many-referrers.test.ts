import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCrud } from '../../src/create-crud.ts';
import { prepareManyValues } from '../../src/crud/prepare.ts';
import { insertRecords } from '../../src/crud/store.ts';
import { transact } from '../../src/database.ts';
import { airport } from '../../src/entities/airport.ts';
import type { Schemas } from '../../src/http/contract.ts';
import { referenceUpdate } from '../../src/worker/tasks/reference-update.ts';
import { sequenceAll } from '../feed/changes.ts';
import { completeBodies } from '../kit/complete-bodies.ts';
import { createRelatedKinds } from '../kit/renames.ts';
import { type Service, startService } from '../kit/service.ts';
import { createTaskHelpers } from '../tasks/test-tasks.ts';

let all: ReturnType<typeof createRelatedKinds>;
let service: Service;
beforeAll(async () => {
  service = await startService();
  all = createRelatedKinds(service);
  await sequenceAll(service.db);
});
afterAll(() => service.stop());

describe('more referrers than one transaction should write', () => {
  const many = async (count: number) => {
    const city = await all.cities.createPending();
    const ids: number[] = [];
    await transact(service.db, async (trx) => {
      const actor = { id: null, username: 'system' };
      for (let at = 0; at < count; at += 500) {
        const drafts = Array.from({ length: Math.min(500, count - at) }, (_, n) => ({
          body: { ...completeBodies.Airport(`M${city.id}-${at + n}`), city: city.code },
          writing: { actor },
        }));
        const made = await insertRecords(trx, airport, await prepareManyValues(trx, airport, drafts), {
          action: 'create',
          actor,
        });
        ids.push(...made.map(({ record }) => record.id));
      }
    });
    return { city, ids };
  };
  const versions = (ids: number[]) => service.db('airport').whereIn('id', ids).distinct('version').pluck('version');
  const referencesOf = async (ids: number[]) => {
    const rows = service.db('data_log').where({ entity: 'airport', action: 'reference' }).whereIn('record_id', ids);
    return Number((await rows.count({ n: '*' }).first())?.n);
  };

  test('few are written by a number of statements that does not grow with each', async () => {
    // the first rename also reads what the service caches
    await all.rename(all.cities, (await many(1)).city);
    const [few, some] = [await many(50), await many(100)];
    const statements = (city: Schemas['City']) => service.statementsDuring(() => all.rename(all.cities, city));
    expect((await statements(some.city)) - (await statements(few.city))).toBeLessThan(10);
    expect([await versions(few.ids), await versions(some.ids)]).toEqual([[2], [2]]);
  });

  test('are written by a task, which was queued with the rename, each once, though its worker dies', async () => {
    const tasks = createTaskHelpers(service.db);
    const { city, ids } = await many(2001);
    const renamed = await all.rename(all.cities, city);
    expect(await versions(ids)).toEqual([1]);
    const queued = await service.db('task').where({ kind: 'referenceUpdate', status: 'queued' }).first('id');
    const admin = await service.as('admin');
    const shown = async () => (await admin.ok('getTask', { path: { id: queued.id } })).task;
    expect(await shown()).toMatchObject({ params: { entity: 'city' }, createdBy: 'editor', progress: 0 });
    // a worker that dies after a chunk: what it had committed stays, with how far it was
    const kind = referenceUpdate(createCrud(service.db));
    const dying = tasks.createTestRunner({
      referenceUpdate: {
        run: (context) => {
          const progress: typeof context.progress = async (done, ...rest) => {
            if (done > 500) throw new Error('dead');
            await context.progress(done, ...rest);
          };
          return kind.run({ ...context, progress }).catch(() => new Promise<never>(() => undefined));
        },
      },
    });
    await dying.round();
    await expect.poll(async () => (await shown()).progress).toBe(500);
    expect(await referencesOf(ids)).toBe(500);
    await tasks.expireLease(queued.id);
    // one that somebody changes meanwhile, and one that refers to the city no more, are none of its business
    const [, , , ...rest] = ids;
    const [changed = 0, moved = 0] = rest.slice(-2);
    const one = (await all.airports.get(changed)).record;
    await all.airports.update(one, { name: 'Changed meanwhile' });
    await all.airports.update((await all.airports.get(moved)).record, { city: 'BJS' });
    const runner = tasks.createTestRunner({ referenceUpdate: kind });
    await runner.round();
    await expect.poll(async () => (await shown()).status, { timeout: 30_000 }).toBe('done');
    expect(await shown()).toMatchObject({ progress: 2000, total: 2001, result: { records: 1999 } });
    expect([await versions(ids), await referencesOf(ids)]).toEqual([[2], 1999]);
    expect(await all.lastChange(all.airports, { id: ids[0] ?? 0 })).toMatchObject({
      action: 'reference',
      actor: 'editor',
      before: { city: city.code },
      after: { city: renamed.code },
    });
    expect(await all.lastChange(all.airports, { id: changed })).toMatchObject({ action: 'update' });
  }, 60_000);
});
