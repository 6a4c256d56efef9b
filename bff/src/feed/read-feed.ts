import type { EntityRecord, Refs } from '#crud/model.ts';
import { type Database, fromJson } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Subscriber } from '#http/operation-types.ts';
import { type FeedRange, type FeedRow, readFeedRows } from './feed-rows.ts';

interface FeedPage {
  items: ChangeItem[];
  /** The last checked position, which advances even if the filter excludes all changes. */
  position: number;
  /** Whether there are changes after it. */
  more: boolean;
}

const readMark = async (db: Database, name: 'head' | 'pruned' | 'epoch'): Promise<number> =>
  (await db('feed_mark').where('name', name).first('position'))?.position ?? 0;

/** Reads the last assigned position. All changes up to it are visible, as positions are assigned one transaction after another. */
export const readHead = (db: Database) => readMark(db, 'head');

/** Reads the number of the feed's epoch: another one after the database was restored from a backup. */
export const readEpoch = (db: Database) => readMark(db, 'epoch');

/** Reads the head and the epoch of the feed by one statement. */
export async function readHeadAndEpoch(db: Database): Promise<{ head: number; epoch: number }> {
  const marks: { name: string; position: number }[] = await db('feed_mark')
    .whereIn('name', ['head', 'epoch'])
    .select('name', 'position');
  const positionOf = (name: string) => marks.find((mark) => mark.name === name)?.position ?? 0;
  return { head: positionOf('head'), epoch: positionOf('epoch') };
}

/** Reads the last pruned position. */
export const readLastPrunedPosition = (db: Database) => readMark(db, 'pruned');

interface FeedQuery extends FeedRange {
  filter?: ChangeFilter | undefined;
  /** The head of the feed, if it is already known. */
  head?: number;
}

/** Reads the next changes that pass the filter; checks at most `limit` changes. */
export async function readFeed(
  db: Database,
  { head: knownHead, filter = NO_FILTER, ...range }: FeedQuery,
): Promise<FeedPage> {
  const head = knownHead ?? (await readHead(db));
  const rows = await readFeedRows(db, { ...range, includesBefore: filter !== NO_FILTER });
  const last = rows.at(-1)?.position ?? range.after;
  // at the end the position advances to the head even for rare entities, as otherwise the cursor might expire
  const position = rows.length < range.limit ? Math.max(last, head) : last;
  return {
    items: rows.flatMap((row) => toChangeItem(row, filter) ?? []),
    position,
    more: position < head,
  };
}

export type ChangeItem = Schemas['ChangeItem'];

/**
 * Converts a change for a subscriber: into the record, or into a tombstone if it was deleted or no longer passes the filter; null if the
 * filter excludes the record before and after the change.
 */
export function toChangeItem(row: FeedRow, filter: ChangeFilter = NO_FILTER): ChangeItem | null {
  const { epoch, position, entity, recordId, code, action, version, changeSetId } = row;
  const record = recordAfter(row, filter);
  if (!record && !wasInFilter(row, filter)) return null;
  return {
    id: `chg_${position}`,
    schema: 1,
    epoch,
    position,
    entity,
    recordId,
    code,
    // subscribers need not distinguish why the record's values changed
    action: action === 'reference' ? 'update' : action,
    version,
    time: row.time.toISOString(),
    deleted: !record,
    // the cast: a record of this entity as it was logged
    record: record as ChangeItem['record'],
    ...(changeSetId === null ? {} : { changeSetId }),
  };
}

/** A change as the log has it; its states are objects or JSON texts. */
export interface LoggedChange extends Pick<FeedRow, 'entity' | 'recordId' | 'action'> {
  before: unknown;
  after: unknown;
  refs: unknown;
}

/** What a change is for a subscriber: a record that it did not have, a new state of one that it has, or one that it has no longer. */
export type Delivery = 'enter' | 'update' | 'leave';

