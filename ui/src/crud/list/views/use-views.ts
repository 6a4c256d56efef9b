import { useEffect, useState } from 'react';
import { ifMatch } from '#api/client.ts';
import { routes, type Schemas } from '#api/metadata.gen.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { useListPreferences } from '#crud/list/columns/preferences.ts';
import type { ListSearch } from '#crud/list/list-search.ts';
import { notify } from '#crud/notify.ts';
import { LIST_GC_MS, LIST_STALE_MS, queryClient } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { notifyUndoable } from '#crud/text/done-messages.ts';
import { t } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';
import { readView, toViewSearch, type View, viewLinkSearch, viewState } from './view-search.ts';

type ViewBody = Schemas['ViewBody'];
type ViewList = Schemas['ViewListAnswer']['data'];
export type SharableRole = ViewList['roles'][number];

const VIEWS_KEY = ['views'];

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

/** Shows a saved view at once, until the views are read anew. */
function cacheView(saved: View): void {
  queryClient.setQueryData<ViewList>(VIEWS_KEY, (data) => {
    if (!data) return data;
    const others = data.items
      .filter(({ id }) => id !== saved.id)
      .map((view) => (saved.isDefault && view.list === saved.list ? { ...view, isDefault: false } : view));
    const index = data.items.findIndex(({ id }) => id === saved.id);
    const place = index < 0 ? others.filter(({ own }) => own).length : index;
    return { ...data, items: [...others.slice(0, place), saved, ...others.slice(place)] };
  });
  void queryClient.invalidateQueries({ queryKey: VIEWS_KEY });
}

export async function createView(body: Schemas['NewViewBody']): Promise<View> {
  const { record } = (await api.POST('/api/v1/views', { body })).data;
  cacheView(record);
  return record;
}

export async function updateView({ id, version }: View, body: ViewBody): Promise<View> {
  const params = { path: { id }, header: ifMatch(version) };
  try {
    const { record } = (await api.PUT('/api/v1/views/{id}', { params, body })).data;
    cacheView(record);
    return record;
  } catch (error) {
    // it may have been changed or deleted elsewhere
    void queryClient.invalidateQueries({ queryKey: VIEWS_KEY });
    throw error;
  }
}

export async function setDefaultView({ id }: View, isDefault: boolean): Promise<void> {
  const { record } = (await api.PUT('/api/v1/views/{id}/default', { params: { path: { id } }, body: { isDefault } }))
    .data;
  cacheView(record);
}

/** Deletes a view and offers to undo that, which saves it anew. */
export async function deleteView(view: View): Promise<void> {
  const { id, version, list, name, search, shared, isDefault } = view;
  try {
    await api.DELETE('/api/v1/views/{id}', { params: { path: { id }, header: ifMatch(version) } });
  } finally {
    void queryClient.invalidateQueries({ queryKey: VIEWS_KEY });
  }
  notifyUndoable({
    name,
    message: t('views.deleted', { name }),
    undo: async () => {
      await createView({ list, name, search, shared, isDefault });
      notify.success(t('views.restored', { name }));
    },
  });
}

/** The address of a list as far as its views concern it. */
interface ViewedList {
  search: ListSearch;
  set: (part: Partial<ListSearch>, options?: { replace?: boolean }) => Promise<void>;
}

export type ViewDialogState = { kind: 'create'; name: string } | { kind: 'edit'; view: View };

/** The views of an entity's list: which one is open, and whether the list still shows it. */
export function useListViews(
  entity: Pick<EntityUi, 'key' | 'path'>,
  { search, set }: ViewedList,
  columnIds: readonly string[],
) {
  const { data, problem, reload, loading } = useViews();
  const { preferences } = useListPreferences(entity.key);
  const [dialog, setDialog] = useState<ViewDialogState>();
  const views = (data?.items ?? []).filter(({ list }) => list === entity.key);
  const open = views.find(({ id }) => id === search.savedView);
  const columns = new Set(columnIds);
  const opened = open && readView(open, columns);
  const state = toViewSearch(search);

  const defaultView = views.find(({ isDefault }) => isDefault);
  const isPlain = Object.keys(search).length === 0;
  const arrival = isPlain ? defaultView : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the plain address leads to the default view once
  useEffect(() => {
    if (arrival) void set(viewLinkSearch(arrival, columns), { replace: true });
  }, [arrival?.id]);

  /** The URL parameters that show a view, or all records; the size of pages stays. */
  const linkTo = (view: View | undefined): ListSearch => ({
    ...(view ? viewLinkSearch(view, columns) : defaultView ? { savedView: 'none' as const } : {}),
    ...(search.pageSize === undefined ? {} : { pageSize: search.pageSize }),
  });
  const show = (view: View | undefined, options?: { replace: boolean }) =>
    set({ ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])), ...linkTo(view) }, options);
  /** Marks a view as open that was just saved from what the list shows. */
  const showSaved = (view: View) => set(viewLinkSearch(view, columns), { replace: true });

  return {
    list: entity.key,
    path: entity.path,
    views,
    roles: data?.roles ?? [],
    problem,
    reload,
    loading,
    open,
    defaultView,
    /** The address names a view that does not exist, or is not shared with the user any more. */
    isGone: data !== undefined && typeof search.savedView === 'number' && !open,
    /** The list shows something else than the open view, or than all records. */
    isChanged: state !== (opened ? toViewSearch(opened.search) : ''),
    /** What the list no longer accepts of the open view. */
    unknown: opened?.unknown ?? [],
    /** The plain address waits for the views, one of which may be the default. */
    isArriving: isPlain && (data === undefined ? !problem : defaultView !== undefined),
    /** The query of a view that shows what the list shows. */
    currentSearch: () => toViewSearch({ ...search, cols: search.cols ?? preferences.columns?.join(',') }),
    /** The query of the open view without what the list no longer accepts. */
    knownSearch: opened && toViewSearch(viewState(opened.search)),
    linkTo,
    show,
    showSaved,
    dropView: () => set({ savedView: undefined }, { replace: true }),
    dialog,
    setDialog,
  };
}

export type ListViews = ReturnType<typeof useListViews>;
