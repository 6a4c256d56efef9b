import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { LogAddress, SearchPatch } from './log-address.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where the pages before this one begin; '' is the newest. Only the way to a page knows them. */
    trail?: readonly string[];
  }
}

interface Page {
  items: readonly unknown[];
  total: number;
  /** Where the page after this one begins. */
  nextCursor: string | null;
}

/** The ways to other pages, entries and conditions of the log at `to`, from the page that is shown. */
export function useLogPages<Search extends LogAddress>(to: string, search: Search, page: Page | undefined) {
  const trail = useLocation({ select: ({ state }) => state.trail });
  const navigate = useNavigate();
  const { cursor, pageSize = 20 } = search;
  const previousCursors = cursor === undefined ? [] : trail;

  const next = page?.nextCursor;
  // an old link, whose entries have been removed since
  const isPastEnd = cursor !== undefined && page?.items.length === 0 && page.total > 0;
  const goToNewest = useEffectEvent(() => set({ cursor: undefined }, undefined, true));
  useEffect(() => {
    if (isPastEnd) void goToNewest();
  }, [isPastEnd]);

  function set(part: object, trail: readonly string[] | 'kept' | undefined, replace = false) {
    return navigate({
      to,
      replace,
      // the route validates what comes of it
      search: ((now: Search) => ({ ...now, ...part })) as never,
      state: (now) => {
        const { trail: newerCount, ...rest } = now;
        const next = trail === 'kept' ? newerCount : trail;
        return next ? { ...rest, trail: next } : rest;
      },
    });
  }
  return {
    pageSize,
    /** How many entries are newer than this page; unknown to who came by a link. */
    before: previousCursors && previousCursors.length * pageSize,
    openEntry: (id: number | undefined) => void set({ id }, 'kept'),
    /** Other conditions begin with the newest again. */
    filterBy: (part: SearchPatch<Search>) => void set({ ...part, cursor: undefined, id: undefined }, undefined),
    onNext: next
      ? () => void set({ cursor: next, id: undefined }, [...(previousCursors ?? ['']), cursor ?? ''])
      : undefined,
    onPrevious:
      cursor === undefined
        ? undefined
        : () =>
            void set({ cursor: previousCursors?.at(-1) || undefined, id: undefined }, previousCursors?.slice(0, -1)),
  };
}
