import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import type { Schemas } from '#api/facts.gen.ts';
import { useLoaded } from '#crud/use-loaded.ts';
import { api } from '#session/session.ts';
import { type LogPart, type LogSearch, toQuery } from './log-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where the pages before this one begin; '' is the newest. Only the way to a page knows them. */
    trail?: readonly string[];
  }
}

export type LogEntry = Schemas['UserLogEntry'];

/** The page of the log that the address says, and the ways on. */
export function useLogs() {
  // the route validates its search by `logSearch`
  const search: LogSearch = useSearch({ strict: false });
  const trail = useLocation({ select: ({ state }) => state.trail });
  const navigate = useNavigate();
  const query = toQuery(search);
  const loaded = useLoaded(`user logs ${JSON.stringify(query)}`, async (signal) => {
    return (await api.GET('/api/v1/user-logs', { params: { query }, signal })).data;
  });

  function set(part: LogPart, trail: readonly string[] | 'kept' | undefined) {
    return navigate({
      to: '/users/user-log-list',
      search: (now: LogSearch) => ({ ...now, ...part }) as never,
      state: (now) => {
        const { trail: before, ...rest } = now;
        const next = trail === 'kept' ? before : trail;
        return next ? { ...rest, trail: next } : rest;
      },
    });
  }
  const { cursor, pageSize = 20 } = search;
  const next = loaded.data?.nextCursor;
  const behind = cursor === undefined ? [] : trail;
  return {
    ...loaded,
    search,
    pageSize,
    /** How many entries are newer than this page; unknown to who came by a link. */
    before: behind && behind.length * pageSize,
    show: (id: number | undefined) => void set({ id }, 'kept'),
    /** Other conditions begin with the newest again. */
    filterBy: (part: LogPart) => void set({ ...part, cursor: undefined, id: undefined }, undefined),
    onNext: next ? () => void set({ cursor: next, id: undefined }, [...(behind ?? ['']), cursor ?? '']) : undefined,
    onPrevious:
      cursor === undefined
        ? undefined
        : () => void set({ cursor: behind?.at(-1) || undefined, id: undefined }, behind?.slice(0, -1)),
  };
}

export type Logs = ReturnType<typeof useLogs>;
