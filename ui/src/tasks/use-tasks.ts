import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { LIST_STALE_MS, type LoadCause, prefetchRead } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { useStream } from '#crud/read/use-stream.ts';
import { pageQuery } from '#logs/log-search.ts';
import { useLogPages } from '#logs/use-log-pages.ts';
import { api } from '#session/session.ts';
import { mergeNewestTasks, type Task, type TaskCounts } from './task.ts';
import type { TasksSearch } from './tasks-search.ts';

export interface NewestTasks {
  items: Task[];
  counts: TaskCounts;
}

/** Streams the newest tasks. */
export const useNewestTasks = () =>
  useStream<NewestTasks>('/api/v1/tasks/events', async (signal) => {
    return (await api.GET('/api/v1/tasks', { params: { query: { limit: 100 } }, signal })).data;
  });

function tasksQuery(search: TasksSearch) {
  const { kind, status } = search;
  const query = { ...pageQuery(search), ...(kind ? { kind } : {}), ...(status ? { status } : {}) };
  return {
    queryKey: ['tasks', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      (await api.GET('/api/v1/tasks', { params: { query }, signal })).data,
  };
}

export const prefetchTasks = (search: TasksSearch, cause: LoadCause): void => prefetchRead(tasksQuery(search), cause);

/** Loads the page of tasks in the URL and keeps it up to date with the newest tasks. */
export function useTasks() {
  const search = useSearch({ from: '/_frame/task-status' });
  const { kind, status, cursor } = search;
  const loaded = useRead({ ...tasksQuery(search), staleTime: LIST_STALE_MS });
  const newestStream = useNewestTasks();
  const { data, loading, reload } = loaded;
  const items = data && mergeNewestTasks(data.items, newestStream.data?.items ?? []);

  // a missing task or a changed status makes the page and its counts stale
  const matchesFilters = (task: Task) => (!kind || task.kind === kind) && (!status || task.status === status);
  const newestId = cursor === undefined ? newestStream.data?.items.find(matchesFilters)?.id : undefined;
  const hasStatusChange = data?.items.some((task, index) => task.status !== items?.[index]?.status);
  const isFiltered = kind !== undefined || status !== undefined;
  const isStale =
    data !== undefined &&
    ((newestId !== undefined && newestId > (data.items[0]?.id ?? 0)) || (isFiltered && hasStatusChange === true));
  // reloads once per event, and never while loading, because faster events would cancel every request
  const reloadedFor = useRef<NewestTasks>(undefined);
  useEffect(() => {
    if (!isStale || loading || reloadedFor.current === newestStream.data) return;
    reloadedFor.current = newestStream.data;
    reload();
  }, [isStale, loading, reload, newestStream.data]);

  return {
    ...loaded,
    ...useLogPages('/task-status', search, data),
    search,
    data: data && items && { ...data, items },
    /** The number of tasks in each status, for the filtered kind. */
    counts: kind ? data?.counts : (newestStream.data?.counts ?? data?.counts),
    newestStream,
  };
}

export type TaskList = ReturnType<typeof useTasks>;
