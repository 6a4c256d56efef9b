import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { LogSearch, SearchPatch } from './log-search.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The cursors of the previous pages, in the history state, not in the address. '' is the newest; without it, a link has opened the first
     * of them.
     */
    trail?: readonly string[];
  }
}

interface Page {
  items: readonly unknown[];
  total: number;
  /** The cursor of the next page. */
  nextCursor: string | null;
}

/** Returns the navigation from the shown page to other pages, entries and filters of the log at `to`. */
export function useLogPages<Search extends LogSearch>(to: string, search: Search, page: Page | undefined) {
  const trail = useLocation({ select: ({ state }) => state.trail }) ?? [];
  const navigate = useNavigate();
  const { cursor, pageSize = 20 } = search;
  const previousCursors = cursor === undefined ? [] : trail;
  const isPositionKnown = cursor === undefined || trail[0] === '';

  const next = page?.nextCursor;
  // the entries of an old link may have been removed
  const isPastEnd = cursor !== undefined && page?.items.length === 0 && page.total > 0;
  const goToNewest = useEffectEvent(() => set({ cursor: undefined }, undefined, true));
  useEffect(() => {
    if (isPastEnd) void goToNewest();
  }, [isPastEnd]);

  function set(part: object, nextTrail: readonly string[] | 'unchanged' | undefined, replace = false) {
    return navigate({
      to,
      replace,
      // the route validates the URL parameters
      search: ((now: Search) => ({ ...now, ...part })) as never,
      state: (now) => {
        const { trail, ...rest } = now;
        const next = nextTrail === 'unchanged' ? trail : nextTrail;
        return next ? { ...rest, trail: next } : rest;
      },
    });
  }
  return {
    pageSize,
    /** The number of entries on newer pages; unknown if the page was opened by a link. */
    newerCount: isPositionKnown ? previousCursors.length * pageSize : undefined,
    openEntry: (id: number | undefined) => void set({ id }, 'unchanged'),
    /** Changes filters and returns to the newest page. */
    filterBy: (part: SearchPatch<Search>) => void set({ ...part, cursor: undefined, id: undefined }, undefined),
    /** The same for a view of the log, which may replace the entry of the browser's history. */
    showView: (part: object, { replace = false } = {}) =>
      set({ ...part, cursor: undefined, id: undefined }, undefined, replace),
    onNext: next ? () => void set({ cursor: next, id: undefined }, [...previousCursors, cursor ?? '']) : undefined,
    onPrevious:
      cursor === undefined
        ? undefined
        : () => void set({ cursor: previousCursors.at(-1) || undefined, id: undefined }, previousCursors.slice(0, -1)),
  };
}
