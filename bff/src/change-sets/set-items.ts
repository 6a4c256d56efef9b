import type { EntityRecord, FieldValues, Refs, ResolvedValues } from '#crud/model.ts';
import { type Database, fromJson } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Item, ItemProblem, ItemResult } from './engine/item.ts';
import { toStoredChanges } from './item-changes.ts';

/** An item of a set that people have put together, stored in `proposal`. */
export interface SetItem extends Item {
  id: number;
  entity: EntityKey;
  action: Schemas['ChangeSetAction'];
  /** The values on which the change is based; without fields for a new record, and for a deleted one that is brought back. */
  base: ResolvedValues;
  /** The version of the record on which the change is based. */
  baseVersion: number;
  /** The status on which the change is based; null for a new record, and for items from before it was stored. */
  baseStatus: EntityRecord['status'] | null;
  /** The changes of sets that had not taken effect on which this one is based, in the order in which they do. */
  basedOn: EarlierChange[];
  /** Null for a deletion and a transition. A reference −7 means the record that the item 7 creates, also one of an earlier set. */
  after: ResolvedValues | null;
  /** The event that a transition triggers. */
  event: Schemas['ChangeSetItemEvent'] | null;
  /** Why the event rejects the record; null without one. */
  reason: string | null;
  /** In a set that reverts another one: the fields that it overwrites although somebody has changed them since. */
  overwrites: string[];
  /** Who contributed to values that the item brings back although nobody has approved them. */
  contributorIds: number[];
  /** The status that a new record gets. */
  become: Schemas['ChangeSetItemBecome'];
  version: number;
  author: string;
  time: Date;
  /** The version that the release wrote; null before, and for a record that it did not have to change. */
  writtenVersion: number | null;
  outcome: Schemas['ChangeSetItem']['outcome'];
  /** Why the item could not be released or reverted when that was last tried. */
  problems: ItemProblem[];
}

/** What another set does to the record of an item before. */
export interface EarlierChange {
  changeSetId: number;
  /** Pointers to the fields that it changes, with `/status` where it changes that. */
  pointers: string[];
}

export const queryItems = (db: Database, setId: number) => db('proposal').where('change_set_id', setId);

export const countItems = async (db: Database, setId: number): Promise<number> =>
  Number((await queryItems(db, setId).count({ n: '*' }).first())?.n);

/** Counts the items of a set, and those of one record among them. */
export async function countItemsWith(
  db: Database,
  setId: number,
  entity: EntityKey,
  recordId = -1,
): Promise<{ count: number; ofRecord: number }> {
  const counts = db.raw('COUNT(*) AS n, SUM(entity = ? AND record_id = ?) AS same', [entity, recordId]);
  const row: { n: number; same: number | null } | undefined = await queryItems(db, setId).first(counts);
  return { count: Number(row?.n), ofRecord: Number(row?.same ?? 0) };
}

/** Reads the items of a set in the order in which they were added. */
export const readSetItems = async (db: Database, setId: number): Promise<SetItem[]> =>
  (await queryItems(db, setId).orderBy('id')).map(toSetItem);

/** Converts a row of `proposal` that belongs to a set. */
export function toSetItem(row: Record<string, unknown>): SetItem {
  const { base = {}, after = {} } = fromJson<{ base?: Refs; after?: Refs } | null>(row.refs) ?? {};
  const fields = fromJson<FieldValues | null>(row.after);
  // the cast: all of these columns are written by this module
  return {
    id: row.id,
    entity: row.entity,
    action: row.action,
    recordId: row.record_id,
    base: { fields: fromJson(row.base), refs: base },
    baseVersion: row.base_version,
    baseStatus: row.base_status,
    basedOn: fromJson<EarlierChange[] | null>(row.based_on) ?? [],
    after: fields && { fields, refs: after },
    event: row.event,
    reason: row.reason,
    overwrites: fromJson<string[] | null>(row.overwrites) ?? [],
    contributorIds: fromJson<number[] | null>(row.contributor_ids) ?? [],
    become: row.become ?? 'active',
    version: row.version,
    author: row.author,
    time: row.time,
    writtenVersion: row.written_version,
    outcome: row.outcome,
    problems: fromJson<ItemProblem[] | null>(row.problems) ?? [],
  } as SetItem;
}

/** Stores with the items of a set why they could not be released or reverted, unless somebody has changed them since. */
export async function storeItemProblems(db: Database, setId: number, results: ItemResult<SetItem>[]): Promise<void> {
  await queryItems(db, setId).update({ problems: null });
  for (const { item, problems = [] } of results)
    await queryItems(db, setId)
      .where({ id: item.id, version: item.version })
      .update({ problems: JSON.stringify(problems) });
}

/** The members of an item that people write. */
export type ItemDraft = Pick<
  SetItem,
  'entity' | 'action' | 'recordId' | 'base' | 'baseVersion' | 'after' | 'event' | 'become'
