import type { EntityRecord, Refs } from '#crud/model.ts';
import { type Database, fromJson } from '#database';
import type { EntityKey, Schemas } from '#http/contract.ts';
import type { Subscriber } from '#http/operation-types.ts';
import { type FeedRange, type FeedRow, readFeedRows } from './feed-rows.ts';

interface FeedPage {
  items: ChangeItem[];
  /** The last position looked at: it grows even where the filter let nothing through. */
  position: number;
  /** Whether the feed went on after it. */
  more: boolean;
}

async function readMark(db: Database, name: 'head' | 'pruned'): Promise<number> {
  const { position } = await db('feed_mark').where('name', name).first('position');
  return position;
}

/** The last position given. All up to it can be read: positions are given one transaction after another. */
export const readHead = (db: Database) => readMark(db, 'head');

/** The last position removed. */
export const readPruned = (db: Database) => readMark(db, 'pruned');

interface FeedReading extends FeedRange {
  filter?: Filter | undefined;
  /** The head of the feed, where it has been asked for already. */
  head?: number;
}

/** The next changes of the feed that pass the filter, of at most `limit` looked at. */
export async function readFeed(
  db: Database,
  { head: knownHead, filter = NO_FILTER, ...part }: FeedReading,
): Promise<FeedPage> {
  const head = knownHead ?? (await readHead(db));
  const rows = await readFeedRows(db, { ...part, includesBefore: filter !== NO_FILTER });
  const last = rows.at(-1)?.position ?? part.after;
  // whoever wants a rare kind goes on with all others, whose changes may have been removed by the next time
  const position = rows.length < part.limit ? Math.max(last, head) : last;
  return {
    items: rows.flatMap((row) => toChangeItem(row, filter) ?? []),
    position,
    more: position < head,
  };
}

export type ChangeItem = Schemas['ChangeItem'];

/**
 * What a subscriber gets of a change: the record, or a tombstone where it was deleted or left the filter; null where the
 * filter keeps all of it away.
 */
export function toChangeItem(row: FeedRow, filter: Filter = NO_FILTER): ChangeItem | null {
  const { position, entity, recordId, code, action, version } = row;
  const record = recordAfter(row, filter);
  if (!record && !wasInFilter(row, filter)) return null;
  return {
    id: `chg_${position}`,
    schema: 1,
    position,
    entity,
    recordId,
    code,
    // the record answers something else than before, whatever that comes from
    action: action === 'reference' ? 'update' : action,
    version,
    time: row.time.toISOString(),
    deleted: !record,
    // the record of its kind, as it was answered and logged
    record: record as ChangeItem['record'],
  };
}

function recordAfter({ entity, recordId, after, refs }: FeedRow, filter: Filter): EntityRecord | null {
  const record = fromJson<EntityRecord | null>(after);
  if (!record || filter === NO_FILTER) return record;
  return filter({ entity, recordId, record, refs: refsOf(refs) }) ? record : null;
}

function wasInFilter({ entity, recordId, action, before, after, refs }: FeedRow, filter: Filter): boolean {
  if (before === null || filter === NO_FILTER) return before !== null;
  // the log's ids are those of `after`, but of `before` for a deletion; another code stands for the same one
  const knownHead = after === null || action === 'reference' ? refsOf(refs) : undefined;
  return filter({ entity, recordId, record: fromJson(before), refs: knownHead });
}

const refsOf = (refs: string | null): Refs | undefined => fromJson(refs) ?? undefined;

/** As it is kept with a subscriber: countries by their ids. Without a member it narrows nothing. */
export type StoredFilter = NonNullable<Subscriber['filter']>;

export interface RecordState {
  entity: EntityKey;
  recordId: number;
  record: EntityRecord;
  /** Ids behind the codes of `record`, where they are known. */
  refs?: Refs | undefined;
}

/** Whether a subscriber gets a record as it is in this state. */
export type Filter = (state: RecordState) => boolean;

export const NO_FILTER: Filter = () => true;

/** A filter for the work at hand: it knows the countries' codes of now. */
export async function readFilter(db: Database, stored: StoredFilter | null): Promise<Filter> {
  const { statuses, countries } = stored ?? {};
  if (!statuses && !countries) return NO_FILTER;
  const passesStatus: Filter = statuses ? ({ record }) => statuses.includes(record.status) : NO_FILTER;
  const passesCountry = countries ? await countryFilter(db, countries) : NO_FILTER;
  return (state) => passesStatus(state) && passesCountry(state);
}

const isCountryPointer = (pointer: string) => /^\/(country|countries\/\d+)$/.test(pointer);

/** Records of a kind that has no country pass. */
async function countryFilter(db: Database, countries: number[]): Promise<Filter> {
  const wantedIds = new Set(countries);
  const otherCodes = await readOtherCodes(db, countries);
  return ({ entity, recordId, record, refs }) => {
    if (entity === 'country') return wantedIds.has(recordId);
    const codes = countryCodesIn(record);
    if (!codes) return true;
    if (!refs) return codes.some((code) => !otherCodes.has(code));
    return Object.entries(refs).some(([pointer, id]) => isCountryPointer(pointer) && wantedIds.has(id));
  };
}

function countryCodesIn({ country, countries }: EntityRecord): string[] | undefined {
  if (country !== undefined) return country === null ? [] : [String(country)];
  // the contract's only field of this name
  return countries as string[] | undefined;
}

/**
 * Codes that are surely of countries beside these. A state without ids is one that a record had: a code that one of these
 * countries ever had, or that nobody has today, may have meant it then. A needless tombstone does no harm.
 */
async function readOtherCodes(db: Database, countries: number[]): Promise<Set<string>> {
  const otherCodes = new Set<string>(await db('country').whereNotIn('id', countries).pluck('code'));
  const log = await db('data_log')
    .where('entity', 'country')
    .whereIn('record_id', countries)
    .distinct('code', db.raw("JSON_UNQUOTE(JSON_EXTRACT(`before`, '$.code')) AS earlier"));
  for (const { code, earlier } of log) for (const own of [code, earlier]) otherCodes.delete(own);
  return otherCodes;
}
