import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import type { EntityKey } from '#api/metadata.gen.ts';
import { useStream } from '#crud/read/use-stream.ts';
import { api } from '#session/session.ts';
import { findMostUrgentLane, type SyncStatus } from './lanes.ts';
import type { CellMeasure, ChartSpan, LaneKey, SyncSearch } from './sync-search.ts';

/** Streams the status of all subscribers, and manages the selected lane, measure and span in the URL. */
export function useSync(entities: readonly EntityKey[]) {
  const search = useSearch({ from: '/_frame/sync-status' });
  const navigate = useNavigate();
  const stream = useStream<SyncStatus>('/api/v1/sync-status/events', async (signal) => {
    return (await api.GET('/api/v1/sync-status', { signal })).data;
  });
  const { subscriber, kind } = search;
  const measure: CellMeasure = search.show ?? 'lag';
  const span: ChartSpan = search.span ?? 'hour';

  // Until the user selects a lane, the one that was the most urgent at first stays selected, so the page does not jump.
  const initialLane = useRef<LaneKey>(undefined);
  if (stream.data) initialLane.current ??= findMostUrgentLane(stream.data.subscribers, entities);
  const selectedLane: LaneKey | undefined = subscriber && kind ? { subscriber, kind } : initialLane.current;

  const updateSearch = (change: { [Name in keyof SyncSearch]?: SyncSearch[Name] | undefined }) =>
    void navigate({
      to: '/sync-status',
      search: (current: SyncSearch) => ({ ...current, ...change }),
      replace: true,
    });

  return {
    ...stream,
    selectedLane,
    measure,
    span,
    state: search.state,
    selectLane: (key: LaneKey) => updateSearch({ ...key }),
    setMeasure: (next: CellMeasure) => updateSearch({ show: next === 'lag' ? undefined : next }),
    setState: (next: SyncSearch['state']) => updateSearch({ state: next }),
    setSpan: (next: ChartSpan) => updateSearch({ span: next === 'day' ? next : undefined }),
  };
}

export type Sync = ReturnType<typeof useSync>;
