import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/buttons/button.tsx';

interface Props<Item> {
  items: readonly Item[];
  isThis: (item: Item) => boolean;
  show: (item: Item) => unknown;
  /** Which of how many it is, from its index among the items. */
  position?: (index: number) => { index: number | string; total: number | string };
}

/** The way from one of several to its neighbours; nothing where it is none of them. */
export function Steps<Item>({ items, isThis, show, position }: Props<Item>) {
  const { t } = useTexts();
  const index = items.findIndex(isThis);
  if (index < 0) return null;
  const step = (item: Item | undefined, icon: 'arrow-up' | 'arrow-down', label: string) => (
    <IconButton icon={icon} aria-label={label} aria-disabled={!item} onClick={() => item && show(item)} />
  );
  return (
    <>
      {position && <span className="mr-1 font-mono text-2xs">{t('list.position', position(index))}</span>}
      {step(items[index - 1], 'arrow-up', t('list.previous'))}
      {step(items[index + 1], 'arrow-down', t('list.next'))}
    </>
  );
}
