import type { Knex } from 'knex';
import { expectSingle } from '#batch';
import type { CrudContext } from '#crud/model.ts';
import { needsSecondPerson } from '#crud/review/second-person.ts';
import { type Database, executeTogether, fromJson, insertMissing, type Transaction } from '#database';
import { mayRead } from '#http/caller.ts';
import { contract, type EntityKey, type ErrorKey, type Language, type Schemas } from '#http/contract.ts';
import type { Caller, Query } from '#http/operation-types.ts';
import { Problem, type TextParameters } from '#http/problem.ts';
import { readOpenTasks, type TaskRow } from '#tasks/read-tasks.ts';
import { type DateColumns, toEffectiveOn } from './effective-time.ts';

export type ChangeSet = Schemas['ChangeSet'];
type SetStatus = Schemas['ChangeSetStatus'];
export type SetEvent = Schemas['ChangeSetEvent'];

/** The statuses of each event. */
export const setTransitions: Record<SetEvent, { from: SetStatus[]; to: SetStatus; toBeforeDate?: SetStatus }> =
  contract.components.schemas.ChangeSetEvent['x-transitions'];

/** A row of `change_set`. */
export interface StoredSet extends DateColumns {
  id: number;
  title: string;
  note: string | null;
  status: SetStatus;
  version: number;
  author_id: number;
  author: string;
  create_time: Date;
  update_time: Date;
  submit_time: Date | null;
  submitted_by: string | null;
  /** Who reverted or withdrew it. */
  ended_by: string | null;
  decided_by_id: number | null;
  decided_by: string | null;
  decide_time: Date | null;
  reason: string | null;
  release_time: Date | null;
  /** Why a task could not bring it further, or why it is held; `SetRefusal` as JSON. */
  problems: unknown;
  /** The set that this one takes back; null for the others. */
  reverts_id: number | null;
}

/** Why a task could not submit, release or revert a set, or why it is held. */
export interface SetRefusal {
  key: ErrorKey;
  parameters?: TextParameters;
}

/** Who sees sets and items, and the language of the texts. */
export interface SetViewer {
  caller: Caller;
  language: Language;
}

/** The subject of the tasks that work on a set, of which there is one at a time. */
export const taskSubjectOf = (setId: number): string => `changeSet ${setId}`;

/** The parameters of such a task. */
export interface SetTaskParams {
  changeSetId: number;
  details: {
    event: SetEvent;
    version: number;
    reason?: string;
    overwrite?: Overwrite;
    by: { id: number; username: string };
  };
}

export type Overwrite = Schemas['ChangeSetTransition']['overwrite'];

/** Queries the sets that people have put together; imports have their own operations. */
const querySets = (db: Database) => db('change_set').where('change_set.kind', 'manual');

/** Queries the sets that wait for their date. */
const queryScheduled = (db: Database) => db('change_set').where('status', 'scheduled');

/** Queries the scheduled sets that have reached their date. */
export const queryDue = (db: Database) => queryScheduled(db).where('due_time', '<=', db.raw('NOW(3)'));

export const hasDueSets = async (db: Database): Promise<boolean> => (await queryDue(db).first('id')) !== undefined;

/** Orders sets by date, then by approval; those that still wait for theirs come last, also after an earlier decision. */
export const inOrderOfRelease = (query: ReturnType<typeof queryScheduled>): void =>
  void query.orderByRaw("due_time, status = 'submitted', decide_time, id");

const queryWriters = (db: Database, setIds: number[]) => db('change_set_writer').whereIn('set_id', setIds);

export const readWriterIds = (db: Database, setId: number): Promise<number[]> =>
  queryWriters(db, [setId]).orderBy('user_id').pluck('user_id');

/** Queries the sets of which the caller may read every kind. Those without items are seen by whoever contributed to them. */
export function queryVisibleSets({ entities }: Pick<CrudContext, 'entities'>, db: Database, caller: Caller) {
  const readable = entities.map(({ key }) => key).filter((key) => mayRead(caller, key));
  const itemsOf = queryItemsOfSets(db);
  return querySets(db)
    .whereNotExists(itemsOf().whereNotIn('entity', readable))
    .where((any: Knex.QueryBuilder) => any.whereIn('change_set.id', queryOwnSets(db, caller)).orWhereExists(itemsOf()));
}

const queryItemsOfSets = (db: Database) => () =>
  db('proposal').where('proposal.change_set_id', db.ref('change_set.id')).select(db.raw('1'));

