import { removeItem } from '#crud/change-set/set-items.ts';
import { useAction } from '#crud/use-action.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import type { ChangeSet, ChangeSetItem } from '../change-set.ts';
import { findDependents, nameOf } from './item-faults.ts';

interface Props {
  set: ChangeSet;
  item: ChangeSetItem | undefined;
  /** The items of the set, among which others may refer to what the item writes. */
  items: readonly ChangeSetItem[];
  /** Called just before the item is removed. */
  onRemove: (item: ChangeSetItem) => void;
  onClose: () => void;
}

const MAX_NAMED_DEPENDENTS = 5;

/** Asks before an item is removed, and names those that refer to what it writes. */
export function RemoveItemDialog({ set, item, items, onRemove, onClose }: Props) {
  const { t, language } = useTexts();
  const { run, busy, problem, clearProblem } = useAction(undefined, item?.id);
  const name = item ? nameOf(item, language) : '';
  const dependents = item ? findDependents(item, items) : [];
  const close = () => {
    clearProblem();
    onClose();
  };
  async function remove(removedItem: ChangeSetItem): Promise<void> {
    onRemove(removedItem);
    if (await run(() => removeItem(set.id, removedItem), t('changeSets.removed', { name }))) close();
  }
  return (
    <ConfirmDialog
      open={item !== undefined}
      onClose={close}
      title={t('changeSets.removeTitle', { name })}
      description={t(item?.action === 'create' ? 'changeSets.removeCreationText' : 'changeSets.removeText')}
      confirmLabel={t('changeSets.removeItem')}
      cancelLabel={t('common.cancel')}
      destructive
      busy={busy}
      error={problem?.message}
      onConfirm={() => item && void remove(item)}
    >
      {dependents.length > 0 && (
        <Note tone="warn">
          {t('changeSets.dependents', { count: dependents.length, n: number(dependents.length) })}
          <ul>
            {dependents.slice(0, MAX_NAMED_DEPENDENTS).map((each) => (
              <li key={each.id} className="wrap-anywhere">
                <bdi>{nameOf(each, language)}</bdi> · {t(`entity.${each.entity}.one`)}
              </li>
            ))}
            {dependents.length > MAX_NAMED_DEPENDENTS && (
              <li>{t('changeSets.calendar.more', { n: number(dependents.length - MAX_NAMED_DEPENDENTS) })}</li>
            )}
          </ul>
        </Note>
      )}
    </ConfirmDialog>
  );
}
