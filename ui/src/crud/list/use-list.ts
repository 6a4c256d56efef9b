import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { routes } from '#api/facts.gen.ts';
import type { EntityUi, ListPath } from '#crud/define-entity.ts';
import { LIST_GC_MS, LIST_STALE_MS, type LoadCause, queryClient } from '#crud/query-client.ts';
import { resourceClient } from '#crud/resource.ts';
import { type PageInfo, useLastPage } from '#crud/use-last-page.ts';
import { type Read, useRead } from '#crud/use-read.ts';
import { rememberList } from './last-list.ts';
import { recordQuery, toQuery } from './list-query.ts';
import type { ListSearch } from './list-search.ts';

type AdminListPath = (typeof routes)['user' | 'role' | 'permission' | 'data_subscriber'];

/** What the address of a list says, and the way to change it. */
export function useListAddress(path: ListPath | AdminListPath) {
  const search: ListSearch = useSearch({ from: `/_frame${path}` });
  const navigate = useNavigate();

  /** Undefined takes a part away; `replace` leaves no entry in the browser's history. */
  function set(part: Partial<ListSearch>, { replace = false } = {}): Promise<void> {
    // merged into the current address: a search typed earlier must not undo a filter that was chosen since
    return navigate({ to: path, search: (current: ListSearch) => ({ ...current, ...part }), replace });
  }
  /** Changes filters, which leads back to the first page. */
  const filterBy = (part: Partial<ListSearch>, options?: { replace: boolean }) =>
    set({ page: undefined, ...part }, options);

  return { search, set, filterBy };
}

export type ListAddress = ReturnType<typeof useListAddress>;
/** What the parts of a list's page share, whatever it lists. */
export type ListState = ListAddress & Omit<Read<unknown>, 'data'>;

interface PageQuery<Page> {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<Page>;
}

const LIST_CACHE = { gcTime: LIST_GC_MS, staleTime: LIST_STALE_MS };

/** A list as its address says, the way to change the address, and the page that the server answers. */
export function useList<Page extends object>(
  path: ListPath | AdminListPath,
  queryOf: (search: ListSearch) => PageQuery<Page>,
) {
  const address = useListAddress(path);
  const { page = 1 } = address.search;
  const read = useRead<Page>({ ...queryOf(address.search), ...LIST_CACHE });
  // a list that comes as a whole has no pages to be beyond
  const answer: Partial<PageInfo> | undefined = read.data;
  const isBehind = useLastPage(page, answer, (last) => void address.set({ page: last }, { replace: true }));
  return { ...read, data: isBehind ? undefined : read.data, ...address };
}

/** The query of a list that comes page by page: `key` names it, its address adds the rest. */
export const pageQuery =
  <Page>(key: string, load: (query: ReturnType<typeof toQuery>, signal: AbortSignal) => Promise<Page>) =>
  (search: ListSearch): PageQuery<Page> => {
    const query = toQuery(search);
    return { queryKey: [key, query], queryFn: ({ signal }) => load(query, signal) };
  };

function recordsQuery(entity: EntityUi, search: ListSearch) {
  const query = recordQuery(entity.key, search);
  return {
    queryKey: [entity.key, 'list', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await resourceClient(entity).list(query, signal)).data,
  };
}

/** Asks for a list as soon as somebody points at a link to it; the page itself follows changes of its address. */
export function prefetchList(entity: EntityUi, search: ListSearch, cause: LoadCause): void {
  if (cause !== 'stay') void queryClient.prefetchQuery({ ...recordsQuery(entity, search), ...LIST_CACHE });
}

/** The list of a kind's records. */
export function useRecordList(entity: EntityUi) {
  const list = useList(entity.path, (search) => recordsQuery(entity, search));
  const { search } = list;
  useEffect(() => rememberList(entity.path, search), [entity, search]);
  return list;
}

export type RecordList = ReturnType<typeof useRecordList>;
