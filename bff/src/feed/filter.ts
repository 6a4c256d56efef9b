import type { EntityRecord, Refs } from '#crud/model.ts';
import type { Database } from '#database';
import type { EntityKey } from '#http/contract.ts';
import type { Subscriber } from '#http/operation-types.ts';

/** As it is kept with a subscriber: countries by their ids. Without a member it narrows nothing. */
export type StoredFilter = NonNullable<Subscriber['filter']>;

export interface State {
  entity: EntityKey;
  recordId: number;
  record: EntityRecord;
  /** Ids behind the codes of `record`, where they are known. */
  refs?: Refs | undefined;
}

/** Whether a subscriber gets a record as it is in this state. */
export type Filter = (state: State) => boolean;

export const everything: Filter = () => true;

/** A filter for the work at hand: it knows the countries' codes of now. */
export async function readFilter(db: Database, stored: StoredFilter | null): Promise<Filter> {
  const { statuses, countries } = stored ?? {};
  if (!statuses && !countries) return everything;
  const ofStatus: Filter = statuses ? ({ record }) => statuses.includes(record.status) : everything;
  const ofCountry = countries ? await countryFilter(db, countries) : everything;
  return (state) => ofStatus(state) && ofCountry(state);
}

const isCountryPlace = (pointer: string) => /^\/(country|countries\/\d+)$/.test(pointer);

/** Records of a kind that has no country pass. */
async function countryFilter(db: Database, countries: number[]): Promise<Filter> {
  const wanted = new Set(countries);
  const others = await codesOfOthers(db, countries);
  return ({ entity, recordId, record, refs }) => {
    if (entity === 'country') return wanted.has(recordId);
    const codes = codesIn(record);
    if (!codes) return true;
    if (!refs) return codes.some((code) => !others.has(code));
    return Object.entries(refs).some(([pointer, id]) => isCountryPlace(pointer) && wanted.has(id));
  };
}

function codesIn({ country, countries }: EntityRecord): string[] | undefined {
  if (country !== undefined) return country === null ? [] : [String(country)];
  // the contract's only field of this name
  return countries as string[] | undefined;
}

/**
 * Codes that are surely of countries beside these. A state without ids is one that a record had: a code that one of these
 * countries ever had, or that nobody has today, may have meant it then. A needless tombstone does no harm.
 */
async function codesOfOthers(db: Database, countries: number[]): Promise<Set<string>> {
  const others = new Set<string>(await db('country').whereNotIn('id', countries).pluck('code'));
  const log = await db('data_log')
    .where('entity', 'country')
    .whereIn('record_id', countries)
    .distinct('code', db.raw("JSON_UNQUOTE(JSON_EXTRACT(`before`, '$.code')) AS earlier"));
  for (const { code, earlier } of log) for (const own of [code, earlier]) others.delete(own);
  return others;
}
