import { ifMatch } from '#api/client.ts';
import { type EntityKey, type Event, type Schemas, transitions } from '#api/metadata.gen.ts';
import { LIST_STALE_MS, queryClient, quietMeta } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { cacheLabels } from '#crud/text/record-name-cache.ts';
import { useTexts } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';
import { agreeToReopening } from './reopening.ts';
import { useWorkingSet, type WorkingSet, workingSet } from './working-set.ts';

export type ChangeSetItem = Schemas['ChangeSetItem'];
export type ItemBody = Schemas['ChangeSetItemBody'];

const MAX_PAGE_SIZE = 100;
const NO_ITEMS: readonly ChangeSetItem[] = [];

/** Reads all items of a set, of which the contract allows a few pages. */
export async function readItems(
  id: number,
  signal?: AbortSignal,
  options: { changedSince?: true } = {},
): Promise<ChangeSetItem[]> {
  const items: ChangeSetItem[] = [];
  let cursor: string | null = null;
  do {
    const query: { limit: number; cursor?: string } = {
      ...options,
      limit: MAX_PAGE_SIZE,
      ...(cursor !== null && { cursor }),
    };
    const { data } = await api.GET('/api/v1/change-sets/{id}/items', {
      params: { path: { id }, query },
      ...(signal && { signal }),
    });
    cacheLabels(data.labels);
    items.push(...data.items);
    cursor = data.nextCursor;
  } while (cursor !== null);
  return items;
}

/** Finds the item that changes a record in a set. */
export const findItem = async (
  setId: number,
  entity: EntityKey,
  recordId: number,
): Promise<ChangeSetItem | undefined> =>
  (await readItems(setId)).find((item) => item.entity === entity && item.recordId === recordId);

const itemsKey = (setId: number | undefined) => ['working set', setId] as const;

/** The items of a set; none without one, and while it shows the live records. */
export function useItemsOf(set: WorkingSet | null | undefined): readonly ChangeSetItem[] {
  const isShown = set !== null && set !== undefined && !set.showsLive;
  const { data } = useRead({
    queryKey: itemsKey(set?.id),
    queryFn: ({ signal }) => readItems(set?.id ?? 0, signal),
    enabled: isShown,
    staleTime: LIST_STALE_MS,
    meta: quietMeta,
  });
  return isShown && data ? data : NO_ITEMS;
}

/** The items of the set in which this tab works. */
export const useWorkingItems = (): readonly ChangeSetItem[] => useItemsOf(useWorkingSet());

/** Those items as they were last read, for what is no component. */
export function cachedWorkingItems(): readonly ChangeSetItem[] {
  const set = workingSet();
  return (set && !set.showsLive && queryClient.getQueryData<ChangeSetItem[]>(itemsKey(set.id))) || NO_ITEMS;
}

/** The item of that set that changes a record. */
export const useWorkingItem = (entity: EntityKey, recordId: number): ChangeSetItem | undefined =>
  useWorkingItems().find((item) => item.entity === entity && item.recordId === recordId);

/** Returns a record with the values and the status that an item gives it. */
export const recordInSet = <T extends object>(
  record: T,
  item: Pick<ChangeSetItem, 'after' | 'event'> | undefined,
): T => ({
  ...record,
  ...item?.after,
  ...(item?.event && { status: transitions[item.event].to }),
});

type ChangeSet = Schemas['ChangeSet'];

/** The key under which a set is cached. */
export const changeSetKey = (id: number) => ['change set', id] as const;

/** Shows a set as the user has changed it before it is read again, as its next event needs the new version. */
export function showChangedSet(set: ChangeSet): void {
  const queryKey = changeSetKey(set.id);
  // a read that has started before would bring the earlier version back
  void queryClient.cancelQueries({ queryKey, exact: true });
  // answers to items have no history
  queryClient.setQueryData<ChangeSet>(queryKey, (before) => ({
    ...(before?.history && { history: before.history }),
    ...set,
  }));
}

