import { useEffect, useRef } from 'react';
import { serverDate } from '#api/server-time.ts';
import { effectiveText } from '#crud/change-set/upcoming-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { DayPopover } from '#kit/dates/day-popover.tsx';

interface Props {
  /** The day from which the save is in effect; null for at once. */
  value: string | null;
  onChange: (day: string | null) => void;
  error?: string | undefined;
  /** What the button says without a day, where that is not a save at once. */
  placeholder?: string;
  variant?: 'ghost' | 'secondary';
}

/** Returns the day after today, where the user is. */
function tomorrow(): string {
  const today = serverDate();
  const next = new Date(Date.UTC(today.getFullYear(), today.getMonth(), today.getDate() + 1));
  return next.toISOString().slice(0, 'yyyy-mm-dd'.length);
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
      <DayPopover
        aria-label={t('upcoming.date')}
        value={value}
        onChange={onChange}
        min={tomorrow()}
        trigger={
          <Button variant={variant} icon="calendar" className={error ? 'text-bad-ink' : value ? 'text-ink' : undefined}>
            {value === null
              ? (placeholder ?? t('upcoming.immediately'))
              : t('upcoming.from', { date: effectiveText(value, language) })}
          </Button>
        }
      />
    </span>
  );
}
