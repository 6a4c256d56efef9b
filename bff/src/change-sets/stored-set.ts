import { type Database, executeTogether, insertMissing, type Transaction } from '#database';
import { contract, type ErrorKey, type Schemas } from '#http/contract.ts';
import type { Caller } from '#http/operation-types.ts';
import { type FieldProblem, Problem, type TextParameters } from '#http/problem.ts';
import type { DateColumns } from './effective-time.ts';

export type ChangeSet = Schemas['ChangeSet'];
type SetStatus = Schemas['ChangeSetStatus'];
export type SetEvent = Schemas['ChangeSetEvent'];

/** The statuses of each event. */
export const setTransitions: Record<SetEvent, { from: SetStatus[]; to: SetStatus; toBeforeDate?: SetStatus }> =
  contract.components.schemas.ChangeSetEvent['x-transitions'];

/** The statuses of a set that will not take effect any more. */
export const ENDED_STATUSES: ReadonlySet<SetStatus> = new Set(['released', 'reverted', 'withdrawn']);

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
  /** What is wrong with the request; what is wrong with items is stored with these. */
  fields?: FieldProblem[];
}

export const toRefusal = ({ key, details: { parameters, fields } }: Problem): SetRefusal => ({
  key,
  ...(parameters && { parameters }),
  ...(fields && key !== 'changeSetUnsound' && { fields }),
});

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
export const querySets = (db: Database) => db('change_set').where('change_set.kind', 'manual');

/** Queries the sets that wait for their date. */
export const queryScheduled = (db: Database) => db('change_set').where('status', 'scheduled');

/** Queries the scheduled sets that have reached their date. */
export const queryDue = (db: Database) => queryScheduled(db).where('due_time', '<=', db.raw('NOW(3)'));

export const hasDueSets = async (db: Database): Promise<boolean> => (await queryDue(db).first('id')) !== undefined;

/** Orders sets by date, then by approval; those that still wait for theirs come last, also after an earlier decision. */
export const inOrderOfRelease = (query: ReturnType<typeof queryScheduled>): void =>
  void query.orderByRaw("due_time, status = 'submitted', decide_time, id");

export const queryWriters = (db: Database, setIds: number[]) => db('change_set_writer').whereIn('set_id', setIds);

export const readWriterIds = (db: Database, setId: number): Promise<number[]> =>
  queryWriters(db, [setId]).orderBy('user_id').pluck('user_id');

/** Locks a set, and with it its items. */
export async function lockSet(trx: Transaction, id: number): Promise<StoredSet> {
  // before anything is read, so that all reads see the last committed version
  const set: StoredSet | undefined = await querySets(trx).where({ id }).forUpdate().first();
  if (!set) throw new Error(`There is no change set ${id}.`);
  return set;
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
export async function contribute(trx: Transaction, { id, status }: StoredSet, caller: Caller): Promise<void> {
  await executeTogether(trx, [
    { sql: 'INSERT IGNORE INTO change_set_writer (set_id, user_id) VALUES (?, ?)', values: [id, caller.id] },
    {
      sql: `UPDATE change_set SET status = 'open', problems = NULL, version = version + 1, update_time = NOW(3) WHERE id = ?`,
      values: [id],
    },
  ]);
  if (status !== 'open') await recordStep(trx, id, 'open', { by: caller.username });
}

/** Who brings a set to another status, by user name, and why; nobody where a task does. */
interface Mover {
  by: string | null;
  reason?: string | undefined;
}

/** Adds a status that a set has come to to its history. */
export const recordStep = (trx: Transaction, setId: number, status: SetStatus, { by, reason }: Mover) =>
  trx('change_set_step').insert({
    set_id: setId,
    status,
    username: by,
    time: trx.raw('NOW(3)'),
    reason: reason ?? null,
  });

/** Brings a set to another status, and writes its next version. */
export async function moveSet(
  trx: Transaction,
  id: number,
  status: SetStatus,
  mover: Mover,
  columns: Record<string, unknown> = {},
): Promise<void> {
  await updateSet(trx, id, { status, ...columns });
  await recordStep(trx, id, status, mover);
}

/** Writes the next version of a set. */
export const updateSet = (trx: Transaction, id: number, columns: Record<string, unknown> = {}) =>
  trx('change_set')
    .where({ id })
    .update({ problems: null, ...columns, version: trx.raw('version + 1'), update_time: trx.raw('NOW(3)') });
