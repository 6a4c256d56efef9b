import { Link, useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { enums, resources, routes } from '#api/metadata.gen.ts';
import { toProblem } from '#api/problem.ts';
import { useWorkingSet } from '#crud/change-set/working-set.ts';
import { LIST_STALE_MS, quietMeta } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { endOfDay, viewDay } from '#crud/read/viewed-day.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { calendarDay, toTimeRange } from '#i18n/viewer-days.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { isHalfTyped } from '#kit/dates/half-typed.ts';
import { LazyDateField } from '#kit/dates/lazy-date-field.tsx';
import { CancelButton } from '#kit/layers/cancel-button.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { viewedDay } from '#session/viewed-day.ts';

/** Whether a day has not ended yet, so that it shows what is due by its end. */
const isAhead = (day: string): boolean => day >= calendarDay();

/** The band above every page while it shows another day: which one, whether it is a forecast, and a way back. */
export function ViewedDayBand({ day, onChoose }: { day: string; onChoose: () => void }) {
  const { t } = useTexts();
  const { pathname } = useLocation();
  const ahead = isAhead(day);
  // only the pages of records know other days
  const showsDay = enums.Entity.some((kind) => `${pathname}/`.startsWith(`${routes[kind]}/`));
  return (
    <section
      aria-label={t('viewedDayBand.label')}
      className={cx(
        'flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b px-4 py-1',
        ahead ? 'border-info-edge bg-info-soft' : 'border-warn-edge bg-warn-soft',
      )}
    >
      <Icon name={ahead ? 'clock' : 'history'} className={cx('flex-none', ahead ? 'text-info-ink' : 'text-warn-ink')} />
      <span className="min-w-0 font-medium">{t(ahead ? 'viewedDayBand.forecast' : 'viewedDayBand.band', { day })}</span>
      {ahead && <DueSetsLink day={day} />}
      <span className="min-w-0 truncate text-xs text-ink-2 max-lg:hidden">
        {showsDay ? t(ahead ? 'viewedDayBand.forecastNote' : 'viewedDayBand.note') : t('viewedDayBand.nowNote')}
      </span>
      <span className="ml-auto flex flex-none items-center gap-2">
        <Button size="sm" onClick={onChoose}>
          {t('viewedDayBand.change')}…
        </Button>
        <Button size="sm" icon="logout" onClick={() => viewDay(null)}>
          {t('viewedDayBand.leave')}
        </Button>
      </span>
    </section>
  );
}

/** Says how many change sets take effect until a future day, and leads to them. */
function DueSetsLink({ day }: { day: string }) {
  const { t } = useTexts();
  const { data } = useRead({
    queryKey: ['change sets', 'due', day],
    queryFn: async ({ signal }) => {
      const { to: effectiveTo } = toTimeRange({ to: day });
      const query = { status: ['scheduled' as const], ...(effectiveTo && { effectiveTo }), limit: 1 };
      return (await api.GET('/api/v1/change-sets', { params: { query }, signal })).data.total;
    },
    staleTime: LIST_STALE_MS,
    meta: quietMeta,
  });
  if (data === undefined) return null;
  if (data === 0) return <span className="flex-none text-ink-2">{t('viewedDayBand.noneDue')}</span>;
  return (
    <Link
      to="/change-sets"
      search={{ status: 'scheduled', to: day, sort: 'effectiveTime' }}
      className={`${linkClass} flex-none`}
    >
      {t('viewedDayBand.due', { count: data, n: number(data) })}
    </Link>
  );
}

/** Asks for the day that all pages then show. */
export function ViewedDayDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useTexts();
  const { can } = useSession();
  const set = useWorkingSet();
  const [day, setDay] = useState<string | null>(viewedDay() ?? calendarDay());
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function show(): Promise<void> {
    if (busy) return;
    if (!day || isHalfTyped(day)) return setError(t('viewedDayBand.dayMissing'));
    const kind = enums.Entity.find((each) => can(`${each}:read`));
    setBusy(true);
    try {
      // the server says which day is the first that it knows
      const query = { asOf: endOfDay(day), pageSize: 10 };
      if (kind) await api.send('GET', resources[kind], { params: { query }, quiet: true });
      onClose();
      viewDay(day);
    } catch (failure) {
      const problem = toProblem(failure, language);
      setError(problem.fields[0]?.message ?? problem.message);
    } finally {
      setBusy(false);
    }
  }

  function showByKey({ key, target }: KeyboardEvent): void {
    // only the parts of the date have no use of their own for the key
    if (key === 'Enter' && target instanceof Element && target.matches('[role=spinbutton]')) void show();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('viewedDayBand.title')}
      description={t('viewedDayBand.text')}
      width={400}
      onKeyDown={showByKey}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" busy={busy} onClick={() => void show()}>
            {t('viewedDayBand.show')}
          </Button>
        </>
      }
    >
      {set && (
        <div className="mb-3">
          <Note tone="warn">{t('viewedDayBand.leavesSet', { id: set.id, title: set.title })}</Note>
        </div>
      )}
      <LazyDateField
        label={t('viewedDayBand.day')}
        autoFocus
        value={day}
        error={error}
        onChange={(next) => {
          setDay(next);
          setError(undefined);
        }}
      />
    </Dialog>
  );
}
