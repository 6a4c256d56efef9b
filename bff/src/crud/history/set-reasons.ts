import type { Database } from '#database';
import { mayRead, type Reader } from '#http/caller.ts';
import { contract, type EntityKey } from '#http/contract.ts';

/** A row of `data_log`. */
type LogRow = Record<string, unknown>;

const entityKeys: EntityKey[] = contract.components.schemas.Entity.enum;

/** Whether the reason of a change is that of the approval of a set. A rejection has one of its own, which everybody sees with the record. */
const hasReasonOfSet = ({ action, reason, change_set_id }: LogRow): boolean =>
  Boolean(reason) && change_set_id !== null && action !== 'reject';

/** Finds the sets behind the reasons of these changes that have a kind which the reader may not read, and which they therefore do not see. */
export async function findHiddenSetIds(db: Database, rows: LogRow[], reader: Reader): Promise<Set<number>> {
  const unreadable = entityKeys.filter((key) => !mayRead(reader, key));
  const setIds = [...new Set(rows.filter(hasReasonOfSet).map(({ change_set_id }) => Number(change_set_id)))];
  if (unreadable.length === 0 || setIds.length === 0) return new Set();
  const items = db('proposal').whereIn('change_set_id', setIds).whereIn('entity', unreadable);
  return new Set(await items.distinct('change_set_id').pluck('change_set_id'));
}

/** Returns the reason of a change as a member of its answer, without that of a hidden set. */
export const toReason = (row: LogRow, hiddenSetIds: ReadonlySet<number>): { reason?: string } =>
  !row.reason || (hasReasonOfSet(row) && hiddenSetIds.has(Number(row.change_set_id)))
    ? {}
    : { reason: String(row.reason) };
