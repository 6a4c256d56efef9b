import { afterAll, expect, test, vi } from 'vitest';
import { startWorkerProcess, type WorkerProcess } from '../kit/processes.ts';
import { setUpChangeSets } from './change-set-client.ts';
import { addManyUpdates, createManyCities } from './many-items.ts';

/** How many releases are killed: `KILLED_RELEASES=200 npx vitest run test/change-sets/killed-release.test.ts` */
const KILLS = Number(process.env.KILLED_RELEASES ?? 3);
const ITEMS = 60;
const WAIT_OPTIONS = { timeout: 60_000, interval: 2 };

// many rounds run beside other work, which makes single requests slow
const sets = await setUpChangeSets(undefined, { answerMs: 60_000 });
const { service, editor, reviewer } = sets;
const { db } = service;
let worker: WorkerProcess | undefined;
afterAll(() => worker?.kill());

const expectThat = (isSo: () => Promise<boolean>) =>
  vi.waitFor(async () => {
    if (!(await isSo())) throw new Error('not yet');
  }, WAIT_OPTIONS);

/** Reads how often the set was written to the log, and to how many records. */
async function readWrites(changeSetId: number, ids: number[]) {
  const [logged] = await db('data_log').where({ change_set_id: changeSetId }).count({ n: '*' });
  const [renamed] = await db('city').whereIn('id', ids).where({ name: 'Released', version: 2 }).count({ n: '*' });
  return { logged: Number(logged?.n), renamed: Number(renamed?.n) };
}

test(
  'a worker that is killed while it releases a set leaves it released once or not at all',
  async () => {
    const statuses = new Map<string, number>();
    worker = await startWorkerProcess(service.databaseUrl);
    for (let round = 0; round < KILLS; round++) {
      const ids = await createManyCities(service, `K${String(round).padStart(3, '0')}`, ITEMS);
      const { id } = await sets.create();
      await addManyUpdates(service, id, ids, { name: 'Released' });
      const dated = await sets.setDate(editor, await sets.get(id), '2099-04-06');
      const submitted = await sets.transition(editor, dated, { event: 'submit' });
      await sets.transition(reviewer, submitted, { event: 'approve' });
      await db('change_set')
        .where({ id })
        .update({ due_time: new Date(0) });
      // whoever releases the set has locked its row
      await expectThat(async () => {
        const free = await db('change_set').where({ id }).forUpdate().skipLocked().first('status');
        return free?.status !== 'scheduled';
      });
      await worker.kill();
      // waits until the database has rolled back what the worker left
      const { status } = await db.transaction((trx) => trx('change_set').where({ id }).forUpdate().first('status'));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const written = status === 'released' ? ITEMS : 0;
      expect([status, await readWrites(id, ids)]).toEqual([status, { logged: written, renamed: written }]);

      await db('task')
        .where('status', 'running')
        .update({ claimed_until: new Date(0) });
      worker = await startWorkerProcess(service.databaseUrl);
      await expectThat(async () => (await sets.get(id)).status === 'released');
      expect(await readWrites(id, ids)).toEqual({ logged: ITEMS, renamed: ITEMS });
    }
    expect([...statuses.keys()].every((status) => status === 'scheduled' || status === 'released')).toBe(true);
    if (KILLS > 3) process.stdout.write(`killed releases: ${JSON.stringify(Object.fromEntries(statuses))}\n`);
  },
  KILLS * 60_000,
);