/** Returns what a change is for a subscriber; undefined if the filter excludes the record before and after the change. */
export function deliveryOf(change: LoggedChange, filter: ChangeFilter): Delivery | undefined {
  const hadRecord = wasInFilter(change, filter);
  if (recordAfter(change, filter)) return hadRecord ? 'update' : 'enter';
  return hadRecord ? 'leave' : undefined;
}

function recordAfter({ entity, recordId, after, refs }: LoggedChange, filter: ChangeFilter): EntityRecord | null {
  const record = fromJson<EntityRecord | null>(after);
  if (!record || filter === NO_FILTER) return record;
  return filter({ entity, recordId, record, refs: refsOf(refs) }) ? record : null;
}

function wasInFilter({ entity, recordId, action, before, after, refs }: LoggedChange, filter: ChangeFilter): boolean {
  if (before === null || filter === NO_FILTER) return before !== null;
  // the logged ids belong to `after`, or to `before` for a deletion; the action `reference` changes codes but not ids
  const knownRefs = after === null || action === 'reference' ? refsOf(refs) : undefined;
  return filter({ entity, recordId, record: fromJson(before), refs: knownRefs });
}

const refsOf = (refs: unknown): Refs | undefined => fromJson(refs) ?? undefined;

/** A subscriber's filter as stored, with ids of countries. A missing member does not filter. */
export type StoredFilter = NonNullable<Subscriber['filter']>;

/** A state of a record to which filters are applied. */
export interface RecordState {
  entity: EntityKey;
  recordId: number;
  record: EntityRecord;
  /** The ids of referenced records, if known. */
  refs?: Refs | undefined;
}

/** Whether a subscriber receives a record in this state. */
export type ChangeFilter = (state: RecordState) => boolean;

/** Lets all records pass. */
export const NO_FILTER: ChangeFilter = () => true;

/** Loads a filter with the current codes of its countries. */
export async function loadChangeFilter(db: Database, stored: StoredFilter | null): Promise<ChangeFilter> {
  const { statuses, countries } = stored ?? {};
  if (!statuses && !countries) return NO_FILTER;
  const passesStatus: ChangeFilter = statuses ? ({ record }) => statuses.includes(record.status) : NO_FILTER;
  const passesCountry = countries ? await countryFilter(db, countries) : NO_FILTER;
  return (state) => passesStatus(state) && passesCountry(state);
}

const isCountryPointer = (pointer: string) => /^\/(country|countries\/\d+)$/.test(pointer);

/** Creates a filter by country; records of entities without a country pass. */
async function countryFilter(db: Database, countries: number[]): Promise<ChangeFilter> {
  const countryIds = new Set(countries);
  const otherCodes = await readOtherCodes(db, countries);
  return ({ entity, recordId, record, refs }) => {
    if (entity === 'country') return countryIds.has(recordId);
    const codes = countryCodesOf(record);
    if (!codes) return true;
    if (!refs) return codes.some((code) => !otherCodes.has(code));
    return Object.entries(refs).some(([pointer, id]) => isCountryPointer(pointer) && countryIds.has(id));
  };
}

function countryCodesOf({ country, countries }: EntityRecord): string[] | undefined {
  if (country !== undefined) return country === null ? [] : [String(country)];
  // the cast: the contract has a single field of this name
  return countries as string[] | undefined;
}

/**
 * Reads the codes that certainly belong to other countries. They are needed for earlier states, whose ids are unknown: a code that one of
 * these countries has ever had, or that no country has today, may have belonged to one of them. A superfluous tombstone does no harm.
 */
async function readOtherCodes(db: Database, countries: number[]): Promise<Set<string>> {
  const otherCodes = new Set<string>(await db('country').whereNotIn('id', countries).pluck('code'));
  const log = await db('data_log')
    .where('entity', 'country')
    .whereIn('record_id', countries)
    .distinct('code', db.raw("JSON_UNQUOTE(JSON_EXTRACT(`before`, '$.code')) AS earlier"));
  for (const { code, earlier } of log) for (const ownCode of [code, earlier]) otherCodes.delete(ownCode);
  return otherCodes;
}
