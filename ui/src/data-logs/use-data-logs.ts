import { useSearch } from '@tanstack/react-router';
import { routes, type Schemas } from '#api/metadata.gen.ts';
import { hasDefaultView, viewsQuery } from '#crud/list/views/use-views.ts';
import { LIST_GC_MS, LIST_STALE_MS, type LoadCause, prefetchRead } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { cacheLabels } from '#crud/text/record-name-cache.ts';
import { useLogPages } from '#logs/use-log-pages.ts';
import { api } from '#session/session.ts';
import { type DataLogSearch, type DataLogSearchPatch, isFolded, toQuery } from './data-log-search.ts';

export type DataLogEntry = Schemas['DataLogEntry'];
/** A task and how many changes it made. */
export type DataLogTask = Schemas['DataLogTask'];

/** A row of the list: a change, or all changes of a task. */
export type DataLogItem = { entry: DataLogEntry; task?: undefined } | { entry?: undefined; task: DataLogTask };

interface Page {
  items: DataLogItem[];
  /** The changes among the items. */
  entries: DataLogEntry[];
  /** The task whose changes are shown. */
  task: DataLogTask | null;
  total: number;
  totalCapped: boolean;
  /** How many changes the items of all pages stand for. */
  changes: { total: number; totalCapped: boolean };
  nextCursor: string | null;
}

function dataLogsQuery(search: DataLogSearch) {
  const query = toQuery(search);
  return {
    queryKey: ['data logs', query],
    queryFn: ({ signal }: { signal: AbortSignal }) => (isFolded(search) ? readFolded : readChanges)(query, signal),
  };
}

async function readChanges(query: ReturnType<typeof toQuery>, signal: AbortSignal): Promise<Page> {
  const { labels, items, ...page } = (await api.GET('/api/v1/data-logs', { params: { query }, signal })).data;
  cacheLabels(labels);
  return { ...page, items: items.map((entry) => ({ entry })), entries: items, changes: page };
}

async function readFolded(query: ReturnType<typeof toQuery>, signal: AbortSignal): Promise<Page> {
  const { data } = await api.GET('/api/v1/data-logs/folded', { params: { query }, signal });
  const { labels, items, changes, changesCapped, ...page } = data;
  cacheLabels(labels);
  return {
    ...page,
    items: items.flatMap(({ entry, task }) => (entry ? { entry } : task ? { task } : [])),
    entries: items.flatMap(({ entry }) => entry ?? []),
    task: null,
    changes: { total: changes, totalCapped: changesCapped },
  };
}

export function prefetchDataLogs(search: DataLogSearch, cause: LoadCause): void {
  prefetchRead(viewsQuery, cause);
  prefetchRead(dataLogsQuery(search), cause);
}

/** Loads the page of the data log that the URL parameters select, and returns it with its paging functions. */
export function useDataLogs() {
  const search = useSearch({ from: '/_frame/data-logs' });
  const loaded = useRead({ ...dataLogsQuery(search), gcTime: LIST_GC_MS, staleTime: LIST_STALE_MS });
  const pages = useLogPages(routes.data_log, search, loaded.data);
  function filterBy(part: DataLogSearchPatch): void {
    const next = { ...search, ...part, cursor: undefined, id: undefined };
    // the plain address would open the default view again
    const isPlain = Object.values(next).every((value) => value === undefined);
    pages.filterBy(isPlain && hasDefaultView(routes.data_log) ? { ...part, savedView: 'none' } : part);
  }
  return { ...loaded, ...pages, filterBy, search };
}

export type DataLogs = ReturnType<typeof useDataLogs>;
