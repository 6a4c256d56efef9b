import { ifMatch } from '#api/client.ts';
import type { Schemas } from '#api/metadata.gen.ts';
import { notify } from '#crud/notify.ts';
import { notifyUndoable } from '#crud/notify-undoable.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { t } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';
import { VIEWS_KEY, type ViewList } from './use-views.ts';
import type { View } from './view-search.ts';

type ViewBody = Schemas['ViewBody'];

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
