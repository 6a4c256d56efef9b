import { lazy, Suspense, useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { type LogSearch, lastDays, type SearchPatch } from './log-search.ts';

// the date picker is large, and custom ranges are rarely used
const DateRangeField = lazy(async () => ({
  default: (await import('#kit/dates/date-range-field.tsx')).DateRangeField,
}));

const presets = [1, 7, 30] as const;

type Days = Pick<LogSearch, 'from' | 'to'>;

/** Returns the active range of days as text. */
export function useTimeText(): (days: Days) => string {
  const { t } = useTexts();
  return ({ from, to }) => {
    if (from === undefined && to === undefined) return '';
    const preset = presets.find((days) => lastDays(days).from === from && lastDays(days).to === to);
    if (preset) return t(`logs.preset.d${preset}`);
    if (from === to) return from ?? '';
    if (from === undefined) return t('logs.until', { day: to });
    return to === undefined ? t('logs.since', { day: from }) : `${from} – ${to}`;
  };
}

interface Props {
  logs: { search: Days; filterBy: (part: SearchPatch<Days>) => void };
  close: () => void;
}

/** A filter for a range of days: common ranges, or a first and a last day. */
export function TimeFilter({ logs: { search, filterBy }, close }: Props) {
  const { t } = useTexts();
  const [from, setFrom] = useState(search.from ?? null);
  const [to, setTo] = useState(search.to ?? null);
  const reversed = from !== null && to !== null && to < from;

  function choose(span: Days): void {
    filterBy({ from: undefined, to: undefined, ...span });
    close();
  }
  return (
    <form
      className="flex flex-col gap-2 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!reversed) choose({ ...(from ? { from } : {}), ...(to ? { to } : {}) });
      }}
    >
      <div className="flex gap-1">
        {presets.map((days) => (
          <Button key={days} size="sm" onClick={() => choose(lastDays(days))}>
            {t(`logs.preset.d${days}`)}
          </Button>
        ))}
      </div>
      <Suspense fallback={<Skeleton height={72} className="animate-fade-in-delayed" />}>
        <DateRangeField
          className="grid-cols-1! gap-y-0!"
          from={{ label: t('logs.from'), value: from, onChange: setFrom }}
          to={{ label: t('logs.to'), value: to, onChange: setTo }}
        />
      </Suspense>
      <Button type="submit" variant="primary" className="self-end">
        {t('common.confirm')}
      </Button>
    </form>
  );
}
