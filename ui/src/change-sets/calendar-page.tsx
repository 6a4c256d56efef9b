import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { LoadFailed, RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import { LIST_STALE_MS, type LoadCause, prefetchRead } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { calendarDay } from '#i18n/viewer-days.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Dot } from '#kit/display/status-mark.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { api } from '#session/session.ts';
import {
  addMonths,
  dayText,
  isWeekend,
  lastDayOfWeek,
  monthOf,
  monthText,
  weekdayText,
  weeksOf,
} from './calendar-days.ts';
import { CalendarList, type DatedSet } from './calendar-list.tsx';
import { type SetStatus, statusTones } from './change-set.ts';
import type { CalendarSearch } from './change-sets-search.ts';

/** How many sets a day of the month shows; the list has all of them. */
const MAX_SETS_PER_DAY = 3;
const SKELETON_ROWS = 5;

const LOOK = 'border-line-strong bg-panel hover:bg-hover';
const LOOKS: Partial<Record<SetStatus, string>> = {
  open: 'border-dashed border-line-control bg-panel hover:bg-hover',
  held: 'border-warn-edge bg-warn-soft font-medium text-warn-ink',
  released: 'border-transparent text-ink-3 hover:bg-hover',
};

/** Orders the sets of a day so that those that need somebody are never left out. */
const heldFirst = (a: DatedSet, b: DatedSet) => Number(b.status === 'held') - Number(a.status === 'held');

const shownMonth = ({ month }: CalendarSearch) => month ?? monthOf(calendarDay());

function calendarQuery(search: CalendarSearch) {
  const days = weeksOf(shownMonth(search)).flat();
  const [from = ''] = days;
  const query = { from, to: days.at(-1) ?? from };
  return {
    queryKey: ['change sets', 'calendar', query],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { data } = await api.GET('/api/v1/calendar', { params: { query }, signal });
      const sets = data.items.flatMap((set): DatedSet[] => {
        const day = set.effectiveOn?.split('T')[0];
        return day ? [{ ...set, day }] : [];
      });
      return { ...data, sets, from };
    },
  };
}

export const prefetchCalendar = (search: CalendarSearch, cause: LoadCause): void =>
  prefetchRead(calendarQuery(search), cause);

/** The change sets that are due in a month: on the days of it, and as a list. */
export function CalendarPage() {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const search = useSearch({ from: '/_frame/calendar' });
  const month = shownMonth(search);
  const weeks = weeksOf(month);
  const { data, ...read } = useRead({ ...calendarQuery(search), staleTime: LIST_STALE_MS });
  // the data of the month before stays until those of this one are loaded
  const calendar = data?.from === weeks[0]?.[0] ? data : undefined;
  const today = data?.today ?? calendarDay();
  // the present week is listed to its end, also if that is in the next month
  const isThisWeek = (day: string) => monthOf(today) === month && day > today && day <= lastDayOfWeek(today);
  const sets = calendar?.sets.filter(({ day }) => monthOf(day) === month || isThisWeek(day));
  const show = (next: string | undefined) => void navigate({ to: '/calendar', search: next ? { month: next } : {} });
  return (
    <section className="@container relative flex min-w-0 flex-1 flex-col">
      <header className="flex min-h-13 flex-none items-center gap-2 px-page">
        <h1 aria-live="polite" className="mr-2 text-xl font-semibold">
          {monthText(month, language)}
        </h1>
        <Button
          size="sm"
          icon="chevron-left"
          iconOnly
          aria-label={t('changeSets.calendar.previous')}
          onClick={() => show(addMonths(month, -1))}
        />
        <Button size="sm" onClick={() => show(undefined)}>
          {t('changeSets.calendar.today')}
        </Button>
        <Button
          size="sm"
          icon="chevron-right"
          iconOnly
          aria-label={t('changeSets.calendar.next')}
          onClick={() => show(addMonths(month, 1))}
        />
        <RefreshFailedStatus {...read} />
      </header>
      {read.problem ? (
        <LoadFailed
          title={t('changeSets.calendar.failed', { problem: read.problem.message })}
          problem={read.problem}
          onRetry={read.reload}
          retrying={read.loading}
        />
      ) : (
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto border-t border-line @5xl:flex-row @5xl:overflow-visible">
          <Month month={month} weeks={weeks} today={today} sets={calendar?.sets} />
          <div className="flex flex-1 flex-col border-line-strong bg-panel @2xl:border-t @5xl:w-94 @5xl:flex-none @5xl:border-t-0 @5xl:border-l">
            <h2 className="flex h-9 flex-none items-center gap-2 px-4 font-medium">
              {t('changeSets.calendar.due')}
              <span className="font-mono text-xs font-normal text-ink-3">{sets && number(sets.length)}</span>
            </h2>
            <div className="flex min-h-40 flex-1 flex-col @5xl:min-h-0 @5xl:overflow-y-auto">
              {!sets ? (
                Array.from({ length: SKELETON_ROWS }, (_, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
                  <div key={row} className="animate-fade-in-delayed border-b border-line px-4 py-3">
                    <Skeleton width="70%" />
                    <Skeleton width="40%" className="mt-2" />
                  </div>
                ))
              ) : sets.length === 0 ? (
                <EmptyState title={t('changeSets.calendar.empty')} text={t('changeSets.calendar.emptyText')} />
              ) : (
                <CalendarList sets={sets} today={today} />
              )}
            </div>
            <p className="flex min-h-9 flex-none items-center gap-1.5 border-t border-line px-4 py-1.5 text-xs text-ink-3">
              <Icon name="clock" size={14} />
              {calendar && <span>{t('changeSets.calendar.zone', { zone: calendar.zone })}</span>}
              {calendar?.capped && <span>{t('changeSets.calendar.capped', { n: number(calendar.items.length) })}</span>}
            </p>
          </div>
        </div>
      )}
    </section>
  );
}

