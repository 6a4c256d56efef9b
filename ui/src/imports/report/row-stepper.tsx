import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/button.tsx';
import type { Rows } from './use-rows.ts';

/** Which of the rows shown this is, and the way to its neighbours. */
export function RowStepper({ row, rows: { items, total, show } }: { row: number; rows: Rows }) {
  const { t } = useTexts();
  const index = items.findIndex((one) => one.row === row);
  if (index < 0) return null;
  const step = (to: number, icon: 'arrow-up' | 'arrow-down', label: string) => (
    <IconButton
      icon={icon}
      aria-label={label}
      aria-disabled={!items[to]}
      onClick={() => items[to] && show(items[to].row)}
    />
  );
  return (
    <>
      <span className="mr-1 font-mono text-2xs">{t('list.position', { index: number(index + 1), total })}</span>
      {step(index - 1, 'arrow-up', t('list.previous'))}
      {step(index + 1, 'arrow-down', t('list.next'))}
    </>
  );
}
