import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import { resource } from '#crud/resource.ts';
import { useLastPage, usePage } from '#crud/use-page.ts';
import { rememberList } from './last-list.ts';
import { toQuery } from './list-query.ts';
import type { ListSearch } from './list-search.ts';

/** The list as the address says, the way to change the address, and the rows it gives. */
export function useList(entity: EntityUi) {
  // every list route validates its search by `listSearch`
  const search: ListSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = toQuery(entity.key, search);
  const loaded = usePage(`${entity.key} ${JSON.stringify(query)}`, async (signal) => {
    const { data } = await resource(entity).list(query, signal);
    return data;
  });
  useEffect(() => rememberList(entity.path, search), [entity, search]);

  /** Undefined takes a part away. Conditions go back to the first page; typing replaces the entry in the history. */
  function set(part: Partial<ListSearch>, { replace = false } = {}): Promise<void> {
    // onto what the address says by then: a search that was typed before must not undo a condition chosen since
    return navigate({ to: entity.path, search: (now: ListSearch) => ({ ...now, ...part }) as never, replace });
  }
  const filterBy = (part: Partial<ListSearch>, options?: { replace: boolean }) =>
    set({ page: undefined, ...part }, options);

  const isBehind = useLastPage(query.page, loaded.data, (page) => void set({ page }, { replace: true }));

  return { ...loaded, data: isBehind ? undefined : loaded.data, search, set, filterBy };
}

export type List = ReturnType<typeof useList>;
