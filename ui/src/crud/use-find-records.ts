import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Entity } from '#api/facts.gen.ts';
import { useDebouncedValue } from '#kit/use-debounced-value.ts';
import { useSession } from '#session/use-session.ts';
import { type Filters, type FoundRecord, findQuery } from './find-records.ts';
import { useRead } from './use-read.ts';

const PAUSE_MS = 200;
const none: FoundRecord[] = [];

/** Searches a kind while somebody types; an answer that comes too late is dropped, its call cancelled. */
export function useFindRecords(kind: Entity, filters: Filters = {}) {
  const { refuse } = useSession();
  const [asked, ask] = useState<string>();
  const settled = useDebouncedValue(asked, asked === '' ? 0 : PAUSE_MS);
  const refused = refuse(`${kind}:read`);
  const enabled = settled !== undefined && !refused;
  const { data, problem, loading } = useRead({ ...findQuery(kind, settled ?? '', filters), enabled });
  return {
    records: (enabled && !problem && data) || none,
    /** What is shown does not answer what was typed yet. */
    loading: asked !== undefined && (loading || asked !== settled),
    problem: problem?.message,
    refused,
    ask: (q: string) => ask(q.trim().slice(0, 100)),
  };
}

/** The record that a code names; undefined while it is unknown, and for who may not read its kind. */
export function useRecordOf(kind: Entity, code: unknown): FoundRecord | undefined {
  const { can } = useSession();
  const wanted = typeof code === 'string' && can(`${kind}:read`) ? code : undefined;
  // a name that cannot be had is no reason to disturb: its code stands there
  const { data } = useQuery({ ...findQuery(kind, '', { code: wanted ?? '' }), enabled: wanted !== undefined });
  return wanted === undefined ? undefined : data?.[0];
}
