import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { routes } from '#api/metadata.gen.ts';
import type { EntityUi, ListPath } from '#crud/define-entity.ts';
import { LIST_GC_MS, LIST_STALE_MS, type LoadCause, queryClient } from '#crud/read/query-client.ts';
import { type PageInfo, useRedirectToLastPage } from '#crud/read/use-last-page.ts';
import { type Read, useRead } from '#crud/read/use-read.ts';
import { rejectQuietlyForDay } from '#crud/read/viewed-day.ts';
import { resourceClient } from '#crud/resource.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import type { useTexts } from '#i18n/i18n.ts';
import { rememberList } from './last-list.ts';
import { CONDITION_PARAMETERS, recordListQuery, toListQuery } from './list-query.ts';
import type { ListSearch } from './list-search.ts';
import { hasDefaultView, viewsQuery } from './views/use-views.ts';

type AdminListPath = (typeof routes)['user' | 'role' | 'permission' | 'data_subscriber'];

/** The URL parameters of a list and their setters. */
export function useListAddress(path: ListPath | AdminListPath) {
  const search: ListSearch = useSearch({ from: `/_frame${path}` });
  const navigate = useNavigate();

  /** Sets URL parameters; undefined removes one, and `replace` adds no entry to the browser's history. */
  function set(part: Partial<ListSearch>, { replace = false } = {}): Promise<void> {
    // merges into the current address, so that a delayed search does not undo a newer filter
    const changed = (current: ListSearch): ListSearch => {
      const next = { ...current, ...part };
      // the plain address would open the default view again
      const isPlain = Object.values(next).every((value) => value === undefined);
      return isPlain && hasDefaultView(path) ? { savedView: 'none' } : next;
    };
    return navigate({ to: path, search: changed, replace });
  }
  /** Changes filters and returns to the first page. */
  const filterBy = (part: Partial<ListSearch>, options?: { replace: boolean }) =>
    set({ page: undefined, ...part }, options);

  return { search, set, filterBy };
}

/** Returns the name of a URL parameter of a list. */
export function conditionLabel(name: string, t: ReturnType<typeof useTexts>['t']): string {
  if (name === 'sort') return t('views.order');
  if (name === 'cols') return t('list.columnsTitle');
  // the values of these parameters are the names of fields
  return CONDITION_PARAMETERS.some((list) => list === name) ? t('list.filter') : pointerLabel(`/${name}`);
}

export type ListAddress = ReturnType<typeof useListAddress>;
/** The state that the parts of every list page share. */
export type ListState = ListAddress & Omit<Read<unknown>, 'data'>;

interface PageQuery<Page> {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Page>;
}

const LIST_CACHE = { gcTime: LIST_GC_MS, staleTime: LIST_STALE_MS };

/** Reads the page of a list that its address selects; returns it with the URL parameters and their setters. */
export function useList<Page extends object>(
  path: ListPath | AdminListPath,
  queryOf: (search: ListSearch) => PageQuery<Page>,
) {
  const address = useListAddress(path);
  const { page = 1 } = address.search;
  const read = useRead<Page>({ ...queryOf(address.search), ...LIST_CACHE });
  // a list that is loaded as a whole has no pages on the server
  const answer: Partial<PageInfo> | undefined = read.data;
  const isPastEnd = useRedirectToLastPage(page, answer, (last) => void address.set({ page: last }, { replace: true }));
  return { ...read, data: isPastEnd ? undefined : read.data, ...address };
}

/** Returns a function that creates the query of a paged list from its URL parameters. */
export const pageQuery =
  <Page>(key: string, load: (query: ReturnType<typeof toListQuery>, signal: AbortSignal) => Promise<Page>) =>
  (search: ListSearch): PageQuery<Page> => {
    const query = toListQuery(search);
    return { queryKey: [key, query], queryFn: ({ signal }) => load(query, signal) };
  };

function recordsQuery(entity: EntityUi, search: ListSearch) {
  const query = recordListQuery(entity.key, search);
  return {
    queryKey: [entity.key, 'list', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await resourceClient(entity).list(query, signal).catch(rejectQuietlyForDay)).data,
  };
}

/** Prefetches an entity's list when a link to it is hovered. */
export function prefetchList(entity: EntityUi, search: ListSearch, cause: LoadCause): void {
  if (cause === 'stay') return;
  void queryClient.prefetchQuery(viewsQuery);
  void queryClient.prefetchQuery({ ...recordsQuery(entity, search), ...LIST_CACHE });
}

/** Returns the list state of an entity's records. */
export function useRecordList(entity: EntityUi) {
  const list = useList(entity.path, (search) => recordsQuery(entity, search));
  const { search } = list;
  useEffect(() => rememberList(entity.path, search), [entity, search]);
  return list;
}

export type RecordList = ReturnType<typeof useRecordList>;
