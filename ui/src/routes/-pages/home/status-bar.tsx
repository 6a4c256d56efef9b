import type { Status } from '#api/facts.gen.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import type { Counts } from './overview.ts';

export const spreadOrder = [
  'active',
  'pending',
  'approved',
  'inactive',
  'rejected',
] as const satisfies readonly Status[];

const grounds: Record<Status, string> = {
  active: 'bg-ok',
  pending: 'bg-warn',
  approved: 'bg-info',
  inactive: 'bg-idle/55',
  rejected: 'bg-bad',
};

/** How a kind's records spread over the statuses; even one record of thousands stays visible. */
export function StatusBar({ counts }: { counts: Counts }) {
  const { t } = useTexts();
  const shown = spreadOrder.flatMap((status) => (counts[status] ? [{ status, count: counts[status] }] : []));
  const words = shown
    .map(({ status, count }) => `${t(`status.${status}`)} ${number(count)}`)
    .join(t('common.separator'));
  return (
    <div
      role="img"
      aria-label={words || t('common.none')}
      title={words}
      className="flex h-1.5 gap-px overflow-hidden rounded-[2px] bg-active"
    >
      {shown.map(({ status, count }) => (
        <i key={status} style={{ flexGrow: count }} className={cx('block h-full min-w-0.5 basis-0', grounds[status])} />
      ))}
    </div>
  );
}
