import type { Knex } from 'knex';
import { cappedTotal, countCapped, fromJson } from '#database';
import type { Schemas } from '#http/contract.ts';
import type { Reader } from '#http/permissions.ts';
import { Problem } from '#http/problem.ts';
import { loadLabels } from './labels.ts';
import type { Crud, Entity, EntityRecord, Values } from './model.ts';
import { readRefusedProposals, toProposalResponse } from './proposals.ts';

interface Change {
  seq: number;
  action: Schemas['Action'];
  version: number;
  actor: string;
  proposer?: string;
  reason?: string;
  time: string;
  before: EntityRecord | null;
  after: EntityRecord | null;
}

interface History {
  items: Change[];
  /** Those that came to nothing in the time of these changes. */
  proposals: ReturnType<typeof toProposalResponse>[];
  nextCursor: string | null;
  total: number;
  totalCapped: boolean;
  labels: Schemas['Labels'];
}

/**
 * The changes of one record, deleted or not, newest first; `cursor` is the seq of the last one seen. None are left of a
 * record whose changes retention has removed.
 */
export async function readHistory(
  { db }: Crud,
  entity: Entity,
  id: number,
  { cursor, limit = 20 }: { cursor?: string; limit?: number },
  reader: Reader,
): Promise<History> {
  const log = () => db('data_log').where({ entity: entity.key, record_id: id });
  const [rows, count] = await Promise.all([
    log()
      .modify((query) => cursor && query.where('seq', '<', cursor))
      .orderBy('seq', 'desc')
      .limit(limit + 1),
    countCapped(db, log()),
  ]);
  if (count === 0 && !(await db(entity.table).where({ id }).first('id'))) throw new Problem('notFound');
  const items: Change[] = rows.slice(0, limit).map(toChange);
  const hasMore = rows.length > limit;
  const refused = await readRefusedProposals(db, entity, id, {
    until: cursor ? await timeOf(log(), cursor) : undefined,
    after: hasMore ? rows[limit - 1]?.time : undefined,
  });
  return {
    items,
    proposals: refused.map(toProposalResponse),
    nextCursor: hasMore ? String(items.at(-1)?.seq) : null,
    ...cappedTotal(count),
    // what was before each change is what was after the one before it, which the row beyond the page tells of the last
    labels: await loadLabels(
      db,
      entity,
      [...rows.map(valuesAfter), ...refused.flatMap(({ base, after }) => (after ? [base, after] : [base]))],
      reader,
    ),
  };
}

/** When the change was made after which a page goes on. */
async function timeOf(log: Knex.QueryBuilder, cursor: string): Promise<Date | undefined> {
  return (await log.where('seq', cursor).first('time'))?.time;
}

const toChange = (row: Record<string, unknown>): Change => ({
  seq: Number(row.seq),
  action: row.action as Change['action'],
  version: Number(row.version),
  actor: String(row.actor),
  ...(row.proposer ? { proposer: String(row.proposer) } : {}),
  ...(row.reason ? { reason: String(row.reason) } : {}),
  time: (row.time as Date).toISOString(),
  before: fromJson(row.before),
  after: fromJson(row.after),
});

const valuesAfter = ({ before, after, refs }: Record<string, unknown>): Values => ({
  fields: fromJson(after) ?? fromJson(before),
  refs: fromJson(refs) ?? {},
});
