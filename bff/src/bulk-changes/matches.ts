import { matchingRows } from '#crud/list/filter.ts';
import type { Entity, ListConditions } from '#crud/model.ts';
import type { Database, Transaction } from '#database';
import { permissionForEvent } from '#http/caller.ts';
import type { Schemas } from '#http/contract.ts';
import type { Problem } from '#http/problem.ts';

export type BulkCause = Schemas['BulkCause'];

/** The parameters of the task. */
export interface BulkParams {
  entity: Schemas['Entity'];
  action: Schemas['BulkAction'];
  details: { by: { id: number; username: string }; reason?: string };
}

/** Returns the permissions that the user needs from the start of the action to its end. */
export const neededPermissions = ({ entity, action }: Pick<BulkParams, 'entity' | 'action'>): string[] =>
  [`${entity}:read`, permissionForEvent(entity, action)].filter((permission) => permission !== undefined);

/** A record that the action applies to, at the version when it was started. */
export interface Match {
  recordId: number;
  version: number;
}

/** What became of a record; `left` means that it stays as it was. */
export type MatchOutcome =
  | { outcome: 'done' | 'proposed'; cause?: undefined; fields?: undefined }
  | { outcome: 'left'; cause: BulkCause; fields?: string[] };

const matchesOf = (db: Database, taskId: number) => db('bulk_change_record').where('task_id', taskId);

/** Stores the ids and versions of the records that match now, up to `limit` records. Returns how many there are. */
export async function storeMatches(
  trx: Transaction,
  entity: Entity,
  query: ListConditions,
  { taskId, limit }: { taskId: number; limit: number },
): Promise<number> {
  const rows = (await matchingRows(trx, entity, query))();
  rows.select(trx.raw('?', [taskId]), 'id', 'version').limit(limit);
  await trx(trx.raw('?? (??, ??, ??)', ['bulk_change_record', 'task_id', 'record_id', 'version'])).insert(rows);
  return countMatches(trx, taskId);
}

/** Counts the matches, or only those that already have an outcome. */
export async function countMatches(db: Database, taskId: number, { onlyWithOutcome = false } = {}): Promise<number> {
  const rows = onlyWithOutcome ? matchesOf(db, taskId).whereNotNull('outcome') : matchesOf(db, taskId);
  return Number((await rows.count({ n: '*' }).first())?.n);
}

/** Reads the next matches without an outcome, in a fixed order, which prevents deadlocks. */
export const readOpenMatches = (db: Database, taskId: number, after: number, limit: number): Promise<Match[]> =>
  matchesOf(db, taskId)
    .whereNull('outcome')
    .where('record_id', '>', after)
    .orderBy('record_id')
    .limit(limit)
    .select({ recordId: 'record_id', version: 'version' });

/** Stores what became of records. */
export async function storeOutcomes(
  trx: Transaction,
  taskId: number,
  outcomes: Map<number, MatchOutcome>,
): Promise<void> {
  const groups = new Map<string, { columns: object; ids: number[] }>();
  for (const [id, { outcome, cause = null, fields }] of outcomes) {
    const columns = { outcome, cause, fields: fields?.length ? fields.join() : null };
    const key = JSON.stringify(columns);
    groups.set(key, { columns, ids: [...(groups.get(key)?.ids ?? []), id] });
  }
  for (const { columns, ids } of groups.values())
    await matchesOf(trx, taskId).whereIn('record_id', ids).update(columns);
}

/** How many matches have the same outcome for the same cause. */
export interface OutcomeCount {
  outcome: MatchOutcome['outcome'] | null;
  cause: BulkCause | null;
  /** Pointers, separated by commas. */
  fields: string | null;
  count: number;
}

export async function countOutcomes(db: Database, taskId: number): Promise<OutcomeCount[]> {
  const rows: (Omit<OutcomeCount, 'count'> & { count: number | string })[] = await matchesOf(db, taskId)
    .groupBy('outcome', 'cause', 'fields')
    .select('outcome', 'cause', 'fields')
    .count({ count: '*' });
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

export const sumOutcomes = (counts: OutcomeCount[], outcome: MatchOutcome['outcome']): number =>
  counts.reduce((sum, each) => (each.outcome === outcome ? sum + each.count : sum), 0);

/** Returns the ids of the first records that were left for a cause. */
export const readSkippedIds = (
  db: Database,
  taskId: number,
  { cause, fields }: Pick<OutcomeCount, 'cause' | 'fields'>,
  limit: number,
): Promise<number[]> =>
  matchesOf(db, taskId).where({ outcome: 'left', cause, fields }).orderBy('record_id').limit(limit).pluck('record_id');

/** A record that was left, with its cause. */
export type SkippedMatch = Pick<OutcomeCount, 'cause' | 'fields'> & { recordId: number };

/** Reads the next records that were left, in the order of their ids. */
export const readSkippedMatches = (
  db: Database,
  taskId: number,
  after: number,
  limit: number,
): Promise<SkippedMatch[]> =>
  matchesOf(db, taskId)
    .where({ outcome: 'left' })
    .where('record_id', '>', after)
    .orderBy('record_id')
    .limit(limit)
    .select({ recordId: 'record_id' }, 'cause', 'fields');

const CAUSES: Partial<Record<Problem['key'], BulkCause>> = {
  versionConflict: 'changed',
  notFound: 'deleted',
  invalidTransition: 'otherStatus',
  secondPerson: 'ownWork',
  inUse: 'inUse',
  proposalOpen: 'proposalOpen',
};

/** Returns the outcome of a record whose change was refused. */
export function toLeftOutcome({ key, details: { fields = [] } }: Problem): MatchOutcome {
  const isIncomplete = fields.length > 0 && fields.every(({ rule }) => rule === 'requiredToApprove');
  if (isIncomplete) return { outcome: 'left', cause: 'incomplete', fields: fields.map(({ pointer }) => pointer) };
  return { outcome: 'left', cause: CAUSES[key] ?? 'refused' };
}