/** Asks, before items of a set change, whether it may lose its approval, as others may have approved it meanwhile. @throws ReopeningDeclined */
export async function beforeItemsChange(id: number): Promise<void> {
  const { data } = await api.GET('/api/v1/change-sets/{id}', { params: { path: { id } }, quiet: true });
  showChangedSet(data.changeSet);
  await agreeToReopening(data.changeSet);
}

interface WriteOptions {
  /** Leaves out the general error message, as the caller shows why the write has failed. */
  quiet?: true;
}

export async function addItem(setId: number, body: ItemBody, options: WriteOptions = {}): Promise<ChangeSetItem> {
  const params = { path: { id: setId } };
  const { data } = await api.POST('/api/v1/change-sets/{id}/items', { params, body, ...options });
  showChangedSet(data.changeSet);
  return data.item;
}

/** Changes an item, or replaces it by another one of the same record. */
export async function changeItem(
  setId: number,
  { id: itemId, version }: Pick<ChangeSetItem, 'id' | 'version'>,
  body: Schemas['ChangeSetItemValues'],
  options: WriteOptions = {},
): Promise<ChangeSetItem> {
  const { data } = await api.PUT('/api/v1/change-sets/{id}/items/{itemId}', {
    params: { path: { id: setId, itemId } },
    headers: ifMatch(version),
    body,
    ...options,
  });
  showChangedSet(data.changeSet);
  return data.item;
}

/** Adds an item to a set, or changes the one that the set already has of the record. */
export async function writeItem(
  setId: number,
  { entity, ...body }: ItemBody & { recordId: number },
): Promise<ChangeSetItem> {
  const existing = await findItem(setId, entity, body.recordId);
  if (!existing) return addItem(setId, { entity, ...body });
  const { action, recordId: _, become: __, ...members } = body;
  if (action === 'create') throw new Error('A record that exists is not created.');
  const { event } = members;
  // an event other than a rejection is added to the values that the set has already
  const addsEvent =
    existing.action === 'update' && action === 'transition' && event !== undefined && event !== 'reject';
  return changeItem(setId, existing, addsEvent ? { event } : { action, ...members });
}

/** Takes an item out of a set. */
export async function removeItem(setId: number, { id: itemId, version }: ChangeSetItem): Promise<void> {
  await beforeItemsChange(setId);
  const options = { params: { path: { id: setId, itemId } }, headers: ifMatch(version) };
  const { data } = await api.DELETE('/api/v1/change-sets/{id}/items/{itemId}', options);
  showChangedSet(data.changeSet);
}

/** What one does to a record without a form. */
type Act = 'delete' | 'restore' | Event;

/** Returns whether an act discards what an item does. An event other than a rejection is added to values, but replaces another event. */
export function replacesItem({ action, event }: ChangeSetItem, act: Act): boolean {
  if (act === 'delete' || act === 'restore') return action !== act || act === 'restore';
  if (action === 'update' && act !== 'reject') return event !== null && event !== act;
  return action !== 'transition' || event !== act;
}

/** Returns a function that says what the working set already does with a record, if an act replaces it. */
export function useReplacedText(entity: EntityKey, recordId: number) {
  const { t } = useTexts();
  const item = useWorkingItem(entity, recordId);
  return (act: Act): string | undefined =>
    item && replacesItem(item, act) ? t('workingSet.replaces', { act: actText(item, t) }) : undefined;
}

/** Says what an item does to its record: 修改并启用. */
export const actText = ({ action, event }: ChangeSetItem, t: ReturnType<typeof useTexts>['t']): string =>
  [action !== 'transition' && t(`act.${action}`), event && t(`act.${event}`)]
    .filter((act) => act)
    .join(t('workingSet.and'));

/** Says that the set does it: 变更集将修改. */
export const itemText = (item: ChangeSetItem, t: ReturnType<typeof useTexts>['t']): string =>
  t('workingSet.does', { act: actText(item, t) });
