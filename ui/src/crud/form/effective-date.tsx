import { useEffect, useRef } from 'react';
import { effectiveText } from '#crud/change-set/effective-text.ts';
import { dayAfter, useInstallationDay } from '#crud/change-set/installation-day.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { CalendarSpace, LazyCalendar } from '#kit/dates/lazy-calendar.tsx';
import { Popover } from '#kit/layers/popover.tsx';

interface Props {
  /** The day from which the save is in effect; null for at once. */
  value: string | null;
  onChange: (day: string | null) => void;
  error?: string | undefined;
  /** What the button says without a day, where that is not a save at once. */
  placeholder?: string;
  variant?: 'ghost' | 'secondary';
}

/** Chooses from when a change is in effect, beside the button that saves or in the dialog that asks. */
export function EffectiveDate({ value, onChange, error, placeholder, variant = 'ghost' }: Props) {
  const { t, language } = useTexts();
  const button = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (error) button.current?.querySelector('button')?.focus();
  }, [error]);
  return (
    <span ref={button} className="flex min-w-0 items-center gap-1.5">
      {error && (
        <span role="alert" className="min-w-0 text-xs text-bad-ink">
          {error}
        </span>
      )}
      <Popover
        aria-label={t('upcoming.date')}
        align="end"
        width={232}
        className="pointer-coarse:w-75! [--anchor-max-height:none]"
        trigger={
          <Button variant={variant} icon="calendar" className={error ? 'text-bad-ink' : value ? 'text-ink' : undefined}>
            {value === null
              ? (placeholder ?? t('upcoming.chooseDate'))
              : t('upcoming.from', { date: effectiveText(value, language) })}
          </Button>
        }
      >
        {(close) => (
          <DaysAhead
            value={value}
            onClose={close}
            onChange={(day) => {
              onChange(day);
              close();
            }}
          />
        )}
      </Popover>
    </span>
  );
}

/** A calendar of the days that have not begun in the time zone of the installation. */
function DaysAhead({ onClose, ...props }: Pick<Props, 'value' | 'onChange'> & { onClose: () => void }) {
  const { t } = useTexts();
  const { data, problem } = useInstallationDay();
  // without an answer all days are offered, and the service refuses those that have begun
  if (!data && !problem) return <CalendarSpace />;
  return (
    <LazyCalendar
      {...props}
      aria-label={t('upcoming.date')}
      min={data && dayAfter(data.today)}
      timeZone={data?.zone}
      onLoadError={onClose}
    />
  );
}