const queryOwnSets = (db: Database, caller: Caller) =>
  db('change_set_writer').where('user_id', caller.id).select('set_id');

/** Conditions on the sets of a list; those that are undefined do not narrow it. */
export interface SetConditions {
  status?: SetStatus[] | undefined;
  mine?: boolean | undefined;
  involved?: boolean | undefined;
  toReview?: boolean | undefined;
  effectiveFrom?: string | undefined;
  effectiveTo?: string | undefined;
}

/** Returns the kinds that need a second person by the settings of now. */
async function readReviewedKinds({ entities, reviewSetting }: SettingsOfKinds, db: Database): Promise<Set<EntityKey>> {
  const reviewed = new Set<EntityKey>();
  for (const { key } of entities) if (needsSecondPerson(await reviewSetting(key, db))) reviewed.add(key);
  return reviewed;
}

type SettingsOfKinds = Pick<CrudContext, 'entities' | 'reviewSetting'>;

/** Narrows a query of sets. */
export async function whereSets(
  crud: SettingsOfKinds,
  db: Database,
  caller: Caller,
  { status, mine, involved, toReview, effectiveFrom, effectiveTo }: SetConditions,
) {
  const { entities } = crud;
  const ownSets = queryOwnSets(db, caller);
  const reviewedKinds = [...(await readReviewedKinds(crud, db))];
  const reviewable = entities.map(({ key }) => key).filter((key) => caller.may(`${key}:review`));
  const awaitsCaller = (query: Knex.QueryBuilder) =>
    query
      .where('change_set.status', 'submitted')
      .where((any: Knex.QueryBuilder) =>
        any
          .whereNotIn('change_set.id', ownSets)
          .orWhereNotExists(queryItemsOfSets(db)().whereIn('entity', reviewedKinds)),
      )
      .whereNotExists(queryItemsOfSets(db)().whereNotIn('entity', reviewable));
  const involvesCaller = (query: Knex.QueryBuilder) =>
    query.whereIn('change_set.id', ownSets).orWhereRaw('change_set.decided_by_id <=> ?', [caller.id]);
  return (query: Knex.QueryBuilder): void => {
    if (status) query.whereIn('change_set.status', status);
    if (mine !== undefined) query[mine ? 'whereIn' : 'whereNotIn']('change_set.id', ownSets);
    if (involved) query.where(involvesCaller);
    if (involved === false) query.whereNot(involvesCaller);
    if (toReview) query.where(awaitsCaller);
    if (toReview === false) query.whereNot(awaitsCaller);
    if (effectiveFrom) query.where('change_set.due_time', '>=', new Date(effectiveFrom));
    if (effectiveTo) query.where('change_set.due_time', '<', new Date(effectiveTo));
  };
}

type SetSort = NonNullable<Query<'listChangeSets'>['sort']>;

const SORT_EXPRESSIONS: Record<string, string> = {
  title: 'title',
  author: 'author',
  createTime: 'create_time',
  updateTime: 'update_time',
  // a value of its own for null, so that sets can be compared with that of the cursor
  submitTime: "IFNULL(submit_time, '1000-01-01')",
  effectiveTime: "IFNULL(due_time, '9999-12-31')",
};

/** Orders sets, those with the same value newest first, and starts after the set of the cursor. */
export const orderSets =
  (sort: SetSort | undefined, cursor: string | undefined) =>
  (query: Knex.QueryBuilder): void => {
    const expression = sort && SORT_EXPRESSIONS[sort.replace(/^-/, '')];
    if (expression) {
      const isDescending = sort.startsWith('-');
      const lastValue = `(SELECT ${expression} FROM change_set AS last WHERE last.id = ?)`;
      const id = Number(cursor);
      query.orderByRaw(`${expression} ${isDescending ? 'DESC' : 'ASC'}`);
      if (cursor)
        query.whereRaw(
          `(${expression} ${isDescending ? '<' : '>'} ${lastValue} OR (${expression} = ${lastValue} AND change_set.id < ?))`,
          [id, id, id],
        );
    } else if (cursor) query.where('change_set.id', '<', cursor);
    query.orderBy('change_set.id', 'desc');
  };

