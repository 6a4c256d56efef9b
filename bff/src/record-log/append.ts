import { mapYielding } from '#batch';
import { executeTogether, insertAll, insertInOrder, type Statement, sqlTime, type Transaction } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';

export interface Actor {
  id: number | null;
  username: string;
}

export interface Change {
  entity: EntityKey;
  recordId: number;
  code: string | null;
  action: Schemas['Action'];
  version: number;
  actor: Actor;
  /** Who proposed it, where another person approved. */
  proposer?: string | undefined;
  reason?: string | undefined;
  time: Date;
  /** The record in the contract's form; null before a creation, after a deletion. */
  before: object | null;
  after: object | null;
  /** Ids behind the codes of `after` (of `before` for a deletion), by JSON pointer. */
  refs: Record<string, number>;
}

/**
 * Writes the rows of changes, and that they wait for their positions in the feed, in the transaction of the write itself: none
 * is there without the others. Changes of one record come in the order of their versions. `before` and `after` are written in
 * the same trip to the database where that can be.
 */
export async function appendChanges(
  trx: Transaction,
  changes: Change[],
  { before = [], after = [] }: { before?: Statement[]; after?: Statement[] } = {},
): Promise<void> {
  const [change] = changes;
  if (change && changes.length === 1) return executeTogether(trx, [...before, ...insertStatements(change), ...after]);
  await executeTogether(trx, before);
  const tuples = await mapYielding(changes, toTuple);
  const seqs = await insertInOrder(trx, 'data_log', { columns, tuples });
  await insertAll(
    trx,
    'change_outbox',
    changes.map(({ entity, recordId, version }, at) => ({ seq: seqs[at], entity, record_id: recordId, version })),
  );
  await executeTogether(trx, after);
}

const columns = [
  ...['entity', 'record_id', 'code', 'action', 'version', 'time'],
  ...['actor_id', 'actor', 'proposer', 'reason', 'before', 'after', 'refs'],
];
const INSERT_CHANGE = `INSERT INTO data_log (${columns.map((column) => `\`${column}\``).join()}) VALUES (${columns.map(() => '?').join()})`;

/** The row of one change, and that it waits by the number that the row has got. */
const insertStatements = (change: Change): Statement[] => [
  { sql: INSERT_CHANGE, values: toTuple(change) },
  {
    sql: 'INSERT INTO change_outbox (seq, entity, record_id, version) VALUES (LAST_INSERT_ID(), ?, ?, ?)',
    values: [change.entity, change.recordId, change.version],
  },
];

function toTuple({ entity, recordId, code, action, version, time, ...change }: Change): unknown[] {
  const { actor, proposer = null, reason = null, before, after, refs } = change;
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
    ...[before, after, refs].map((value) => value && JSON.stringify(value)),
  ];
}

export const toActor = <Id extends number | null>({ id, username }: { id: Id; username: string }) => ({ id, username });