> &
  Partial<Pick<SetItem, 'baseStatus' | 'basedOn' | 'reason' | 'overwrites' | 'contributorIds' | 'version'>>;

/** Converts an item into columns of `proposal`; one without a version is new. */
export const toItemColumns = ({
  entity,
  action,
  recordId,
  base,
  baseVersion,
  after,
  event,
  become,
  version = 1,
  ...rest
}: ItemDraft) => ({
  entity,
  action,
  record_id: recordId,
  base_version: baseVersion,
  base_status: rest.baseStatus ?? null,
  based_on: rest.basedOn?.length ? JSON.stringify(rest.basedOn) : null,
  base: JSON.stringify(base.fields),
  after: after && JSON.stringify(after.fields),
  refs: JSON.stringify({ base: base.refs, after: after?.refs ?? {} }),
  event,
  reason: rest.reason ?? null,
  overwrites: rest.overwrites ? JSON.stringify(rest.overwrites) : null,
  contributor_ids: rest.contributorIds?.length ? JSON.stringify(rest.contributorIds) : null,
  become: action === 'create' ? become : null,
  final_code: finalCodeOf(base, after),
  changes: toStoredChanges({ base, after, version }),
  version,
  problems: null,
});

function finalCodeOf(base: ResolvedValues, after: ResolvedValues | null): string | null {
  const code = after?.fields.code;
  return typeof code === 'string' && code !== base.fields.code ? code : null;
}

/** What an item does to the code of its record: it deletes the record, or gives it another code. */
export interface CodeChange {
  /** The id of the item. */
  id: number;
  entity: EntityKey;
  recordId: number | null;
  /** Null for a deletion. */
  code: string | null;
  /** The version that the release wrote; null before, and for a record that it did not have to change. */
  writtenVersion: number | null;
}

/** Returns what an item of a set that is not released does to the code of its record, if anything. */
export const findCodeChange = (
  id: number,
  { entity, action, record_id: recordId, final_code: code }: ReturnType<typeof toItemColumns>,
): CodeChange[] => (code !== null || action === 'delete' ? [{ id, entity, recordId, code, writtenVersion: null }] : []);

/** Reads what the items of a set do to codes, in the order in which they were added. */
export const readCodeChanges = async (db: Database, setId: number): Promise<CodeChange[]> =>
  (await readCodeChangesOfSets(db, [setId])).get(setId) ?? [];

/** Reads for each of these sets what its items do to codes, in the order in which they were added. */
export async function readCodeChangesOfSets(db: Database, setIds: number[]): Promise<Map<number, CodeChange[]>> {
  const rows: (CodeChange & { setId: number })[] = await db('proposal')
    .whereIn('change_set_id', setIds)
    .where('changes_code', true)
    .orderBy('id')
    .select('id', 'entity', {
      setId: 'change_set_id',
      recordId: 'record_id',
      code: 'final_code',
      writtenVersion: 'written_version',
    });
  const changes = new Map<number, CodeChange[]>(setIds.map((id) => [id, []]));
  for (const { setId, ...change } of rows) changes.get(setId)?.push(change);
  return changes;
}

/** Whether the item brings back a deleted record. */
export const revivesRecord = ({ action, base }: Pick<SetItem, 'action' | 'base'>): boolean =>
  action === 'restore' && Object.keys(base.fields).length === 0;

/** Whether the item's record did not exist before the release. */
export const isCreation = (item: SetItem): boolean => item.action === 'create' || revivesRecord(item);

/** An item that has written its record. */
export type WrittenItem = SetItem & { recordId: number; writtenVersion: number };

export const isWritten = (item: SetItem): item is WrittenItem => item.recordId !== null && item.writtenVersion !== null;

/** Reads which deleted records the items of a set bring back, as `entity id`. */
export async function readRevivals(db: Database, setId: number): Promise<Set<string>> {
  const restorations = (await queryItems(db, setId).where('action', 'restore')).map(toSetItem);
  return new Set(restorations.filter(revivesRecord).map(({ entity, recordId }) => `${entity} ${recordId}`));
}

/** The last state of a deleted record, as the log has it. */
export interface Deletion {
  version: number;
  before: EntityRecord;
  refs: Refs;
}

/** Reads the last states of these records from the log, by id; without those that were not deleted last. */
export async function readDeletions(db: Database, entity: EntityKey, ids: number[]): Promise<Map<number, Deletion>> {
  const deletions = new Map<number, Deletion>();
  for (const id of ids) {
    // ordered by version, as sequence numbers of a cluster's servers interleave
    const row = await db('data_log')
      .where({ entity, record_id: id })
      .orderBy('version', 'desc')
      .first('version', 'before', 'after', 'refs');
    if (row && row.after === null)
      deletions.set(id, { version: row.version, before: fromJson(row.before), refs: fromJson(row.refs) ?? {} });
  }
  return deletions;
}
