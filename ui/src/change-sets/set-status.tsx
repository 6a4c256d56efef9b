import { number, shortTime } from '#i18n/format.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Dot } from '#kit/display/status-mark.tsx';
import type { Stop } from '#kit/display/status-timeline.tsx';
import { type ChangeSet, daysUntilDue, isOverdue, type SetStatus, statusTones } from './change-set.ts';

/** The tones of the statuses that do not lead on. */
export const STOP_TONES: Partial<Record<SetStatus, Stop['tone']>> = {
  held: 'warn',
  rejected: 'bad',
  reverted: 'idle',
  withdrawn: 'idle',
};

/** The mark of a status, which is a triangle where the set needs somebody. */
export const SetStatusSign = ({ status }: { status: SetStatus }) =>
  status === 'held' ? (
    <Icon name="warning" size={14} className="-mx-0.75 flex-none text-warn-ink" />
  ) : (
    <Dot tone={statusTones[status]} />
  );

/** The status of a set as a word with its mark. */
export function SetStatusMark({ status, className }: { status: SetStatus; className?: string }) {
  const { t } = useTexts();
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap',
        status === 'held' && 'text-warn-ink',
        className,
      )}
    >
      <SetStatusSign status={status} />
      {t(`changeSets.status.${status}`)}
    </span>
  );
}

/** Returns in words how far a set is from its date, such as 明天 or held since 12-01 00:00; undefined where its date no longer matters. */
export function dueText(set: ChangeSet, today?: string): string | undefined {
  const days = daysUntilDue(set, today);
  if (days === undefined) return undefined;
  if (set.status === 'held') return t('changeSets.heldSince', { time: shortTime(set.updateTime) });
  if (set.status !== 'open' && set.status !== 'submitted' && set.status !== 'scheduled') return undefined;
  if (days < 0 || (days === 0 && isOverdue(set))) return t('changeSets.calendar.overdue');
  if (days === 0) return t('changeSets.dueToday');
  return days === 1 ? t('changeSets.dueTomorrow') : t('changeSets.dueInDays', { count: days, n: number(days) });
}
