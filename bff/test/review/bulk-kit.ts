import { expect } from 'vitest';
import { createSettings } from '../../src/config/settings.ts';
import { createCrudContext } from '../../src/create-crud.ts';
import { prepareManyValues } from '../../src/crud/prepare.ts';
import { addContributors } from '../../src/crud/review/second-person.ts';
import { insertRecords } from '../../src/crud/store.ts';
import { transact } from '../../src/database/database.ts';
import { airport } from '../../src/entities/airport.ts';
import type { Schemas } from '../../src/http/contract.ts';
import type { Runner, RunnerOptions } from '../../src/tasks/runner.ts';
import { createTaskKinds } from '../../src/worker/task-kinds.ts';
import type { Client } from '../kit/client.ts';
import { completeBodies } from '../kit/complete-bodies.ts';
import type { Service } from '../kit/service.ts';
import type { createTaskHelpers } from '../tasks/test-tasks.ts';

export type TaskRun = RunnerOptions['kinds'][string]['run'];
type BulkChange = Schemas['BulkChange'];

/** Starts, runs and reads actions on all airports that match. */
export async function createBulkKit(service: Service, tasks: ReturnType<typeof createTaskHelpers>) {
  const reviewer = await service.as('reviewer');
  const { run: runBulkChange } = createTaskKinds({
    crud: createCrudContext(service.db),
    settings: createSettings(service.db),
    readListenAddresses: async () => [],
    importProcesses: service.importProcesses,
  }).bulkChange;
  let codeCount = 0;

  /** Creates pending airports named after a group, in the way of an editor. */
  async function createAirports(group: string, count: number): Promise<number[]> {
    const { id: editorId } = await service.db('user').where('username', 'editor').first('id');
    const actor = { id: editorId, username: 'editor' };
    return transact(service.db, async (trx) => {
      const ids: number[] = [];
      for (let offset = 0; offset < count; offset += 500) {
        const drafts = Array.from({ length: Math.min(500, count - offset) }, (_, n) => ({
          body: { ...completeBodies.Airport(`BULK${codeCount++}`), name: `${group} ${offset + n}` },
          writing: { actor },
        }));
        const written = await insertRecords(trx, airport, await prepareManyValues(trx, airport, drafts), {
          action: 'create',
          actor,
        });
        ids.push(...written.map(({ record }) => record.id));
      }
      await addContributors(trx, 'airport', ids, [editorId]);
      return ids;
    });
  }

  const start = async (client: Client, name: string, body: Schemas['BulkMatching']): Promise<BulkChange> => {
    return (await client.ok('bulkMatchingAirports', { query: { name }, body }, 202)).bulkChange;
  };
  const read = async ({ id }: Pick<BulkChange, 'id'>, client = reviewer): Promise<BulkChange> => {
    return (await client.ok('getBulkChange', { path: { id } })).bulkChange;
  };
  /** Lets a worker do what is queued, and returns the report. */
  async function finish(
    bulkChange: BulkChange,
    run: (context: Parameters<TaskRun>[0], runner: Runner) => ReturnType<TaskRun> = runBulkChange,
  ): Promise<BulkChange> {
    const runner: Runner = tasks.createTestRunner({ bulkChange: { run: (context) => run(context, runner) } });
    await runner.round();
    await expect.poll(async () => (await tasks.readRow(bulkChange.id)).end_time, { timeout: 30_000 }).not.toBeNull();
    await runner.stop();
    return read(bulkChange);
  }

  return { createAirports, start, read, finish, runBulkChange };
}

export type BulkKit = Awaited<ReturnType<typeof createBulkKit>>;
