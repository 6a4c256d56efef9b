import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { EntityKey } from '#api/metadata.gen.ts';
import { useDebouncedValue } from '#kit/use-debounced-value.ts';
import { useSession } from '#session/use-session.ts';
import { type CodedRecord, type RecordFilters, recordSearchQuery } from './find-records.ts';
import { useRead } from './use-read.ts';

const DEBOUNCE_MS = 200;
const NO_RECORDS: CodedRecord[] = [];

/** Searches an entity's records while the user types; requests of outdated queries are cancelled. */
export function useFindRecords(entity: EntityKey, filters: RecordFilters = {}) {
  const { can, denialReason } = useSession();
  const [typedQuery, setTypedQuery] = useState<string>();
  const debouncedQuery = useDebouncedValue(typedQuery, typedQuery === '' ? 0 : DEBOUNCE_MS);
  const disabledReason = denialReason(`${entity}:read`);
  const enabled = debouncedQuery !== undefined && !disabledReason;
  const { data, problem, loading } = useRead({ ...recordSearchQuery(entity, debouncedQuery ?? '', filters), enabled });
  return {
    records: (enabled && !problem && data) || NO_RECORDS,
    /** Whether the results do not match the typed query yet. */
    loading: typedQuery !== undefined && (loading || typedQuery !== debouncedQuery),
    problem: problem?.message,
    disabledReason,
    /** Whether the user may create a record that is not found. */
    mayCreate: can(`${entity}:create`),
    search: (q: string) => setTypedQuery(q.trim().slice(0, 100)),
  };
}

/** Loads the record with a code; undefined while loading and for users who may not read the entity. */
export function useRecordByCode(entity: EntityKey, code: unknown): CodedRecord | undefined {
  const { can } = useSession();
  const readableCode = typeof code === 'string' && can(`${entity}:read`) ? code : undefined;
  // failures are ignored: without its name, the record's code is shown
  const { data } = useQuery({
    ...recordSearchQuery(entity, '', { code: readableCode ?? '' }),
    enabled: readableCode !== undefined,
  });
  return readableCode === undefined ? undefined : data?.[0];
}
