import type { EntityKey } from '#api/metadata.gen.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { itemText, useWorkingItems } from './set-items.ts';

interface Props {
  entity: EntityKey;
  id: number;
}

/** Marks a record that the set in which one works changes, and says how. */
export function SetMark({ entity, id }: Props) {
  const { t } = useTexts();
  const item = useWorkingItems().find((each) => each.entity === entity && each.recordId === id);
  if (!item) return null;
  const text = itemText(item, t);
  return (
    <span title={text} className="text-info-ink">
      <Icon name="layers" size={14} label={text} />
    </span>
  );
}
