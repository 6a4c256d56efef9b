import { lazy, Suspense } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { type DayRange, lastDays, nextDays } from '#i18n/viewer-days.ts';
import type { FilterField } from '#kit/lists/filter-values.tsx';

// the date picker is large, and most lists are filtered by other fields
export const DaysEditor = lazy(async () => ({ default: (await import('./days-editor.tsx')).DaysEditor }));

export const DAY_PRESETS = [1, 7, 30] as const;

/** Returns the range of so many days that ends today, or begins today. */
export const presetRange = (days: number, isAhead: boolean) => (isAhead ? nextDays : lastDays)(days);

/** A range with both ends, so that an undefined one replaces the day chosen before. */
export type ChosenDays = Record<keyof DayRange, string | undefined>;

interface DaysFieldOptions {
  id: string;
  label: string;
  range: DayRange;
  /** Whether the days are usually ahead. */
  isAhead?: boolean;
  onChange: (range: ChosenDays) => void;
}

/** Returns a filter for a range of days in the viewer's time zone. */
export function useDaysFilter({ id, label, range, isAhead = false, onChange }: DaysFieldOptions): FilterField {
  const text = useDaysText()(range, isAhead);
  return {
    id,
    label,
    values: text === '' ? [] : [text],
    onChange: () => onChange({ from: undefined, to: undefined }),
    editor: (close) => (
      <Suspense fallback={<div className="h-59" />}>
        <DaysEditor
          range={range}
          isAhead={isAhead}
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
export function useDaysText(): (range: DayRange, isAhead?: boolean) => string {
  const { t } = useTexts();
  return ({ from, to }, isAhead = false) => {
    if (from === undefined && to === undefined) return '';
    const preset = DAY_PRESETS.find((days) => {
      const range = presetRange(days, isAhead);
      return range.from === from && range.to === to;
    });
    if (preset) return t(`days.${isAhead ? 'ahead' : 'preset'}.d${preset}`);
    if (from === to) return from ?? '';
    if (from === undefined) return t('days.until', { day: to ?? '' });
    return to === undefined ? t('days.since', { day: from }) : `${from} – ${to}`;
  };
}
