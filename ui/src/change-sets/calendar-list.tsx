import { Link } from '@tanstack/react-router';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { moveFocusByArrows } from '#kit/lists/move-focus-by-arrows.ts';
import { lastDayOfWeek, weekdayText } from './calendar-days.ts';
import { type ChangeSet, kindCounts, statusTones } from './change-set.ts';

/** A set with a date, and the day of it. */
export type DatedSet = ChangeSet & { day: string };

const groups = ['held', 'overdue', 'thisWeek', 'later', 'released'] as const;

function groupOf({ status, day }: DatedSet, today: string): (typeof groups)[number] {
  if (status === 'held' || status === 'released') return status;
  if (day < today) return 'overdue';
  return day <= lastDayOfWeek(today) ? 'thisWeek' : 'later';
}

/** The sets of a month below headings: what is held, what is due soon, and what took effect. */
export function CalendarList({ sets, today }: { sets: readonly DatedSet[]; today: string }) {
  const { t } = useTexts();
  return (
    <>
      {groups.map((group) => {
        const members = sets.filter((set) => groupOf(set, today) === group);
        if (members.length === 0) return null;
        return (
          <section key={group} aria-labelledby={`due-${group}`}>
            <h3 id={`due-${group}`} className="px-4 pt-2.5 pb-1 text-xs font-medium text-ink-3">
              {t(`changeSets.calendar.${group}`)}
            </h3>
            <ul onKeyDown={moveFocusByArrows}>
              {members.map((set) => (
                <DueSet key={set.id} set={set} />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

function DueSet({ set }: { set: DatedSet }) {
  const { t, language } = useTexts();
  const { id, day, effectiveOn, title, status, author, refusal } = set;
  const isHeld = status === 'held';
  const time = effectiveOn?.split('T')[1];
  const kinds = kindCounts(set).map(([entity, count]) =>
    t('changeSets.kindCount', { kind: t(`entity.${entity}.many`), n: number(count) }),
  );
  return (
    <li className={cx('border-b', isHeld ? 'border-warn-edge bg-warn-soft' : 'border-line')}>
      <Link
        to="/change-sets/$id"
        params={{ id: String(id) }}
        data-item
        className={cx(
          'grid grid-cols-[5rem_minmax(0,1fr)_auto] gap-x-2 px-4 py-2 -outline-offset-2',
          !isHeld && 'hover:bg-hover',
        )}
      >
        <time dateTime={effectiveOn ?? day} className="text-xs leading-5 text-ink-2">
          {day.slice('yyyy-'.length)}
          <span className="block leading-4 text-ink-3">
            {weekdayText(day, language)} {time !== '00:00' && time}
          </span>
        </time>
        <span className="min-w-0">
          <span className={cx('block truncate', status === 'released' ? 'text-ink-2' : 'font-medium')}>{title}</span>
          <span className="block text-xs leading-4 text-ink-3">
            {[...(kinds.length > 0 ? kinds : [t('changeSets.noItems')]), author].join(' · ')}
          </span>
        </span>
        <StatusMark
          status={statusTones[status]}
          label={t(`changeSets.status.${status}`)}
          className={cx('h-5 text-xs', isHeld && 'font-medium text-warn-ink')}
        />
        {isHeld && refusal && <span className="col-span-2 col-start-2 mt-1 text-xs">{refusal.message}</span>}
      </Link>
    </li>
  );
}
