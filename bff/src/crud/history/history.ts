import type { Knex } from 'knex';
import type { CrudContext, Entity, EntityRecord, ResolvedValues } from '#crud/model.ts';
import { loadLabels } from '#crud/references/labels.ts';
import { readRefusedProposals, toProposalResponse } from '#crud/review/proposals.ts';
import { cappedTotal, countCapped, fromJson } from '#database';
import type { Reader } from '#http/caller.ts';
import type { Schemas } from '#http/contract.ts';
import { Problem } from '#http/problem.ts';
import { findHiddenSetIds, toReason } from './set-reasons.ts';

interface HistoryChange {
  seq: number;
  action: Schemas['Action'];
  version: number;
  actor: string;
  proposer?: string;
  reason?: string;
  changeSet?: number;
  time: string;
  before: EntityRecord | null;
  after: EntityRecord | null;
}

interface History {
  items: HistoryChange[];
  /** Proposals that were rejected or withdrawn during the time of these changes. */
  proposals: ReturnType<typeof toProposalResponse>[];
  nextCursor: string | null;
  total: number;
  totalCapped: boolean;
  labels: Schemas['Labels'];
}

/**
 * Reads the changes of a record, even of a deleted one, newest first. `cursor` is the seq of the last change seen. Retention may have
 * removed all changes.
 */
export async function readHistory(
  { db }: CrudContext,
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
  const page = rows.slice(0, limit);
  const hiddenSetIds = await findHiddenSetIds(db, page, reader);
  const items: HistoryChange[] = page.map((row: Record<string, unknown>) => toHistoryChange(row, hiddenSetIds));
  const hasMore = rows.length > limit;
  const refusedProposals = await readRefusedProposals(db, entity, id, {
    until: cursor ? await timeOf(log(), cursor) : undefined,
    after: hasMore ? rows[limit - 1]?.time : undefined,
  });
  return {
    items,
    proposals: refusedProposals.map(toProposalResponse),
    nextCursor: hasMore ? String(items.at(-1)?.seq) : null,
    ...cappedTotal(count),
    // the state before a change is the one after the previous change, so the extra row provides it for the last change of the page
    labels: await loadLabels(
      db,
      entity,
      [...rows.map(valuesAfter), ...refusedProposals.flatMap(({ base, after }) => (after ? [base, after] : [base]))],
      reader,
    ),
  };
}

/** Returns the time of the change at the cursor. */
async function timeOf(log: Knex.QueryBuilder, cursor: string): Promise<Date | undefined> {
  return (await log.where('seq', cursor).first('time'))?.time;
}

const toHistoryChange = (row: Record<string, unknown>, hiddenSetIds: ReadonlySet<number>): HistoryChange => ({
  seq: Number(row.seq),
  action: row.action as HistoryChange['action'],
  version: Number(row.version),
  actor: String(row.actor),
  ...(row.proposer ? { proposer: String(row.proposer) } : {}),
  ...toReason(row, hiddenSetIds),
  ...(row.change_set_id === null ? {} : { changeSetId: Number(row.change_set_id) }),
  time: (row.time as Date).toISOString(),
  before: fromJson(row.before),
  after: fromJson(row.after),
});

const valuesAfter = ({ before, after, refs }: Record<string, unknown>): ResolvedValues => ({
  fields: fromJson(after) ?? fromJson(before),
  refs: fromJson(refs) ?? {},
});
