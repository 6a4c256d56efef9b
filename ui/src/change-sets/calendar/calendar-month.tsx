import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { viewDay } from '#crud/read/viewed-day.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { moveFocusByArrows } from '#kit/lists/move-focus-by-arrows.ts';
import { type SetStatus, willBeHeld } from '../change-set.ts';
import { SetStatusSign } from '../set-status.tsx';
import { dayText, isWeekend, monthOf, monthText, weekdayText } from './calendar-days.ts';
import type { DatedSet } from './calendar-list.tsx';

/** How many sets a day of the month shows at first. */
const MAX_SETS_PER_DAY = 3;

const DEFAULT_CLASSES = 'border-line-strong bg-panel hover:bg-hover';
const STATUS_CLASSES: Partial<Record<SetStatus, string>> = {
  open: 'border-dashed border-line-control bg-panel hover:bg-hover',
  held: 'border-warn-edge bg-warn-soft font-medium text-warn-ink',
  released: 'border-transparent text-ink-3 hover:bg-hover',
};

/** Orders the sets of a day so that those that need somebody are never left out. */
const heldFirst = (a: DatedSet, b: DatedSet) => Number(needsSomebody(b)) - Number(needsSomebody(a));

const needsSomebody = (set: DatedSet) => set.status === 'held' || willBeHeld(set);

interface MonthProps {
  month: string;
  weeks: string[][];
  today: string;
  sets: readonly DatedSet[] | undefined;
}

/** The days of a month, which phones have no room for. */
export function CalendarMonth({ month, weeks, today, sets = [] }: MonthProps) {
  const { language } = useTexts();
  return (
    <div className="relative hidden min-w-0 flex-none @2xl:block @5xl:flex-1 @5xl:overflow-y-auto">
      <table aria-label={monthText(month, language)} className="h-full w-full table-fixed border-collapse">
        <thead>
          <tr className="h-7 border-b border-line-strong bg-sunken text-left text-xs text-ink-3">
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" className="px-2 font-normal first:pl-page">
                {weekdayText(day, language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveFocusByArrows}>
          {weeks.map((week) => (
            <tr key={week[0]} style={{ height: `${100 / weeks.length}%` }}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  month={month}
                  today={today}
                  sets={sets.filter((set) => set.day === day).toSorted(heldFirst)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DayProps {
  day: string;
  /** The shown month, to which the days of other months do not belong. */
  month: string;
  today: string;
  sets: DatedSet[];
}

/** A day with its sets, of which the last ones of many are shown on demand. */
function DayCell({ day, month, today, sets }: DayProps) {
  const { t, language } = useTexts();
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const shown = showsAll || sets.length <= MAX_SETS_PER_DAY + 1 ? sets : sets.slice(0, MAX_SETS_PER_DAY);
  const dayColor = monthOf(day) === month ? 'text-ink-2' : 'text-ink-3';

  /** Shows the other sets, and moves the focus of the button, which disappears, to the first of them. */
  function showAll(): void {
    flushSync(() => setShowsAll(true));
    list.current?.querySelectorAll('a')[MAX_SETS_PER_DAY]?.focus();
  }

  return (
    <td
      className={cx(
        'h-16 border-line p-1 align-top first:pl-[calc(var(--spacing-page)-0.25rem)] not-first:border-l [tr:not(:last-child)>&]:border-b',
        isWeekend(day) && 'bg-canvas',
      )}
    >
      <div className="flex h-5.5 items-center gap-1.5 px-1 text-xs whitespace-nowrap">
        {day > today ? (
          <button
            type="button"
            title={t('changeSets.calendar.viewDay', { day })}
            onClick={() => viewDay(day)}
            className={cx('hover:underline', dayColor)}
          >
            <time dateTime={day}>{dayText(day, language)}</time>
          </button>
        ) : (
          <time
            dateTime={day}
            className={
              day === today
                ? '-ml-1 min-w-5 rounded-sm bg-plate px-1 text-center leading-5 font-semibold text-on-plate'
                : dayColor
            }
          >
            {dayText(day, language)}
          </time>
        )}
        {day === today && t('changeSets.calendar.today')}
      </div>
      <ul ref={list} className="flex flex-col gap-0.5">
        {shown.map((set) => (
          <SetOfDay key={set.id} set={set} />
        ))}
      </ul>
      {sets.length > shown.length && (
        <button
          type="button"
          onClick={showAll}
          className="px-1.5 text-xs leading-6 text-ink-3 hover:text-ink-2 hover:underline"
        >
          {t('changeSets.calendar.more', { n: number(sets.length - shown.length) })}
        </button>
      )}
    </td>
  );
}

function SetOfDay({ set }: { set: DatedSet }) {
  const { t } = useTexts();
  const { id, title, status, unsound } = set;
  const statusText = t(`changeSets.status.${status}`);
  const facts = willBeHeld(set)
    ? [statusText, t('changeSets.unsound', { count: unsound, n: number(unsound) })]
    : [statusText];
  return (
    <li>
      <Link
        to="/change-sets/$id"
        params={{ id: String(id) }}
        data-item
        title={[title, ...facts].join(' · ')}
        className={cx(
          'flex min-w-0 items-start gap-1.5 rounded-xs border px-1.5 py-0.75 text-xs leading-4',
          STATUS_CLASSES[willBeHeld(set) ? 'held' : status] ?? DEFAULT_CLASSES,
        )}
      >
        <span className="flex h-4 flex-none items-center">
          <SetStatusSign status={status} />
        </span>
        <span className="line-clamp-2 min-w-0 text-balance wrap-anywhere">{title}</span>
        <span className="sr-only">{facts.join(' · ')}</span>
      </Link>
    </li>
  );
}
