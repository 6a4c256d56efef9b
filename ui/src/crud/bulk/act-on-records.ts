import { beforeItemsChange, showChangedSet } from '#crud/change-set/set-items.ts';
import { type WorkingSet, workingSet } from '#crud/change-set/working-set.ts';
import type { AnyRecord, EntityUi } from '#crud/define-entity.ts';
import { clearError, notify } from '#crud/notify.ts';
import { type BulkItemResult, type RecordAction, resourceClient, sendInParts } from '#crud/resource.ts';
import { notifyBulkDone } from '#crud/text/done-messages.ts';
import { t } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';

interface BulkAction {
  entity: EntityUi;
  action: RecordAction;
  targets: readonly AnyRecord[];
  /** Empty without one. */
  reason: string;
}

/** Performs an action on records, or adds it to the set in which one works, and says so. Returns what became of each record. */
export async function actOnRecords(bulk: BulkAction): Promise<BulkItemResult[]> {
  const { entity, action, targets, reason } = bulk;
  const set = workingSet();
  if (set) return addToSet(set, bulk);
  const items = await resourceClient(entity).bulk(action, targets.map(toVersion), reason);
  notifyBulkDone(entity, action, targets, items);
  return items;
}

const toVersion = ({ id, version }: AnyRecord) => ({ id, version });

async function addToSet(
  { id }: WorkingSet,
  { entity, action, targets, reason }: BulkAction,
): Promise<BulkItemResult[]> {
  await beforeItemsChange(id);
  const outcomes = await sendInParts(targets.map(toVersion), async (items) => {
    const body = { entity: entity.key, action, items, ...(reason ? { reason } : {}) };
    const { data } = await api.POST('/api/v1/change-sets/{id}/items/bulk', { params: { path: { id } }, body });
    showChangedSet(data.changeSet);
    return data.items.map(({ id, code, message }) => ({ id, code, ...(message !== undefined && { message }) }));
  });
  const done = outcomes.filter(({ code }) => code < 400).length;
  const failed = outcomes.length - done;
  const kind = t(`entity.${entity.key}.many`);
  const errorKey = `${entity.key} ${action}`;
  if (done > 0) clearError(errorKey);
  if (done === 0) notify.error(t('workingSet.noneSaved'), errorKey);
  else if (failed > 0) notify.warning(t('workingSet.partlySaved', { kind, done, failed }));
  else notify.success(t('workingSet.manySaved', { kind, done }));
  return outcomes;
}
