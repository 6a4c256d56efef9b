import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { LogAddress, PartOf } from './log-address.ts';

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
export function useLogPages<Search extends LogAddress>(to: string, search: Search, shown: Page | undefined) {
  const trail = useLocation({ select: ({ state }) => state.trail });
  const navigate = useNavigate();
  const { cursor, pageSize = 20 } = search;
  const behind = cursor === undefined ? [] : trail;

  const next = shown?.nextCursor;
  // an old link, whose entries have been removed since
  const isBehind = cursor !== undefined && shown?.items.length === 0 && shown.total > 0;
  const goToNewest = useEffectEvent(() => set({ cursor: undefined }, undefined, true));
  useEffect(() => {
    if (isBehind) void goToNewest();
  }, [isBehind]);

  function set(part: object, trail: readonly string[] | 'kept' | undefined, replace = false) {
    return navigate({
      to,
      replace,
      // the route validates what comes of it
      search: ((now: Search) => ({ ...now, ...part })) as never,
      state: (now) => {
        const { trail: before, ...rest } = now;
        const next = trail === 'kept' ? before : trail;
        return next ? { ...rest, trail: next } : rest;
      },
    });
  }
  return {
    pageSize,
    /** How many entries are newer than this page; unknown to who came by a link. */
    before: behind && behind.length * pageSize,
    show: (id: number | undefined) => void set({ id }, 'kept'),
    /** Other conditions begin with the newest again. */
    filterBy: (part: PartOf<Search>) => void set({ ...part, cursor: undefined, id: undefined }, undefined),
    onNext: next ? () => void set({ cursor: next, id: undefined }, [...(behind ?? ['']), cursor ?? '']) : undefined,
    onPrevious:
      cursor === undefined
        ? undefined
        : () => void set({ cursor: behind?.at(-1) || undefined, id: undefined }, behind?.slice(0, -1)),
  };
}
