import { useState } from 'react';
import { enums, resources } from '#api/metadata.gen.ts';
import { toProblem } from '#api/problem.ts';
import { workIn } from '#crud/change-set/working-set.ts';
import { endOfDay } from '#crud/read/past-query.ts';
import { refreshReads } from '#crud/read/query-client.ts';
import { useTexts } from '#i18n/i18n.ts';
import { calendarDay } from '#i18n/viewer-days.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { LazyDateField } from '#kit/dates/lazy-date-field.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { pastDay, showDay } from '#session/past-day.ts';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';

/** Shows a day, or what is stored now (null); nobody works in a change set and in the past at once. */
function turnTo(day: string | null): void {
  if (day) workIn(null);
  showDay(day);
  refreshReads();
}

/** The band above every page while it shows a day of the past: which one, and a way back. */
export function PastDayBand({ day, onChoose }: { day: string; onChoose: () => void }) {
  const { t } = useTexts();
  return (
    <section
      aria-label={t('pastDayBand.label')}
      className="flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1 border-b border-warn-edge bg-warn-soft px-4 py-1"
    >
      <Icon name="history" className="flex-none text-warn-ink" />
      <span className="min-w-0 font-medium">{t('pastDayBand.band', { day })}</span>
      <span className="min-w-0 truncate text-xs text-ink-2 max-lg:hidden">{t('pastDayBand.note')}</span>
      <span className="ml-auto flex flex-none items-center gap-2">
        <Button size="sm" onClick={onChoose}>
          {t('pastDayBand.change')}…
        </Button>
        <Button size="sm" icon="logout" onClick={() => turnTo(null)}>
          {t('pastDayBand.leave')}
        </Button>
      </span>
    </section>
  );
}

/** Asks for the day that all pages then show. */
export function PastDayDialog({ onClose }: { onClose: () => void }) {
  const { t, language } = useTexts();
  const { can } = useSession();
  const yesterday = calendarDay(undefined, -1);
  const [day, setDay] = useState<string | null>(pastDay() ?? yesterday);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function show(): Promise<void> {
    if (!day || day > yesterday) return setError(t('pastDayBand.onlyPast'));
    const kind = enums.Entity.find((each) => can(`${each}:read`));
    setBusy(true);
    try {
      // the server says which day is the first that it knows
      const query = { asOf: endOfDay(day), pageSize: 10 };
      if (kind) await api.send('GET', resources[kind], { params: { query }, quiet: true });
      turnTo(day);
      onClose();
    } catch (failure) {
      const problem = toProblem(failure, language);
      setError(problem.fields?.[0]?.message ?? problem.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('pastDayBand.title')}
      description={t('pastDayBand.text')}
      width={400}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" busy={busy} onClick={() => void show()}>
            {t('pastDayBand.show')}
          </Button>
        </>
      }
    >
      <LazyDateField
        label={t('pastDayBand.day')}
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
