import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Entity } from '#api/facts.gen.ts';
import { useStream } from '#crud/use-stream.ts';
import { api } from '#session/session.ts';
import { mostUrgent, type SyncStatus } from './lanes.ts';
import type { LaneKey, Measure, Span, SyncSearch } from './sync-search.ts';

/** Where all subscribers stand, live, and which cell is looked at. */
export function useSync(kinds: readonly Entity[]) {
  const search = useSearch({ from: '/_frame/sync-status' });
  const navigate = useNavigate();
  const streamed = useStream<SyncStatus>('/api/v1/sync-status/events', async (signal) => {
    return (await api.GET('/api/v1/sync-status', { signal })).data;
  });
  const { subscriber, kind } = search;
  const measure: Measure = search.show ?? 'lag';
  const span: Span = search.span ?? 'hour';

  // as long as nobody chooses, what was the most urgent at first stays: nothing jumps while others get worse
  const first = useRef<LaneKey>(undefined);
  if (streamed.data) first.current ??= mostUrgent(streamed.data.subscribers, kinds);
  const chosen: LaneKey | undefined = subscriber && kind ? { subscriber, kind } : first.current;

  const set = (part: { [Name in keyof SyncSearch]?: SyncSearch[Name] | undefined }) =>
    void navigate({
      to: '/sync-status',
      search: (now: SyncSearch) => ({ ...now, ...part }),
      replace: true,
    });

  return {
    ...streamed,
    chosen,
    measure,
    span,
    choose: (key: LaneKey) => set({ ...key }),
    setMeasure: (next: Measure) => set({ show: next === 'lag' ? undefined : next }),
    setSpan: (next: Span) => set({ span: next === 'day' ? next : undefined }),
  };
}

export type Sync = ReturnType<typeof useSync>;
