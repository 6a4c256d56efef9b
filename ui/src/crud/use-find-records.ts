import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Entity } from '#api/facts.gen.ts';
import { useDebouncedValue } from '#kit/use-debounced-value.ts';
import { useSession } from '#session/use-session.ts';
import { type Filters, type FoundRecord, findQuery } from './find-records.ts';
import { useRead } from './use-read.ts';

const DEBOUNCE_MS = 200;
const NO_RECORDS: FoundRecord[] = [];

/** Searches a kind while somebody types; the call for an outdated query is cancelled. */
export function useFindRecords(kind: Entity, filters: Filters = {}) {
  const { denialReason } = useSession();
  const [typedQuery, setTypedQuery] = useState<string>();
  const debouncedQuery = useDebouncedValue(typedQuery, typedQuery === '' ? 0 : DEBOUNCE_MS);
  const disabledReason = denialReason(`${kind}:read`);
  const enabled = debouncedQuery !== undefined && !disabledReason;
  const { data, problem, loading } = useRead({ ...findQuery(kind, debouncedQuery ?? '', filters), enabled });
  return {
    records: (enabled && !problem && data) || NO_RECORDS,
    /** What is shown does not answer what was typed yet. */
    loading: typedQuery !== undefined && (loading || typedQuery !== debouncedQuery),
    problem: problem?.message,
    disabledReason,
    ask: (q: string) => setTypedQuery(q.trim().slice(0, 100)),
  };
}

/** The record that a code names; undefined while it is unknown, and for who may not read its kind. */
export function useRecordOf(kind: Entity, code: unknown): FoundRecord | undefined {
  const { can } = useSession();
  const readableCode = typeof code === 'string' && can(`${kind}:read`) ? code : undefined;
  // a name that cannot be had is no reason to disturb: its code stands there
  const { data } = useQuery({
    ...findQuery(kind, '', { code: readableCode ?? '' }),
    enabled: readableCode !== undefined,
  });
  return readableCode === undefined ? undefined : data?.[0];
}