/** Reads a set that the caller sees. @throws Problem notFound */
export async function readVisibleSet(crud: CrudContext, db: Database, id: number, caller: Caller): Promise<StoredSet> {
  const stored = await queryVisibleSets(crud, db, caller).where('change_set.id', id).first();
  if (!stored) throw new Problem('notFound');
  return stored;
}

/** Locks a set, and with it its items. */
export async function lockSet(trx: Transaction, id: number): Promise<StoredSet> {
  // before anything is read, so that all reads see the last committed version
  const set: StoredSet | undefined = await querySets(trx).where({ id }).forUpdate().first();
  if (!set) throw new Error(`There is no change set ${id}.`);
  return set;
}

/** Locks a set that the caller sees, and with it its items. @throws Problem notFound */
export async function lockVisibleSet(
  crud: CrudContext,
  trx: Transaction,
  id: number,
  caller: Caller,
): Promise<StoredSet> {
  // before anything is read, so that all reads see the last committed version
  await trx('change_set').where({ id }).forUpdate().select('id');
  return readVisibleSet(crud, trx, id, caller);
}

/** Adds a user to those who contributed to a set and therefore must not approve it. */
export const addWriter = (trx: Transaction, setId: number, userId: number): Promise<void> =>
  insertMissing(trx, 'change_set_writer', [{ set_id: setId, user_id: userId }]);

/** The statuses from which a change of a set leads back to `open`. */
const REOPENED_BY_CHANGES: ReadonlySet<SetStatus> = new Set(['scheduled', 'held']);

/** Asserts that a locked set may be changed: an open one by anybody, one that is approved for its date by those who may reopen it. @throws Problem */
export async function assertChangeable(trx: Transaction, { id, status }: StoredSet, caller: Caller): Promise<void> {
  if (status === 'open') return;
  if (!REOPENED_BY_CHANGES.has(status)) throw new Problem('invalidTransition');
  if (!caller.administrator && !(await readWriterIds(trx, id)).includes(caller.id)) throw new Problem('notOwner');
}

/** Writes the next version of a set to which a user has contributed; it is open then, as it was approved without this. */
export const contribute = (trx: Transaction, setId: number, userId: number): Promise<number> =>
  executeTogether(trx, [
    { sql: 'INSERT IGNORE INTO change_set_writer (set_id, user_id) VALUES (?, ?)', values: [setId, userId] },
    {
      sql: `UPDATE change_set SET status = 'open', problems = NULL, version = version + 1, update_time = NOW(3) WHERE id = ?`,
      values: [setId],
    },
  ]);

/** Writes the next version of a set. */
export const updateSet = (trx: Transaction, id: number, columns: Record<string, unknown> = {}) =>
  trx('change_set')
    .where({ id })
    .update({ problems: null, ...columns, version: trx.raw('version + 1'), update_time: trx.raw('NOW(3)') });

/** Reads the submitted sets that take these back, by the id of the set that each would take back. */
export async function readWaitingReverts(db: Database, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows: { id: number; revertsId: number }[] = await db('change_set')
    .whereIn('reverts_id', ids)
    .where('status', 'submitted')
    .select('id', { revertsId: 'reverts_id' });
  return new Map(rows.map(({ id, revertsId }) => [revertsId, id]));
}

/** Converts sets into the contract's form. */
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
  const revertibleSets = sets.filter(({ status }) => setTransitions.revert.from.includes(status));
  const waitingReverts = await readWaitingReverts(
    db,
    revertibleSets.map(({ id }) => id),
  );
  return sets.map((set) => {
    const revertId = waitingReverts.get(set.id);
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
      unsound: countsOfSet.reduce((sum, { unsound }) => sum + Number(unsound), 0),
      author: set.author,
      contributors: writersOfSet.flatMap(({ username }) => username ?? []),
      ownWork: writersOfSet.some(({ userId }) => userId === caller.id),
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
      ...(refusal && {
        refusal: { key: refusal.key, message: new Problem(refusal.key, refusal).text(language) },
      }),
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
  const [changeSet] = await toChangeSets(crud, db, [await readVisibleSet(crud, db, id, viewer.caller)], viewer);
  if (!changeSet) throw new Problem('notFound');
  return changeSet;
}

/** Reads a locked set to which the caller has written, in the contract's form. */
export const readWrittenSet = async (
  crud: CrudContext,
  trx: Transaction,
  id: number,
  viewer: SetViewer,
): Promise<ChangeSet> => expectSingle(await toChangeSets(crud, trx, [await lockSet(trx, id)], viewer));
