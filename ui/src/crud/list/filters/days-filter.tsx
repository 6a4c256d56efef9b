import { lazy, Suspense } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { type DayRange, lastDays } from '#i18n/viewer-days.ts';
import type { FilterField } from '#kit/lists/filter-values.tsx';

// the date picker is large, and most lists are filtered by other fields
export const DaysEditor = lazy(async () => ({ default: (await import('./days-editor.tsx')).DaysEditor }));

export const DAY_PRESETS = [1, 7, 30] as const;

/** A range with both ends, so that an undefined one replaces the day chosen before. */
export type ChosenDays = Record<keyof DayRange, string | undefined>;

interface DaysFieldOptions {
  id: string;
  label: string;
  range: DayRange;
  onChange: (range: ChosenDays) => void;
}

/** Returns a filter for a range of days in the viewer's time zone. */
export function useDaysFilter({ id, label, range, onChange }: DaysFieldOptions): FilterField {
  const text = useDaysText()(range);
  return {
    id,
    label,
    values: text === '' ? [] : [text],
    onChange: () => onChange({ from: undefined, to: undefined }),
    editor: (close) => (
      <Suspense fallback={<div className="h-59" />}>
        <DaysEditor
          range={range}
          onChoose={(chosen) => {
            onChange(chosen);
            close();
          }}
        />
      </Suspense>
    ),
  };
}

/** Returns a function that describes a range of days. */
export function useDaysText(): (range: DayRange) => string {
  const { t } = useTexts();
  return ({ from, to }) => {
    if (from === undefined && to === undefined) return '';
    const preset = DAY_PRESETS.find((days) => lastDays(days).from === from && lastDays(days).to === to);
    if (preset) return t(`days.preset.d${preset}`);
    if (from === to) return from ?? '';
    if (from === undefined) return t('days.until', { day: to ?? '' });
    return to === undefined ? t('days.since', { day: from }) : `${from} – ${to}`;
  };
}
