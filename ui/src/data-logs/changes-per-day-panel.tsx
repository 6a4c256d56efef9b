import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { routes, type Schemas } from '#api/metadata.gen.ts';
import { useRead } from '#crud/read/use-read.ts';
import { longDate, number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { calendarDay } from '#i18n/viewer-days.ts';
import { LinkButton, linkClass } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { Panel } from '#kit/display/panel.tsx';
import { api } from '#session/session.ts';

type DayCount = Schemas['ChangesPerDayAnswer']['data']['days'][number];

const DAYS = 30;
/** Days with a label have the same weekday as today. */
const LABEL_STEP = 7;

/** The changes of each of the last 30 days as a bar, which leads to exactly these changes in the log. */
export function ChangesPerDayPanel() {
  const { t } = useTexts();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { data, problem, reload } = useRead({
    queryKey: ['changes per day', calendarDay(), timeZone],
    queryFn: async ({ signal }) => {
      const query = { days: DAYS, timezone: timeZone };
      return (await api.GET('/api/v1/data-logs/per-day', { params: { query }, signal })).data.days;
    },
  });
  return (
    <Panel
      flush
      title={t('dataLogs.perDay')}
      note={t('dataLogs.lastDays', { count: DAYS })}
      aside={
        <Link to={routes.data_log} className={`${linkClass} text-xs`}>
          {t('menu.data_log')}
        </Link>
      }
    >
      {/* the height is reserved while the chart is loading */}
      <div className="h-41 px-4 py-2">
        {data ? (
          <DayBars days={data} />
        ) : (
          problem && (
            <p className="flex gap-2 py-1 text-ink-3">
              {t('dataLogs.perDayFailed', { problem: problem.message })}
              <LinkButton onClick={reload}>{t('common.retry')}</LinkButton>
            </p>
          )
        )}
      </div>
    </Panel>
  );
}

/** Rounds up to an even multiple of a power of ten, whose half is a whole number, too. */
export function axisMaximum(count: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(count - 1, 1)));
  return [2, 4, 6, 8, 10].map((factor) => factor * power).find((maximum) => maximum >= count) ?? count;
}

// a time without a zone is that of the viewer
const startOfDay = (day: string) => new Date(`${day}T00:00:00`);

/** One link per day, of which the arrow keys move the focus; on touch screens the days scroll sideways. */
function DayBars({ days }: { days: readonly DayCount[] }) {
  const { t } = useTexts();
  const list = useRef<HTMLUListElement>(null);
  const [hoveredIndex, setHoveredIndex] = useState<number>();
  const [focusedIndex, setFocusedIndex] = useState<number>();
  const lastIndex = days.length - 1;
  const tabStop = focusedIndex ?? lastIndex;
  const shownIndex = hoveredIndex ?? tabStop;
  const maximum = axisMaximum(Math.max(...days.map(({ count }) => count)));
  useLayoutEffect(() => {
    if (list.current) list.current.scrollLeft = list.current.scrollWidth;
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const targets: Record<string, number> = {
      ArrowRight: tabStop + 1,
      ArrowLeft: tabStop - 1,
      Home: 0,
      End: lastIndex,
    };
    const link = event.currentTarget.querySelectorAll('a')[targets[event.key] ?? -1];
    if (!link) return;
    event.preventDefault();
    setHoveredIndex(undefined);
    link.focus();
  }

  const shown = days[shownIndex];
  return (
    <figure className="flex h-full flex-col">
      <figcaption aria-hidden className="mb-1 flex justify-between gap-3 text-xs text-ink-3">
        {shown && (
          <>
            <span>{shownIndex === lastIndex ? t('home.today') : longDate(startOfDay(shown.day))}</span>
            <span className="font-medium text-ink">
              {t('dataLogs.changeCount', { count: shown.count, n: number(shown.count) })}
            </span>
          </>
        )}
      </figcaption>
      <div className="flex min-h-0 flex-1">
        <div aria-hidden className="relative mt-2 mb-5 min-w-8 flex-none pr-2 text-end font-mono text-2xs text-ink-3">
          {/* gives the axis the width of its longest label */}
          <span className="invisible block h-0">{number(maximum)}</span>
          <span className="absolute top-0 right-2 -translate-y-1/2">{number(maximum)}</span>
          <span className="absolute top-1/2 right-2 -translate-y-1/2">{number(maximum / 2)}</span>
        </div>
        <div className="relative min-w-0 flex-1">
          <div
            aria-hidden
            className="absolute inset-x-0 top-2 bottom-5 border-t border-b border-t-line border-b-line-strong"
          >
            <i className="absolute inset-x-0 top-1/2 border-t border-line" />
          </div>
          <ul
            ref={list}
            aria-label={t('dataLogs.perDay')}
            onKeyDown={onKeyDown}
            onPointerLeave={() => setHoveredIndex(undefined)}
            className="relative flex h-full pointer-coarse:overflow-x-auto pointer-coarse:[scrollbar-width:none]"
          >
            {days.map(({ day, count }, dayIndex) => (
              <li key={day} className="relative flex-1 pointer-coarse:min-w-10 pointer-coarse:flex-none">
                <Link
                  to={routes.data_log}
                  // the log reads its filters from the URL
                  search={{ from: day, to: day }}
                  tabIndex={dayIndex === tabStop ? 0 : -1}
                  aria-label={`${longDate(startOfDay(day))}${t('common.colon')}${t('dataLogs.changeCount', { count, n: number(count) })}`}
                  onFocus={() => setFocusedIndex(dayIndex)}
                  onBlur={() => setFocusedIndex(undefined)}
                  onPointerEnter={() => setHoveredIndex(dayIndex)}
                  className="group absolute inset-x-0 top-0 bottom-5 rounded-xs pt-2 -outline-offset-1 hover:bg-hover"
                >
                  <span className="flex h-full items-end justify-center">
                    <i
                      className={cx(
                        'block w-3/4 max-w-4 rounded-t-[2px] group-hover:bg-accent group-focus-visible:bg-accent',
                        count > 0 && 'min-h-0.5',
                        dayIndex === lastIndex
                          ? 'bg-accent'
                          : 'bg-[color-mix(in_oklab,var(--accent)_65%,var(--panel))]',
                      )}
                      style={{ height: `${(count / maximum) * 100}%` }}
                    />
                  </span>
                </Link>
                {(lastIndex - dayIndex) % LABEL_STEP === 0 && (
                  <span
                    aria-hidden
                    className={cx(
                      'absolute bottom-0 font-mono text-2xs whitespace-nowrap text-ink-3',
                      dayIndex === lastIndex ? 'right-0' : 'left-1/2 -translate-x-1/2',
                    )}
                  >
                    {dayIndex === lastIndex ? t('home.today') : day.slice(5)}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </figure>
  );
}
