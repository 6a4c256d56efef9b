import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import { LIST_GC_MS, LIST_STALE_MS, queryClient } from '#crud/query-client.ts';
import { resource } from '#crud/resource.ts';
import { useLastPage } from '#crud/use-last-page.ts';
import { useRead } from '#crud/use-read.ts';
import { rememberList } from './last-list.ts';
import { toQuery } from './list-query.ts';
import type { ListSearch } from './list-search.ts';

/** What a list shows for an address. */
export function listQuery(entity: EntityUi, search: ListSearch) {
  const query = toQuery(entity.key, search);
  return {
    queryKey: [entity.key, 'list', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await resource(entity).list(query, signal)).data,
    gcTime: LIST_GC_MS,
    staleTime: LIST_STALE_MS,
  };
}

/** Asks for a list as soon as somebody points at a link to it; changes of its address are followed by the page itself. */
export function prefetchList(entity: EntityUi, search: ListSearch, cause: 'preload' | 'enter' | 'stay'): void {
  if (cause !== 'stay') void queryClient.prefetchQuery(listQuery(entity, search));
}

/** The list as the address says, the way to change the address, and the rows it gives. */
export function useList(entity: EntityUi) {
  const search: ListSearch = useSearch({ from: `/_frame${entity.path}` });
  const navigate = useNavigate();
  const loaded = useRead(listQuery(entity, search));
  useEffect(() => rememberList(entity.path, search), [entity, search]);

  /** Undefined takes a part away. Conditions go back to the first page; typing replaces the entry in the history. */
  function set(part: Partial<ListSearch>, { replace = false } = {}): Promise<void> {
    // onto what the address says by then: a search that was typed before must not undo a condition chosen since
    return navigate({ to: entity.path, search: (now: ListSearch) => ({ ...now, ...part }), replace });
  }
  const filterBy = (part: Partial<ListSearch>, options?: { replace: boolean }) =>
    set({ page: undefined, ...part }, options);

  const isBehind = useLastPage(search.page ?? 1, loaded.data, (page) => void set({ page }, { replace: true }));

  return { ...loaded, data: isBehind ? undefined : loaded.data, search, set, filterBy };
}

export type List = ReturnType<typeof useList>;
