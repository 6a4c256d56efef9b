import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { EntityKey } from '#api/metadata.gen.ts';
import { useItemsOf } from '#crud/change-set/set-items.ts';
import { createRenaming, findInSet, recordsOfSet, type SetRecord } from '#crud/change-set/set-records.ts';
import type { WorkingSet } from '#crud/change-set/working-set.ts';
import { entityUi } from '#crud/define-entity.ts';
import { useDebouncedValue } from '#kit/use-debounced-value.ts';
import { useSession } from '#session/use-session.ts';
import { type CodedRecord, type RecordFilters, recordSearchQuery } from './find-records.ts';
import { useOptionalQuery, useRead } from './use-read.ts';

const DEBOUNCE_MS = 200;
const NO_RECORDS: CodedRecord[] = [];
const LATIN = /[a-z]/i;
const NO_FILTERS: RecordFilters = {};

interface SearchOptions {
  filters?: RecordFilters | undefined;
  /** The change set that will refer to what is found, which is therefore found as the set makes it. */
  set?: WorkingSet | null | undefined;
}

/** Searches an entity's records while the user types; requests of outdated queries are cancelled. */
export function useFindRecords(entity: EntityKey, { filters = NO_FILTERS, set }: SearchOptions = {}) {
  const { can, denialReason } = useSession();
  const [typedQuery, setTypedQuery] = useState<string>();
  const debouncedQuery = useDebouncedValue(typedQuery, typedQuery === '' ? 0 : DEBOUNCE_MS);
  const disabledReason = denialReason(`${entity}:read`);
  const enabled = debouncedQuery !== undefined && !disabledReason;
  const query = debouncedQuery ?? '';
  const { data, problem, loading } = useRead({ ...recordSearchQuery(entity, query, filters), enabled });
  const items = useItemsOf(set);
  const search = useSearchOfSets(items.length > 0);
  const mayBePinyin =
    search !== undefined &&
    LATIN.test(query) &&
    recordsOfSet(items, entity).some(({ record }) => search.hasChineseName(record));
  const syllablesOf = useOptionalQuery(
    mayBePinyin ? ['pinyin'] : null,
    async () => (await import('#crud/text/pinyin.ts')).typedSyllables,
  );
  const isFound = enabled && !problem && data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: callers may create equal filters anew
  const records = useMemo(
    () => (isFound ? findInSet(data, items, { entity, query, filters, search, syllablesOf }) : NO_RECORDS),
    [isFound, data, items, entity, query, JSON.stringify(filters), search, syllablesOf],
  );
  return {
    records,
    /** Whether the results do not match the typed query yet. */
    loading: typedQuery !== undefined && (loading || typedQuery !== debouncedQuery),
    problem: problem?.message,
    disabledReason,
    /** Whether the user may create a record that is not found. */
    mayCreate: can(`${entity}:create`),
    search: (q: string) => setTypedQuery(q.trim().slice(0, 100)),
  };
}

const useSearchOfSets = (isNeeded: boolean) =>
  useOptionalQuery(isNeeded ? ['search of sets'] : null, () => import('#crud/change-set/set-search.ts'));

/** Returns loaded records as a change set makes them, without those that it deletes, and all those of the kind to which it gives values. */
export function useRecordsInSet(
  entity: EntityKey,
  live: readonly CodedRecord[],
  set: WorkingSet | null | undefined,
): CodedRecord[] {
  const items = useItemsOf(set);
  const search = useSearchOfSets(items.length > 0);
  return useMemo(
    () => findInSet(live, items, { entity, query: '', filters: NO_FILTERS, search, syllablesOf: undefined }),
    [entity, live, items, search],
  );
}

/** Returns a function that finds the record with a code among those to which a change set gives values. */
export function useSetRecords(set: WorkingSet | null | undefined, entity: EntityKey | undefined) {
  const items = useItemsOf(set);
  const records = entity ? recordsOfSet(items, entity) : [];
  return (code: unknown): SetRecord | undefined => records.find(({ record }) => record.code === code);
}

/**
 * Loads the record with a code, as a change set makes it where the set will refer to it; undefined while loading and for users who may
 * not read the entity.
 */
export function useRecordByCode(
  entity: EntityKey,
  code: unknown,
  set?: WorkingSet | null | undefined,
): CodedRecord | undefined {
  const { can } = useSession();
  const items = useItemsOf(set);
  const schema = entityUi(entity)?.schema;
  const inSet = useSetRecords(set, entity)(code);
  const readableCode = typeof code === 'string' && can(`${entity}:read`) && !inSet ? code : undefined;
  // failures are ignored: without its name, the record's code is shown
  const { data } = useQuery({
    ...recordSearchQuery(entity, '', { code: readableCode ?? '' }),
    enabled: readableCode !== undefined,
  });
  const live = readableCode === undefined ? undefined : data?.[0];
  return useMemo(
    () => inSet?.record ?? (live && schema ? createRenaming(items, schema)(live) : live),
    [inSet, live, schema, items],
  );
}
