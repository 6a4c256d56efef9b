import { type EntityKey, resources } from '#api/metadata.gen.ts';
import type { AnyRecord, Values } from '#crud/define-entity.ts';
import type { ListResponse } from '#crud/resource.ts';
import { cacheLabels, cacheRecordLabels } from '#crud/text/record-name-cache.ts';
import { api } from '#session/session.ts';
import { changeGeneration, queryClient } from './query-client.ts';

/** A record of an entity that others can refer to: all of these have codes and names. */
export type CodedRecord = AnyRecord & Values & Required<Pick<AnyRecord, 'code' | 'name' | 'locales'>>;
/** Additional filters of the entity's list: `{ country: 'CN' }`. */
export type RecordFilters = Readonly<Record<string, string>>;

/** The lifetime of search results: changes elsewhere are noticed only when the overview is next polled. */
const STALE_MS = 60_000;

/** Sorts records whose code is exactly the query first. */
function exactMatchesFirst(records: readonly CodedRecord[], q: string): CodedRecord[] {
  const isExact = ({ code }: CodedRecord) => Number(code === q.toUpperCase());
  return [...records].sort((a, b) => isExact(b) - isExact(a));
}

/** Returns the query that searches records by code, pinyin or a name in any language; cached until a record changes. */
export function recordSearchQuery(entity: EntityKey, q: string, filters: RecordFilters = {}) {
  return {
    queryKey: ['find', entity, q, filters, changeGeneration()],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const query = { page: 1, pageSize: 20, ...filters, ...(q ? { q } : {}) };
      const response = await api.send('GET', resources[entity], { params: { query }, signal });
      // the cast: by the contract, every entity's list has this response
      const { items, labels } = response.data as ListResponse & { items: CodedRecord[] };
      cacheLabels(labels);
      cacheRecordLabels(entity, items);
      return exactMatchesFirst(items, q);
    },
    staleTime: STALE_MS,
    gcTime: STALE_MS,
  };
}

export const findRecords = (entity: EntityKey, q: string, filters: RecordFilters = {}): Promise<CodedRecord[]> =>
  queryClient.fetchQuery(recordSearchQuery(entity, q, filters));

/** Finds the record with exactly this code. */
export const findByCode = async (entity: EntityKey, code: string): Promise<CodedRecord | undefined> =>
  (await findRecords(entity, '', { code }))[0];

/** Returns the record with this code if it was loaded recently and no record has changed since. */
export function cachedRecord(entity: EntityKey, code: string): CodedRecord | undefined {
  const { queryKey } = recordSearchQuery(entity, '', { code });
  const state = queryClient.getQueryState<CodedRecord[]>(queryKey);
  return state && Date.now() - state.dataUpdatedAt < STALE_MS ? state.data?.[0] : undefined;
}
