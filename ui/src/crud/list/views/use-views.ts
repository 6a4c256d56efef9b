import { useEffect, useState } from 'react';
import { routes, type Schemas } from '#api/metadata.gen.ts';
import { useListPreferences } from '#crud/list/columns/preferences.ts';
import type { ListSearch } from '#crud/list/list-search.ts';
import { LIST_GC_MS, LIST_STALE_MS, queryClient } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { readView, toViewSearch, type View, viewState } from './view-search.ts';

export type ViewList = Schemas['ViewListAnswer']['data'];
export type SharableRole = ViewList['roles'][number];

export const VIEWS_KEY = ['views'];

/** The views of all lists, which the pages of lists and the command palette share. */
export const viewsQuery = {
  queryKey: VIEWS_KEY,
  queryFn: async ({ signal }: { signal: AbortSignal }) => (await api.GET('/api/v1/views', { signal })).data,
  gcTime: LIST_GC_MS,
  staleTime: LIST_STALE_MS,
  // a list does not wait for views that cannot be loaded
  retry: false,
};

export const useViews = () => useRead<ViewList>(viewsQuery);

/** Whether the list at a path has a default view, as far as that is known. */
export const hasDefaultView = (path: string): boolean =>
  queryClient
    .getQueryData<ViewList>(VIEWS_KEY)
    ?.items.some(({ list, isDefault }) => isDefault && routes[list] === path) === true;

const listsWithViewsKey = (user: string): string => `lists-with-views:${user}`;

/** Returns the lists that had views at the last load, to reserve the space of their tabs while the views are loading. */
function readListsWithViews(user: string): string[] {
  try {
    return (localStorage.getItem(listsWithViewsKey(user)) ?? '').split(',');
  } catch {
    return [];
  }
}

function rememberListsWithViews(user: string, { items }: ViewList): void {
  const lists = [...new Set(items.map(({ list }) => list))];
  try {
    if (lists.length > 0) localStorage.setItem(listsWithViewsKey(user), lists.join());
    else localStorage.removeItem(listsWithViewsKey(user));
  } catch {
    // the browser refuses storage
  }
}

/** A list as far as its views concern it. */
interface ViewedList {
  key: View['list'];
  path: string;
  /** Reads the URL parameters of the list, and drops what it does not accept. */
  parse: (raw: Record<string, unknown>) => ListSearch;
  search: ListSearch;
  set: (part: Partial<ListSearch>, options?: { replace?: boolean }) => Promise<void>;
  columnIds?: readonly string[];
  /** The name of what the list shows without a view. */
  allLabel: string;
  /** Names a URL parameter of the list. */
  labelOf: (parameter: string) => string;
}

/** The class names that set the height of the view tabs. */
export const VIEW_TABS_HEIGHT = 'h-9 flex-none pointer-coarse:h-11';

export type ViewDialogState = { kind: 'create'; name: string } | { kind: 'edit'; view: View };

/** The views of a list: which one is open, and whether the list still shows it. */
export function useListViews({ key, path, parse, search, set, columnIds = [], ...labels }: ViewedList) {
  const { data, problem, reload } = useViews();
  const { user } = useSession();
  const username = user?.username ?? '';
  const { preferences } = useListPreferences(key);
  const [dialog, setDialog] = useState<ViewDialogState>();
  const items = (data?.items ?? []).filter(({ list }) => list === key);
  const openView = items.find(({ id }) => id === search.savedView);
  const columns = new Set(columnIds);
  const openedView = openView && readView(openView, parse, columns);
  const state = toViewSearch(key, search);
  const linkSearch = (view: View): ListSearch => ({ ...readView(view, parse, columns).search, savedView: view.id });

  const defaultView = items.find(({ isDefault }) => isDefault);
  const isPlain = Object.keys(search).length === 0;
  const viewToOpen = isPlain ? defaultView : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the plain address leads to the default view once
  useEffect(() => {
    if (viewToOpen) void set(linkSearch(viewToOpen), { replace: true });
  }, [viewToOpen?.id]);

  useEffect(() => {
    if (data) rememberListsWithViews(username, data);
  }, [data, username]);

  /** The URL parameters that show a view, or all records; the size of pages stays. */
  const linkTo = (view: View | undefined): ListSearch => ({
    ...(view ? linkSearch(view) : defaultView ? { savedView: 'none' as const } : {}),
    ...(search.pageSize === undefined ? {} : { pageSize: search.pageSize }),
  });
  const show = (view: View | undefined, options?: { replace: boolean }) =>
    set({ ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])), ...linkTo(view) }, options);
  /** Marks a view as open that was just saved from what the list shows. */
  const showSaved = (view: View) => set(linkSearch(view), { replace: true });

  return {
    ...labels,
    list: key,
    path,
    items,
    roles: data?.roles ?? [],
    problem,
    reload,
    /** There are views, or they cannot be loaded. While they are loading, whether there were some the last time. */
    hasTabs:
      items.length > 0 || problem !== undefined || (data === undefined && readListsWithViews(username).includes(key)),
    open: openView,
    defaultView,
    /** The address names a view that does not exist, or is not shared with the user any more. */
    isGone: data !== undefined && typeof search.savedView === 'number' && !openView,
    /** The list shows something else than the open view, or than all records. */
    isChanged: state !== (openedView ? toViewSearch(key, openedView.search) : ''),
    /** What the list no longer accepts of the open view. */
    unknown: openedView?.unknown ?? [],
    /** The plain address waits for the views, one of which may be the default. */
    isDefaultViewPending: isPlain && (data === undefined ? !problem : defaultView !== undefined),
    /** The query of a view that shows what the list shows. */
    currentQuery: () => toViewSearch(key, { ...search, cols: search.cols ?? preferences.columns?.join(',') }),
    /** The query of the open view without what the list no longer accepts. */
    knownQuery: openedView && toViewSearch(key, viewState(key, openedView.search)),
    linkTo,
    show,
    showSaved,
    leaveView: () => set({ savedView: undefined }, { replace: true }),
    dialog,
    setDialog,
  };
}

export type ListViews = ReturnType<typeof useListViews>;
