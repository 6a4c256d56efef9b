import { mapYielding } from '#batch';
import { executeTogether, insertAll, insertReturningIds, type Statement, sqlTime, type Transaction } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';

/** The user who makes a change; null for the service itself. */
export interface Actor {
  id: number | null;
  username: string;
  /** The task that makes the change for the user. */
  task?: ActingTask | undefined;
}

export interface ActingTask {
  id: number;
  kind: Schemas['DataLogTask']['kind'];
  import?: { id: number; filename: string };
}

export interface RecordLogChange {
  entity: EntityKey;
  recordId: number;
  code: string | null;
  action: Schemas['Action'];
  version: number;
  actor: Actor;
  /** The user who proposed the change, if another one approved it. */
  proposer?: string | undefined;
  reason?: string | undefined;
  /** The change set that was released or reverted. */
  changeSetId?: number | undefined;
  time: Date;
  /** The record in the contract's form; null before a creation, after a deletion. */
  before: object | null;
  after: object | null;
  /** Ids of the records that `after` (or `before` for a deletion) refers to, by JSON pointer. */
  refs: Record<string, number>;
  /** Ids of the records that `before` refers to, if the record existed before and after the change. */
  refsBefore?: Record<string, number> | undefined;
  /** The changed fields and `status`, if the record existed before and after the change. */
  changedFields?: string[] | undefined;
}

const observedChanges = new WeakMap<Transaction, RecordLogChange[]>();

/** Returns a list to which all changes will be added that this transaction logs, in their order; what the database refuses is not logged. */
export function observeChanges(trx: Transaction): RecordLogChange[] {
  const changes: RecordLogChange[] = [];
  observedChanges.set(trx, changes);
  return changes;
}

const deferredChanges = new WeakMap<Transaction, RecordLogChange[]>();

/** Runs writes of a transaction, and logs their changes afterwards in another order, which is also that of the feed. */
export async function logSorted<T>(
  trx: Transaction,
  write: () => Promise<T>,
  sort: (changes: RecordLogChange[]) => Promise<RecordLogChange[]>,
): Promise<T> {
  const changes: RecordLogChange[] = [];
  deferredChanges.set(trx, changes);
  let result: T;
  try {
    result = await write();
  } finally {
    deferredChanges.delete(trx);
  }
  for (const batch of groupByEntity(await sort(changes))) await appendChanges(trx, batch);
  return result;
}

/** Splits changes into runs of the same entity. */
function groupByEntity(changes: RecordLogChange[]): RecordLogChange[][] {
  const groups: RecordLogChange[][] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    if (group?.[0]?.entity === change.entity) group.push(change);
    else groups.push([change]);
  }
  return groups;
}

/**
 * Logs changes and queues them for the feed, in the same transaction as the write. Changes of one record must be in the order of their
 * versions. `statementsBefore` and `statementsAfter` are executed in the same round trip if possible.
 */
export async function appendChanges(
  trx: Transaction,
  changes: RecordLogChange[],
  {
    statementsBefore = [],
    statementsAfter = [],
  }: { statementsBefore?: Statement[]; statementsAfter?: Statement[] } = {},
): Promise<void> {
  const deferred = deferredChanges.get(trx);
  if (deferred) {
    await executeTogether(trx, [...statementsBefore, ...statementsAfter]);
    deferred.push(...changes);
    return;
  }
  const [change] = changes;
  const task = change?.actor.task;
  if (!change || (changes.length === 1 && !task)) {
    const inserts = change ? insertStatements(change) : [];
    await executeTogether(trx, [...statementsBefore, ...inserts, ...statementsAfter]);
    observedChanges.get(trx)?.push(...changes);
    return;
  }
  await executeTogether(trx, statementsBefore);
  const tuples = await mapYielding(changes, toTuple);
  const seqs = await insertReturningIds(trx, 'data_log', { columns: COLUMNS, tuples });
  await insertAll(
    trx,
    'change_outbox',
    changes.map(({ entity, recordId, version }, at) => ({ seq: seqs[at], entity, record_id: recordId, version })),
  );
  if (task) await countForTask(trx, task, changes, seqs);
  await executeTogether(trx, statementsAfter);
  observedChanges.get(trx)?.push(...changes);
}

/** Counts the changes for the task that made them: for all entities (`''`) and for theirs. All changes have the same entity and task. */
async function countForTask(
  trx: Transaction,
  task: ActingTask,
  changes: RecordLogChange[],
  [firstSeq]: number[],
): Promise<void> {
  const [first] = changes;
  if (!first || firstSeq === undefined) return;
  const time = sqlTime(first.time.toISOString());
  const origin = [task.kind, task.import?.id ?? null, task.import?.filename ?? null, first.actor.username];
  const rows = ['', first.entity].map((entity) => [task.id, entity, ...origin, changes.length, firstSeq, time, time]);
  await executeTogether(trx, [{ sql: COUNT_FOR_TASK, values: [rows] }]);
}

const COUNT_FOR_TASK = `INSERT INTO data_log_task
    (task_id, entity, kind, import_id, filename, actor, changes, first_seq, time, last_time) VALUES ?
  ON DUPLICATE KEY UPDATE changes = changes + VALUES(changes), last_time = GREATEST(last_time, VALUES(last_time))`;

const COLUMNS = [
  ...['entity', 'record_id', 'code', 'action', 'version', 'time'],
  ...['actor_id', 'actor', 'proposer', 'reason', 'before', 'after', 'refs', 'changed_fields', 'task_id'],
  ...['change_set_id', 'before_refs'],
];
const INSERT_CHANGE = `INSERT INTO data_log (${COLUMNS.map((column) => `\`${column}\``).join()}) VALUES (${COLUMNS.map(() => '?').join()})`;

/** Returns the statements that insert the log row and its outbox row with the generated number. */
const insertStatements = (change: RecordLogChange): Statement[] => [
  { sql: INSERT_CHANGE, values: toTuple(change) },
  {
    sql: 'INSERT INTO change_outbox (seq, entity, record_id, version) VALUES (LAST_INSERT_ID(), ?, ?, ?)',
    values: [change.entity, change.recordId, change.version],
  },
];

function toTuple({ entity, recordId, code, action, version, time, ...change }: RecordLogChange): unknown[] {
  const { actor, proposer = null, reason = null, changeSetId = null, before, after, changedFields = [] } = change;
  return [
    ...[
      entity,
      recordId,
      code,
      action,
      version,
      sqlTime(time.toISOString()),
      actor.id,
      actor.username,
      proposer,
      reason,
    ],
    ...[before, after, change.refs].map((value) => value && JSON.stringify(value)),
    changedFields.length > 0 ? changedFields.join() : null,
    actor.task?.id ?? 0,
    changeSetId,
    change.refsBefore ? JSON.stringify(change.refsBefore) : null,
  ];
}

export const extractActor = <Id extends number | null>({ id, username, task }: Actor & { id: Id }) => ({
  id,
  username,
  ...(task && { task }),
});
