import { vi } from 'vitest';
import { type ItemDraft, toItemColumns } from '../../src/change-sets/set-items.ts';
import { createSettings } from '../../src/config/settings.ts';
import { createCrudContext } from '../../src/create-crud.ts';
import { prepareManyValues } from '../../src/crud/prepare.ts';
import { fieldsOf, lockRecords } from '../../src/crud/rows.ts';
import { insertRecords } from '../../src/crud/store.ts';
import { transact } from '../../src/database/database.ts';
import { city } from '../../src/entities/city.ts';
import { createRunner, type Runner } from '../../src/tasks/runner.ts';
import { createTaskKinds } from '../../src/worker/task-kinds.ts';
import type { Service } from '../kit/service.ts';
import { silentLog } from '../kit/silent-log.ts';

const BATCH_ROWS = 500;

/** Creates a runner of the tasks of a service. */
export const createSetRunner = ({ db, importProcesses }: Service): Runner =>
  createRunner({
    db,
    log: silentLog,
    kinds: createTaskKinds({
      crud: createCrudContext(db),
      settings: createSettings(db),
      readListenAddresses: async () => [],
      importProcesses,
    }),
  });

/** Runs rounds until no task is open. */
export async function runAllTasks({ db }: Service, runner: Runner, timeout = 60_000): Promise<void> {
  const readOpen = async () => {
    await runner.round();
    return db('task').whereIn('status', ['queued', 'running']).pluck('id');
  };
  await vi.waitFor(
    async () => {
      if ((await readOpen()).length > 0) throw new Error('tasks are open');
    },
    { timeout, interval: 20 },
  );
}

/** Creates active cities without requests, and returns their ids. */
export function createManyCities({ db }: Service, prefix: string, count: number): Promise<number[]> {
  const actor = { id: null, username: 'system' };
  return transact(db, async (trx) => {
    const ids: number[] = [];
    for (let at = 0; at < count; at += BATCH_ROWS) {
      const drafts = Array.from({ length: Math.min(BATCH_ROWS, count - at) }, (_, n) => ({
        body: { code: `${prefix}${String(at + n).padStart(4, '0')}`, name: `City ${at + n}`, country: 'CN' },
        writing: { actor },
      }));
      const prepared = await prepareManyValues(trx, city, drafts);
      const active = prepared.map((each) => ({ ...each, status: 'active' as const }));
      const written = await insertRecords(trx, city, active, { action: 'create', actor });
      ids.push(...written.map(({ record }) => record.id));
    }
    return ids;
  });
}

/** Adds an update of each of these cities to a set, without requests. */
export function addManyUpdates({ db }: Service, setId: number, ids: number[], values: object): Promise<void> {
  return transact(db, async (trx) => {
    const author = await trx('change_set').where('id', setId).first('author_id', 'author');
    for (let at = 0; at < ids.length; at += BATCH_ROWS) {
      const records = await lockRecords(trx, city, ids.slice(at, at + BATCH_ROWS));
      const rows = [...records.values()].map(({ record, refs }) => {
        const base = { fields: fieldsOf(city, record), refs };
        const draft: ItemDraft = {
          entity: 'city',
          action: 'update',
          recordId: record.id,
          base,
          baseVersion: record.version,
          after: { fields: { ...base.fields, ...values }, refs },
          event: null,
          become: 'active',
        };
        const system = { open: null, time: new Date(), change_set_id: setId };
        return { ...toItemColumns(draft), ...author, ...system };
      });
      await trx('proposal').insert(rows);
    }
    await trx('change_set').where('id', setId).increment('version', 1);
  });
}
