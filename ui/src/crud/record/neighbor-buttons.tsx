import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';
import { useShortcut } from '#kit/shortcuts.ts';

interface Props<Item> {
  items: readonly Item[];
  isCurrent: (item: Item) => boolean;
  onShow: (item: Item) => unknown;
  /** Whether another page of items is being loaded, on which the current item is not; the buttons stay so that they keep the focus. */
  isTurning?: boolean | undefined;
  /** Returns the displayed position of the item at an index. */
  position?: (index: number) => { index: number | string; total: number | string };
  /** Shows the item before the first one or after the last one; undefined if there is none. */
  onPreviousPage?: (() => void) | undefined;
  onNextPage?: (() => void) | undefined;
}

/** Buttons and keys from the current item to the previous and next one; nothing if the current item is not in the list. */
export function NeighborButtons<Item>(props: Props<Item>) {
  const { items, isCurrent, onShow, isTurning, position, onPreviousPage, onNextPage } = props;
  const { t } = useTexts();
  const index = items.findIndex(isCurrent);
  const [previous, next] = index < 0 ? [] : [items[index - 1], items[index + 1]];
  const showPrevious = previous ? () => void onShow(previous) : index === 0 ? onPreviousPage : undefined;
  const showNext = next ? () => void onShow(next) : index === items.length - 1 ? onNextPage : undefined;
  useShortcut('j', 'nextRecord', () => showNext?.(), { active: index >= 0 });
  useShortcut('k', 'previousRecord', () => showPrevious?.(), { active: index >= 0 });
  if (index < 0 && !isTurning) return null;
  const neighborButton = (
    show: (() => void) | undefined,
    icon: 'arrow-up' | 'arrow-down',
    label: string,
    key: string,
  ) => <IconButton icon={icon} aria-label={label} aria-keyshortcuts={key} aria-disabled={!show} onClick={show} />;
  return (
    <>
      {position && index >= 0 && (
        <span className="mr-1 font-mono text-2xs whitespace-nowrap">{t('list.position', position(index))}</span>
      )}
      {neighborButton(showPrevious, 'arrow-up', t('list.previous'), 'K')}
      {neighborButton(showNext, 'arrow-down', t('list.next'), 'J')}
    </>
  );
}
