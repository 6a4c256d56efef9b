import { expectSingle } from '#batch';
import type { CrudContext } from '#crud/model.ts';
import { type Database, fromJson, type Transaction } from '#database';
import type { EntityKey, Language } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { Problem, ruleText } from '#http/problem.ts';
import { readOpenTasks, type TaskRow } from '#tasks/read-tasks.ts';
import { foreseeHolds } from './dates/foreseen-holds.ts';
import { toEffectiveOn } from './effective-time.ts';
import { readReviewedKinds, readVisibleSet, type SettingsOfKinds } from './query-sets.ts';
import { findSetsWithEarlierWork } from './review/item-contributors.ts';
import {
  type ChangeSet,
  lockSet,
  queryWriters,
  type SetRefusal,
  type SetTaskParams,
  type StoredSet,
  setTransitions,
  taskSubjectOf,
} from './stored-set.ts';

/** Who sees sets and items, and the language of the texts. */
export interface SetViewer {
  caller: Caller;
  language: Language;
}

/** Reads the sets that take these back, or would once they are approved, by the id of the set that each takes back. */
export async function readReverts(db: Database, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows: { id: number; revertsId: number }[] = await db('change_set')
    .whereIn('reverts_id', ids)
    .whereIn('status', ['submitted', 'released'])
    .select('id', { revertsId: 'reverts_id' });
  return new Map(rows.map(({ id, revertsId }) => [revertsId, id]));
}

/** Names the first rule of a refused request, as the number of its fields says nothing by itself. */
function toRefusalResponse(refusal: SetRefusal, language: Language): NonNullable<ChangeSet['refusal']> {
  const { key } = refusal;
  const [field] = refusal.fields ?? [];
  if (key === 'validationError' && field) return { key, message: ruleText(field.rule, language, field.parameters) };
  return { key, message: new Problem(key, refusal).text(language) };
}

type Step = NonNullable<ChangeSet['history']>[number];

/** Reads the statuses that a set has had, oldest first. */
async function readHistory(db: Database, setId: number): Promise<Step[]> {
  const steps: { status: Step['status']; username: string | null; time: Date; reason: string | null }[] = await db(
    'change_set_step',
  )
    .where('set_id', setId)
    .orderBy('id')
    .select('status', 'username', 'time', 'reason');
  return steps.map(({ status, username, time, reason }) => ({
    status,
    by: username,
    time: time.toISOString(),
    ...(reason !== null && { reason }),
  }));
}

/** Converts sets into the contract's form, without their histories. */
export async function toChangeSets(
  crud: SettingsOfKinds,
  db: Database,
  sets: StoredSet[],
  { caller, language }: SetViewer,
): Promise<ChangeSet[]> {
  const ids = sets.map(({ id }) => id);
  const readTasks = readOpenTasks(db, ids.map(taskSubjectOf));
  const readCounts: Promise<{ setId: number; entity: EntityKey; n: number; unsound: number }[]> = db('proposal')
    .whereIn('change_set_id', ids)
    .groupBy('change_set_id', 'entity')
    .select({ setId: 'change_set_id' }, 'entity', db.raw('COUNT(*) AS n, COUNT(problems) AS unsound'));
  const readWriters: Promise<{ setId: number; userId: number; username: string | null }[]> = queryWriters(db, ids)
    .leftJoin('user', 'user.id', 'user_id')
    .orderBy('user.username')
    .select({ setId: 'set_id', userId: 'user_id' }, 'user.username');
  const [counts, writers, tasks] = [await readCounts, await readWriters, await readTasks];
  const reviewedKinds = await readReviewedKinds(crud, db);
  const areSubmitted = sets.some(({ status }) => status === 'submitted');
  const withEarlierWork = areSubmitted
    ? await findSetsWithEarlierWork(crud, db, caller.id, reviewedKinds)
    : new Set<number>();
  const { from, to } = setTransitions.revert;
  const revertibleSets = sets.filter(({ status }) => from.includes(status) || status === to);
  const reverts = await readReverts(
    db,
    revertibleSets.map(({ id }) => id),
  );
  const holds = await foreseeHolds(crud, db, sets);
  return sets.map((set) => {
    const revertId = reverts.get(set.id);
    const countsOfSet = counts.filter(({ setId }) => setId === set.id);
    const writersOfSet = writers.filter(({ setId }) => setId === set.id);
    const task = tasks.find(({ subject }) => subject === taskSubjectOf(set.id));
    const refusal = fromJson<SetRefusal | null>(set.problems);
    return {
      id: set.id,
      title: set.title,
      note: set.note,
      status: set.status,
      version: set.version,
      items: Object.fromEntries(countsOfSet.map(({ entity, n }) => [entity, Number(n)])),
      unsound: holds.get(set.id)?.results.length ?? countsOfSet.reduce((sum, { unsound }) => sum + Number(unsound), 0),
      author: set.author,
      contributors: writersOfSet.flatMap(({ username }) => username ?? []),
      ownWork: writersOfSet.some(({ userId }) => userId === caller.id),
      ...(withEarlierWork.has(set.id) && { earlierWork: true }),
      secondPerson: countsOfSet.some(({ entity }) => reviewedKinds.has(entity)),
      createTime: set.create_time.toISOString(),
      updateTime: set.update_time.toISOString(),
      submitTime: set.submit_time?.toISOString() ?? null,
      decision: toDecision(set),
      releaseTime: set.release_time?.toISOString() ?? null,
      effectiveOn: toEffectiveOn(set),
      effectiveTime: set.due_time?.toISOString() ?? null,
      zone: set.zone,
      ...(set.submitted_by !== null && { submittedBy: set.submitted_by }),
      ...(set.ended_by !== null && { endedBy: set.ended_by }),
      ...(set.reverts_id !== null && { revertsId: set.reverts_id }),
      ...(revertId !== undefined && { revertId }),
      ...(task && { task: toSetTask(task) }),
      ...(refusal && { refusal: toRefusalResponse(refusal, language) }),
    };
  });
}

function toSetTask({ id, status, progress, total, params }: TaskRow): NonNullable<ChangeSet['task']> {
  const { details } = fromJson<SetTaskParams>(params);
  return { id, event: details.event, status, progress: Number(progress), total: Number(total) };
}

const toDecision = ({ decided_by: by, decide_time: time, reason }: StoredSet): ChangeSet['decision'] =>
  by === null || time === null ? null : { by, time: time.toISOString(), ...(reason === null ? {} : { reason }) };

/** Reads a set that the caller sees, in the contract's form. @throws Problem notFound */
export async function readChangeSet(
  crud: CrudContext,
  db: Database,
  id: number,
  viewer: SetViewer,
): Promise<ChangeSet> {
  const set = await readVisibleSet(crud, db, id, viewer.caller);
  const changeSet = expectSingle(await toChangeSets(crud, db, [set], viewer));
  return { ...changeSet, history: await readHistory(db, id) };
}

/** Reads a locked set to which the caller has written, in the contract's form. */
export const readWrittenSet = async (
  crud: CrudContext,
  trx: Transaction,
  id: number,
  viewer: SetViewer,
): Promise<ChangeSet> => expectSingle(await toChangeSets(crud, trx, [await lockSet(trx, id)], viewer));
