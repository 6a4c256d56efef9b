import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCrudContext } from '../../src/create-crud.ts';
import { prepareManyValues } from '../../src/crud/prepare.ts';
import { insertRecords } from '../../src/crud/store.ts';
import { transact } from '../../src/database/database.ts';
import { airport } from '../../src/entities/airport.ts';
import type { Schemas } from '../../src/http/contract.ts';
import { enqueue } from '../../src/tasks/queue.ts';
import { referenceUpdate } from '../../src/worker/tasks/reference-update.ts';
import { sequenceAll } from '../feed/changes.ts';
import { completeBodies } from '../kit/complete-bodies.ts';
import { createRelatedClients } from '../kit/related-entities.ts';
import { type Service, startService } from '../kit/service.ts';
import { createSubscriberClient } from '../sync/subscribers.ts';
import { createTaskHelpers } from '../tasks/test-tasks.ts';

let clients: ReturnType<typeof createRelatedClients>;
let service: Service;
beforeAll(async () => {
  service = await startService();
  clients = createRelatedClients(service);
  await sequenceAll(service.db);
});
afterAll(() => service.stop());

describe('more referrers than one transaction should write', () => {
  const createReferrers = async (count: number) => {
    const city = await clients.cities.createPending();
    const ids: number[] = [];
    await transact(service.db, async (trx) => {
      const actor = { id: null, username: 'system' };
      for (let offset = 0; offset < count; offset += 500) {
        const drafts = Array.from({ length: Math.min(500, count - offset) }, (_, n) => ({
          body: { ...completeBodies.Airport(`M${city.id}-${offset + n}`), city: city.code },
          writing: { actor },
        }));
        const insertedRecords = await insertRecords(trx, airport, await prepareManyValues(trx, airport, drafts), {
          action: 'create',
          actor,
        });
        ids.push(...insertedRecords.map(({ record }) => record.id));
      }
    });
    return { city, ids };
  };
  const distinctVersions = (ids: number[]) =>
    service.db('airport').whereIn('id', ids).distinct('version').pluck('version');
  const countReferenceChanges = async (ids: number[]) => {
    const rows = service.db('data_log').where({ entity: 'airport', action: 'reference' }).whereIn('record_id', ids);
    return Number((await rows.count({ n: '*' }).first())?.n);
  };

  /** What the dry run of a rename says that subscribers would receive. */
  async function expectPredictedDeliveries(city: Schemas['City'], airports: number) {
    const subscribers = await createSubscriberClient(service);
    const all = await subscribers.create({ entities: ['city', 'airport'] });
    const pending = await subscribers.create({
      entities: ['airport'],
      filter: { statuses: ['pending'], countries: ['CN'] },
    });
    await subscribers.create({ entities: ['airport'], filter: { countries: ['JP'] } });
    await subscribers.create({ entities: ['airport'], filter: { statuses: ['active'] } });
    const rows = [{ id: city.id, version: city.version, changes: { code: `${city.code}X` } }];
    const admin = await service.as('admin');
    const { impact } = await admin.ok('dryRunCities', { body: { rows, impact: true } });
    expect(impact?.referenceVersions).toEqual({ total: airports, totals: { airport: airports } });
    expect(impact?.subscribers.items).toEqual([
      { id: all.id, name: all.name, enter: 0, update: airports + 1, leave: 0 },
      { id: pending.id, name: pending.name, enter: 0, update: airports, leave: 0 },
    ]);
  }

  test('are written in the transaction of the rename if they are few, with a number of statements that does not depend on them', async () => {
    // The first rename fills the caches of the service.
    await clients.changeCode(clients.cities, (await createReferrers(1)).city);
    const [fewReferrers, twiceAsMany] = [await createReferrers(50), await createReferrers(100)];
    const countStatements = (city: Schemas['City']) =>
      service.statementsDuring(() => clients.changeCode(clients.cities, city));
    expect((await countStatements(twiceAsMany.city)) - (await countStatements(fewReferrers.city))).toBeLessThan(10);
    expect([await distinctVersions(fewReferrers.ids), await distinctVersions(twiceAsMany.ids)]).toEqual([[2], [2]]);
  });

  test('are each written once by a task that was queued with the rename, even if its worker dies', async () => {
    const tasks = createTaskHelpers(service.db);
    const { city, ids } = await createReferrers(2001);
    await expectPredictedDeliveries(city, ids.length);
    const renamedCity = await clients.changeCode(clients.cities, city);
    expect(await distinctVersions(ids)).toEqual([1]);
    const queuedTask = await service.db('task').where({ kind: 'referenceUpdate', status: 'queued' }).first('id');
    const admin = await service.as('admin');
    const fetchTask = async () => (await admin.ok('getTask', { path: { id: queuedTask.id } })).task;
    expect(await fetchTask()).toMatchObject({ params: { entity: 'city' }, createdBy: 'editor', progress: 0 });
    // The worker dies after the first chunk, which stays committed together with the progress.
    const taskKind = referenceUpdate(createCrudContext(service.db));
    const dyingRunner = tasks.createTestRunner({
      referenceUpdate: {
        run: (context) => {
          const progress: typeof context.progress = async (doneCount, ...otherArguments) => {
            if (doneCount > 500) throw new Error('dead');
            await context.progress(doneCount, ...otherArguments);
          };
          return taskKind.run({ ...context, progress }).catch(() => new Promise<never>(() => undefined));
        },
      },
    });
    await dyingRunner.round();
    await expect.poll(async () => (await fetchTask()).progress).toBe(500);
    expect(await countReferenceChanges(ids)).toBe(500);
    await tasks.expireLease(queuedTask.id);
    // The task must skip an airport that was saved meanwhile and one that now refers to another city.
    const [, , , ...laterIds] = ids;
    const [changedId = 0, movedId = 0] = laterIds.slice(-2);
    const record = (await clients.airports.get(changedId)).record;
    await clients.airports.update(record, { name: 'Changed meanwhile' });
    await clients.airports.update((await clients.airports.get(movedId)).record, { city: 'BJS' });
    const runner = tasks.createTestRunner({ referenceUpdate: taskKind });
    await runner.round();
    await expect.poll(async () => (await fetchTask()).status, { timeout: 30_000 }).toBe('done');
    expect(await fetchTask()).toMatchObject({ progress: 2000, total: 2001, result: { records: 1999 } });
    expect([await distinctVersions(ids), await countReferenceChanges(ids)]).toEqual([[2], 1999]);
    expect(await clients.lastChange(clients.airports, { id: ids[0] ?? 0 })).toMatchObject({
      action: 'reference',
      actor: 'editor',
      before: { city: city.code },
      after: { city: renamedCity.code },
    });
    expect(await clients.lastChange(clients.airports, { id: changedId })).toMatchObject({ action: 'update' });
  }, 60_000);

  test('count once each in the progress of the task, also if they refer to several renamed records', async () => {
    const tasks = createTaskHelpers(service.db);
    const airports = [await clients.airports.createPending(), await clients.airports.createPending()];
    await clients.trainStations.createPending({
      airports: airports.map(({ code }, index) => ({ airport: code, distance: 3 + index })),
    });
    const renames = airports.map(({ id }) => ({
      kind: 'airport',
      id,
      from: 'OLD',
      actor: { id: null, username: 'x' },
    }));
    const id = await enqueue(service.db, {
      kind: 'referenceUpdate',
      params: { entity: 'airport', details: { renames } },
      by: 'x',
    });
    await tasks.createTestRunner({ referenceUpdate: referenceUpdate(createCrudContext(service.db)) }).round();
    await expect.poll(() => tasks.readRow(id)).toMatchObject({ status: 'done', progress: 1, total: 1 });
  });
});
