import { useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import type { DayRange } from '#i18n/viewer-days.ts';
import { Button } from '#kit/buttons/button.tsx';
import { DateRangeField } from '#kit/dates/date-range-field.tsx';
import { focusMissingPart, isHalfTyped } from '#kit/dates/half-typed.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { type ChosenDays, DAY_PRESETS, presetRange } from './days-filter.tsx';

interface DaysEditorProps {
  range: DayRange;
  /** Whether the common ranges begin today, instead of ending then. */
  isAhead?: boolean;
  onChoose: (range: ChosenDays) => void;
}

/** Common ranges, or a first and a last day. */
export function DaysEditor({ range, isAhead = false, onChoose }: DaysEditorProps) {
  const { t } = useTexts();
  const [from, setFrom] = useState(range.from ?? null);
  const [to, setTo] = useState(range.to ?? null);
  const kitTexts = useKitTexts();
  const [isSubmitted, setIsSubmitted] = useState(false);
  const isIncomplete = isHalfTyped(from) || isHalfTyped(to);
  const incompleteError = (day: string | null) => isSubmitted && isHalfTyped(day) && kitTexts.halfTyped;
  const reversed = from !== null && to !== null && to < from;
  return (
    <form
      className="flex flex-col gap-2 p-3"
      onSubmit={(event) => {
        event.preventDefault();
        setIsSubmitted(true);
        if (isIncomplete) focusMissingPart(event.currentTarget);
        else if (!reversed) onChoose({ from: from ?? undefined, to: to ?? undefined });
      }}
    >
      <div className="flex flex-wrap gap-1">
        {DAY_PRESETS.map((days) => (
          <Button key={days} size="sm" onClick={() => onChoose(presetRange(days, isAhead))}>
            {t(`days.${isAhead ? 'ahead' : 'preset'}.d${days}`)}
          </Button>
        ))}
      </div>
      <DateRangeField
        className="grid-cols-1! gap-y-0!"
        from={{ label: t('days.from'), value: from, onChange: setFrom, error: incompleteError(from) }}
        to={{ label: t('days.to'), value: to, onChange: setTo, error: incompleteError(to) }}
      />
      <Button type="submit" variant="primary" className="self-end">
        {t('common.confirm')}
      </Button>
    </form>
  );
}
