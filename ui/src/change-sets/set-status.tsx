import { number, shortTime } from '#i18n/format.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { type ChangeSet, daysUntilDue, isOverdue, type SetStatus, statusTones } from './change-set.ts';

/** The status of a set as a word with its mark, which is a triangle where the set needs somebody. */
export function SetStatusMark({ status, className }: { status: SetStatus; className?: string }) {
  const { t } = useTexts();
  const label = t(`changeSets.status.${status}`);
  if (status !== 'held') return <StatusMark status={statusTones[status]} label={label} className={className} />;
  return (
    <span className={cx('inline-flex items-center gap-1 whitespace-nowrap text-warn-ink', className)}>
      <Icon name="warning" size={14} className="-ml-0.75 flex-none" />
      {label}
    </span>
  );
}

/** Returns in words how far a set is from its date, such as 明天 or held since 12-01 00:00; undefined where its date does not count any more. */
export function dueText(set: ChangeSet, today?: string): string | undefined {
  const days = daysUntilDue(set, today);
  if (days === undefined) return undefined;
  if (set.status === 'held') return t('changeSets.heldSince', { time: shortTime(set.updateTime) });
  if (set.status !== 'open' && set.status !== 'submitted' && set.status !== 'scheduled') return undefined;
  if (days < 0 || (days === 0 && isOverdue(set))) return t('changeSets.calendar.overdue');
  if (days === 0) return t('changeSets.dueToday');
  return days === 1 ? t('changeSets.dueTomorrow') : t('changeSets.dueInDays', { count: days, n: number(days) });
}