interface MonthProps {
  month: string;
  weeks: string[][];
  today: string;
  sets: readonly DatedSet[] | undefined;
}

/** The days of a month, which phones have no room for. */
function Month({ month, weeks, today, sets = [] }: MonthProps) {
  const { t, language } = useTexts();
  return (
    <div className="hidden min-w-0 flex-none @2xl:block @5xl:flex-1 @5xl:overflow-y-auto">
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
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                const due = sets.filter((set) => set.day === day).toSorted(heldFirst);
                const shown = due.length > MAX_SETS_PER_DAY + 1 ? due.slice(0, MAX_SETS_PER_DAY) : due;
                return (
                  <td
                    key={day}
                    className={cx(
                      'h-16 border-line p-1 align-top first:pl-[calc(var(--spacing-page)-0.25rem)] not-first:border-l [tr:not(:last-child)>&]:border-b',
                      isWeekend(day) && 'bg-canvas',
                    )}
                  >
                    <div className="flex h-5.5 items-center gap-1.5 px-1 text-xs whitespace-nowrap">
                      <time
                        dateTime={day}
                        className={cx(
                          day === today
                            ? '-ml-1 min-w-5 rounded-sm bg-plate px-1 text-center leading-5 font-semibold text-on-plate'
                            : monthOf(day) === month
                              ? 'text-ink-2'
                              : 'text-ink-3',
                        )}
                      >
                        {dayText(day, language)}
                      </time>
                      {day === today && t('changeSets.calendar.today')}
                    </div>
                    <ul className="flex flex-col gap-0.5">
                      {shown.map((set) => (
                        <SetOfDay key={set.id} set={set} />
                      ))}
                    </ul>
                    {due.length > shown.length && (
                      <p className="px-1.5 text-xs leading-6 text-ink-3">
                        {t('changeSets.calendar.more', { n: number(due.length - shown.length) })}
                      </p>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SetOfDay({ set: { id, title, status } }: { set: DatedSet }) {
  const { t } = useTexts();
  return (
    <li>
      <Link
        to="/change-sets/$id"
        params={{ id: String(id) }}
        title={`${title} · ${t(`changeSets.status.${status}`)}`}
        className={cx(
          'flex min-w-0 items-start gap-1.5 rounded-xs border px-1.5 py-0.75 text-xs leading-4',
          LOOKS[status] ?? LOOK,
        )}
      >
        <Dot tone={statusTones[status]} className="mt-1 flex-none" />
        <span className="line-clamp-2 min-w-0 text-balance wrap-anywhere">{title}</span>
        <span className="sr-only">{t(`changeSets.status.${status}`)}</span>
      </Link>
    </li>
  );
}
