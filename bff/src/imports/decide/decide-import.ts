import type { Crud } from '#crud/model.ts';
import { reportRejection } from '#crud/rejections.ts';
import { fromJson, type Transaction, transact } from '#database';
import { transitions } from '#http/contract.ts';
import type { Request } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { TaskFailure, type TaskResult } from '#tasks/kinds.ts';
import { release, whole } from '../import-reviews.ts';
import { expectReviewer } from '../permission.ts';
import { startWork } from '../start-work.ts';
import { endWork, type ImportTask, type ImportWork, importWork } from '../steps/import-work.ts';
import { workInRounds } from '../steps/rounds.ts';
import { type DoneRow, type Outcome, rowsAfter, sumOf } from '../steps/row-results.ts';
import {
  changeImport,
  contributorsOf,
  expectStatus,
  isWorkOf,
  lockVisibleImport,
  readVisibleImport,
  type StoredImport,
} from '../stored-import.ts';
import { decideCreated } from './decide-created.ts';
import { decideProposed } from './decide-proposed.ts';
import { addCauses, type DecidedRows, type DecideRows } from './deciding.ts';

export interface DecideState {
  /** What rows it is at, and the last of them. */
  outcome: Outcome;
  after: number;
}

/** A chunk's locks are held for well under a second: a proposal takes some statements of its own. */
const passes: { outcome: Outcome; most: number; decide: DecideRows }[] = [
  { outcome: 'created', most: 500, decide: decideCreated },
  { outcome: 'proposed', most: 50, decide: decideProposed },
];

/** Decides on all that an import brought in; what cannot be decided so is left as it is. */
export async function decideImport(crud: Crud, task: ImportTask<DecideState>): Promise<TaskResult> {
  const { db } = task;
  const work = await importWork(crud, task);
  const { id } = work.stored;
  if (!work.over) {
    const done = await decideAll(work, task);
    await releaseRest(work, () => task.progress(done));
    await reportImport(work);
    await endWork(task, id, done, { status: 'applied' });
  }
  const { done, left } = await tallyOf(db, id);
  return { rows: done, left };
}

/** What is left is up to people one by one; what nobody can approve yet goes on waiting with the import until somebody completes it. */
async function releaseRest({ crud, entity, stored, asked }: ImportWork, between: () => Promise<void>): Promise<void> {
  const { event } = asked.decision ?? {};
  if (event === 'approve') await release(crud.db, stored, between, (records) => whole(entity, records));
  if (event === 'reject') await release(crud.db, stored, between);
}

/** Tells those whose import was rejected, once for all of it. */
async function reportImport({ crud, entity, stored, asked }: ImportWork): Promise<void> {
  const { event, reason } = asked.decision ?? {};
  if (event !== 'reject' || (await tallyOf(crud.db, stored.id)).done === 0) return;
  const rejected = { kind: 'import' as const, entity, id: stored.id, code: null, name: stored.filename };
  await transact(crud.db, (trx) => reportRejection(trx, rejected, { by: asked.by, reason }, contributorsOf(stored)));
}

async function decideAll(work: ImportWork, task: ImportTask<DecideState>): Promise<number> {
  const { db, state } = task;
  const { id, outcomes, decision: tally } = work.stored;
  const { decision } = work.asked;
  if (!decision) throw new TaskFailure('importFault', 'Nobody has said what to decide.');
  const total = sumOf(outcomes, 'created', 'proposed');
  let done = state ? (tally?.done ?? 0) + (tally?.left ?? 0) : 0;
  if (tally && !state) await changeImport(db, id, { decision: { ...tally, done: 0, left: 0, causes: undefined } });
  const first = passes.findIndex(({ outcome }) => outcome === state?.outcome);
  for (const { outcome, most, decide } of passes.slice(Math.max(0, first))) {
    const start = state?.outcome === outcome ? state.after : 0;
    const settle = async (trx: Transaction, rows: DoneRow[]) => {
      await count(trx, id, await decide({ ...work, trx, decision }, rows));
      return rows.length;
    };
    done = await workInRounds<DoneRow, DecideState>({
      ...{ crud: work.crud, task, done, total, settle },
      next: async (after) => (await rowsAfter(db, id, [outcome], after?.n ?? start)).slice(0, most),
      refuse: (trx) => count(trx, id, { done: 0, left: { refused: 1 } }),
      stateAfter: (rows) => ({ outcome, after: rows.at(-1)?.n ?? start }),
    });
  }
  return done;
}

async function tallyOf(db: Transaction | Crud['db'], id: number): Promise<NonNullable<StoredImport['decision']>> {
  return fromJson((await db('import').where({ id }).first('decision')).decision);
}

async function count(trx: Transaction, id: number, { done, left }: DecidedRows): Promise<void> {
  const decision = await tallyOf(trx, id);
  const rows = Object.values(left).reduce((sum, n) => sum + n, 0);
  const causes = addCauses(decision.causes ?? {}, left);
  await changeImport(trx, id, {
    decision: {
      ...decision,
      done: decision.done + done,
      left: decision.left + rows,
      // release 0.1 would answer a member that its contract does not have
      ...(Object.keys(causes).length > 0 && { causes }),
    },
  });
}

/** Puts what an import brought in to be decided on as a whole. */
export const beginDeciding = (crud: Crud, request: Request<'decideImport'>): Promise<StoredImport> =>
  transact(crud.db, async (trx) => {
    const { path, body, caller } = request;
    const stored = await lockVisibleImport(trx, path.id, caller);
    expectReviewer(caller, stored.entity);
    expectStatus(stored, 'applied');
    const { secondPerson, reason } = transitions[body.event];
    if (secondPerson) await expectSecond(crud, trx, stored, caller.id);
    if (reason && !body.reason) throw invalid({ pointer: '/reason', rule: 'reasonRequired' });
    const by = { id: caller.id, username: caller.username };
    await startWork(trx, request, stored, 'deciding', {
      asked: { by, decision: body },
      decision: { event: body.event, by: by.username, time: new Date().toISOString(), done: 0, left: 0 },
    });
    return readVisibleImport(trx, path.id, caller);
  });

/** 409 for who brought the file or had it applied, where the kind wants a second person. */
async function expectSecond(crud: Crud, trx: Transaction, stored: StoredImport, userId: number): Promise<void> {
  if (isWorkOf(stored, userId) && (await crud.review(stored.entity, trx)) !== 'none') throw new Problem('secondPerson');
}
