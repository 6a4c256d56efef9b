import { type Entity, resources } from '#api/facts.gen.ts';
import { api } from '#session/session.ts';
import type { AnyRecord, Values } from './define-entity.ts';
import { learnLabels, learnRecords } from './labels.ts';
import { changeGeneration, queryClient } from './query-client.ts';
import type { ListData } from './resource.ts';

/** A record that others refer to: those kinds all have codes and names. */
export type FoundRecord = AnyRecord & Values & Required<Pick<AnyRecord, 'code' | 'name' | 'locales'>>;
/** Further conditions of the kind's list: `{ country: 'CN' }`. */
export type Filters = Readonly<Record<string, string>>;

/** Others change records too, and nobody tells of that here. */
const STALE_MS = 60_000;

/** Who types a whole code means that record. */
function exactMatchesFirst(records: readonly FoundRecord[], q: string): FoundRecord[] {
  const exact = ({ code }: FoundRecord) => Number(code === q.toUpperCase());
  return [...records].sort((a, b) => exact(b) - exact(a));
}

/** The best matches for a code, a name in any language or pinyin; they stand for a while, or until a record changes. */
export function findQuery(kind: Entity, q: string, filters: Filters = {}) {
  return {
    queryKey: ['find', kind, q, filters, changeGeneration()],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const query = { page: 1, pageSize: 20, ...filters, ...(q ? { q } : {}) };
      const answer = await api.send('GET', resources[kind], { params: { query }, signal });
      // every kind's list answers so, by the contract
      const { items, labels } = answer.data as ListData & { items: FoundRecord[] };
      learnLabels(labels);
      learnRecords(kind, items);
      return exactMatchesFirst(items, q);
    },
    staleTime: STALE_MS,
    gcTime: STALE_MS,
  };
}

export const findRecords = (kind: Entity, q: string, filters: Filters = {}): Promise<FoundRecord[]> =>
  queryClient.fetchQuery(findQuery(kind, q, filters));

/** The record with that very code. */
export const recordOf = async (kind: Entity, code: string): Promise<FoundRecord | undefined> =>
  (await findRecords(kind, '', { code }))[0];

/** The record with that code as it was answered lately; undefined where none was, or where records have changed since. */
export function seenRecord(kind: Entity, code: string): FoundRecord | undefined {
  const { queryKey } = findQuery(kind, '', { code });
  const state = queryClient.getQueryState<FoundRecord[]>(queryKey);
  return state && Date.now() - state.dataUpdatedAt < STALE_MS ? state.data?.[0] : undefined;
}
