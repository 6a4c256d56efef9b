import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';

interface Props<Item> {
  items: readonly Item[];
  isCurrent: (item: Item) => boolean;
  onShow: (item: Item) => unknown;
  /** Returns the displayed position of the item at an index. */
  position?: (index: number) => { index: number | string; total: number | string };
}

/** Buttons from the current item to the previous and next one; nothing if the current item is not in the list. */
export function NeighborButtons<Item>({ items, isCurrent: isThis, onShow: show, position }: Props<Item>) {
  const { t } = useTexts();
  const index = items.findIndex(isThis);
  if (index < 0) return null;
  const neighborButton = (item: Item | undefined, icon: 'arrow-up' | 'arrow-down', label: string) => (
    <IconButton icon={icon} aria-label={label} aria-disabled={!item} onClick={() => item && show(item)} />
  );
  return (
    <>
      {position && <span className="mr-1 font-mono text-2xs">{t('list.position', position(index))}</span>}
      {neighborButton(items[index - 1], 'arrow-up', t('list.previous'))}
      {neighborButton(items[index + 1], 'arrow-down', t('list.next'))}
    </>
  );
}
