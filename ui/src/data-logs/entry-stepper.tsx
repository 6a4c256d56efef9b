import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/button.tsx';
import type { DataLogs } from './use-data-logs.ts';

/** The way to a change's neighbours on the page. */
export function EntryStepper({ seq, logs: { data, show } }: { seq: number; logs: DataLogs }) {
  const { t } = useTexts();
  const items = data?.items ?? [];
  const index = items.findIndex((entry) => entry.seq === seq);
  if (index < 0) return null;
  const step = (to: number, icon: 'arrow-up' | 'arrow-down', label: string) => (
    <IconButton
      icon={icon}
      aria-label={label}
      aria-disabled={!items[to]}
      onClick={() => items[to] && show(items[to].seq)}
    />
  );
  return (
    <>
      {step(index - 1, 'arrow-up', t('list.previous'))}
      {step(index + 1, 'arrow-down', t('list.next'))}
    </>
  );
}
