import { useNavigate, useSearch } from '@tanstack/react-router';
import { LoadFailed, RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import { LIST_STALE_MS, type LoadCause, prefetchRead } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { calendarDay } from '#i18n/viewer-days.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { Segmented } from '#kit/fields/segmented.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { api } from '#session/session.ts';
import type { SetStatus } from '../change-set.ts';
import { type CalendarSearch, scopes } from '../change-sets-search.ts';
import { SetStatusMark } from '../set-status.tsx';
import { useAwaitsUser } from '../use-change-set.ts';
import { addMonths, lastDayAhead, monthName, monthOf, monthText, weeksOf } from './calendar-days.ts';
import { CalendarList, type DatedSet } from './calendar-list.tsx';
import { CalendarMonth } from './calendar-month.tsx';

const SKELETON_ROWS = 5;

const shownMonth = ({ month }: CalendarSearch) => month ?? monthOf(calendarDay());

function calendarQuery(search: CalendarSearch) {
  const month = shownMonth(search);
  const days = weeksOf(month).flat();
  const [from = ''] = days;
  const lastDay = days.at(-1) ?? from;
  // where the service is installed, the next day may have begun
  const lastDayToCome = lastDayAhead(calendarDay(undefined, 1));
  const isPresent = month === monthOf(calendarDay());
  const query = { from, to: isPresent && lastDayToCome > lastDay ? lastDayToCome : lastDay };
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

const scopeOptions = ['all', ...scopes] as const;

/** The change sets that are due in a month: on the days of it, and as a list. */
export function CalendarPage() {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const search = useSearch({ from: '/_frame/calendar' });
  const awaitsUser = useAwaitsUser();
  const month = shownMonth(search);
  const { scope = 'all' } = search;
  const weeks = weeksOf(month);
  const { data, ...read } = useRead({ ...calendarQuery(search), staleTime: LIST_STALE_MS });
  // the data of the month before stays until those of this one are loaded
  const calendar = data?.from === weeks[0]?.[0] ? data : undefined;
  const today = data?.today ?? calendarDay();
  const scopeFilters = { all: () => true, mine: ({ ownWork }: DatedSet) => ownWork, toReview: awaitsUser };
  const shown = calendar?.sets.filter(scopeFilters[scope]);
  // what is due soon is listed also if it is in the next month
  const isSoon = (day: string) => monthOf(today) === month && day > today && day <= lastDayAhead(today);
  const isListed = ({ day }: DatedSet) => monthOf(day) === month || isSoon(day);
  const listed = shown?.filter(isListed);
  const show = (part: CalendarSearch) => void navigate({ to: '/calendar', search: { ...search, ...part } });
  const scopeLabel = (option: (typeof scopeOptions)[number]) => {
    const count =
      option === 'all' ? undefined : calendar?.sets.filter((set) => scopeFilters[option](set) && isListed(set)).length;
    return [t(`changeSets.calendar.scope.${option}`), ...(count ? [number(count)] : [])].join(' ');
  };
  return (
    <section className="@container relative flex min-w-0 flex-1 flex-col">
      <div
        className={cx(
          'relative flex min-h-0 flex-1 flex-col overflow-y-auto',
          !read.problem && '@5xl:flex-row @5xl:overflow-visible',
        )}
      >
        <div className={cx('flex min-w-0 flex-none flex-col', !read.problem && '@5xl:flex-1')}>
          <header className="flex min-h-13 flex-none flex-wrap items-center gap-2 px-page py-2">
            <h1 aria-live="polite" className="mr-2 text-xl font-semibold">
              {monthText(month, language)}
            </h1>
            <Button
              size="sm"
              icon="chevron-left"
              iconOnly
              aria-label={t('changeSets.calendar.previous')}
              onClick={() => show({ month: addMonths(month, -1) })}
            />
            <Button size="sm" onClick={() => show({ month: undefined })}>
              {t('changeSets.calendar.today')}
            </Button>
            <Button
              size="sm"
              icon="chevron-right"
              iconOnly
              aria-label={t('changeSets.calendar.next')}
              onClick={() => show({ month: addMonths(month, 1) })}
            />
            <RefreshFailedStatus {...read} />
            {!read.problem && <Legend />}
          </header>
          {!read.problem && <CalendarMonth month={month} weeks={weeks} today={today} sets={shown} />}
        </div>
        {read.problem ? (
          <LoadFailed
            title={t('changeSets.calendar.failed', { problem: read.problem.message })}
            problem={read.problem}
            onRetry={read.reload}
            retrying={read.loading}
          />
        ) : (
          <div className="flex flex-1 flex-col border-t border-line-strong bg-panel @5xl:w-94 @5xl:flex-none @5xl:border-t-0 @5xl:border-l">
            <div className="flex min-h-13 flex-none items-center gap-2 px-4 @max-2xl:px-page">
              <h2 className="min-w-0 truncate text-base font-medium">
                {t('changeSets.calendar.due', { month: monthName(month, language) })}
              </h2>
              <span className="font-mono text-xs text-ink-3">{listed && number(listed.length)}</span>
              <span className="ml-auto" />
              <Segmented
                aria-label={t('changeSets.scope')}
                value={scope}
                onChange={(option) => show({ scope: option === 'all' ? undefined : option })}
                options={scopeOptions.map((value) => ({ value, label: scopeLabel(value) }))}
              />
            </div>
            <div className="flex min-h-40 flex-1 flex-col border-t border-line @5xl:min-h-0 @5xl:overflow-y-auto">
              {!listed ? (
                Array.from({ length: SKELETON_ROWS }, (_, row) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
                  <div key={row} className="animate-fade-in-delayed border-b border-line px-4 py-3">
                    <Skeleton width="70%" />
                    <Skeleton width="40%" className="mt-2" />
                  </div>
                ))
              ) : listed.length > 0 ? (
                <CalendarList sets={listed} today={today} />
              ) : scope === 'all' ? (
                <EmptyState title={t('changeSets.calendar.empty')} text={t('changeSets.calendar.emptyText')} />
              ) : (
                <EmptyState
                  title={t(`changeSets.calendar.emptyScope.${scope}`)}
                  actions={
                    <LinkButton onClick={() => show({ scope: undefined })}>
                      {t('changeSets.calendar.showAll')}
                    </LinkButton>
                  }
                />
              )}
            </div>
            <p className="flex min-h-9 flex-none items-center gap-1.5 border-t border-line px-4 py-1.5 text-xs text-ink-3">
              <Icon name="clock" size={14} />
              {calendar && <span>{t('changeSets.calendar.zone', { zone: calendar.zone })}</span>}
              {calendar?.capped && <span>{t('changeSets.calendar.capped', { n: number(calendar.items.length) })}</span>}
            </p>
          </div>
        )}
      </div>
    </section>
  );
}

/** The statuses of the sets in a calendar, which leaves out sets that never take effect. */
const LEGEND: SetStatus[] = ['open', 'submitted', 'scheduled', 'released', 'held'];

/** What the marks in the days mean; phones show no days. */
function Legend() {
  const { t } = useTexts();
  return (
    <ul
      aria-label={t('changeSets.calendar.legend')}
      className="ml-auto hidden flex-wrap gap-x-3 text-xs text-ink-2 @2xl:flex"
    >
      {LEGEND.map((status) => (
        <li key={status}>
          <SetStatusMark status={status} />
        </li>
      ))}
    </ul>
  );
}
