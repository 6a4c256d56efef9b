import { useId, useRef } from 'react';
import type { FieldError } from '#api/problem.ts';
import { daysText } from '#crud/hours-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { IconButton } from '#kit/button.tsx';
import { cx } from '#kit/cx.ts';
import { Icon } from '#kit/icon.tsx';
import { barPlace, columns } from './columns.ts';
import { DayChoice } from './day-choice.tsx';
import { type Hours, isOvernight, isWholeDay } from './hours.ts';
import { HoursBar } from './hours-bar.tsx';
import { HoursTime } from './hours-time.tsx';

interface Props {
  hours: Hours;
  onChange: (hours: Hours) => void;
  onRemove: () => void;
  /** those of this row, by pointers below it: /opens */
  errors: readonly FieldError[];
}

const wholeDay = { opens: '00:00', closes: '24:00' };

/** One pattern of the week: its days, from when to when, and the same drawn. */
export function HoursRow({ hours, onChange, onRemove, errors }: Props) {
  const { t } = useTexts();
  const id = useId();
  const before = useRef({ opens: '06:00', closes: '22:00' });
  const days = daysText(hours.days);
  const whole = isWholeDay(hours);
  const overnight = isOvernight(hours);
  const wrong = (part: string) => errors.some(({ pointer }) => pointer.startsWith(`/${part}`) || pointer === '');
  const describedBy = errors.length > 0 ? id : undefined;

  function toggleWhole() {
    if (!whole) before.current = { opens: hours.opens, closes: hours.closes };
    onChange({ ...hours, ...(whole ? before.current : wholeDay) });
  }

  const time = (part: 'opens' | 'closes') => (
    <HoursTime
      label={`${days} ${t(`hours.${part}`)}`}
      value={hours[part]}
      whole={whole}
      onChange={(next) => onChange({ ...hours, [part]: next })}
      invalid={wrong(part)}
      describedBy={describedBy}
      hint={part === 'closes' && overnight ? t('hours.overnight') : undefined}
    />
  );
  return (
    <li className="border-t border-line px-4 py-2.5 first:border-0">
      <div className={columns}>
        <DayChoice
          value={hours.days}
          onChange={(next) => onChange({ ...hours, days: next })}
          error={wrong('days')}
          describedBy={describedBy}
        />
        {time('opens')}
        <span className="text-center text-ink-3">–</span>
        {time('closes')}
        <span className="text-xs whitespace-nowrap text-ink-3">{overnight && t('hours.nextDay')}</span>
        <HoursBar hours={hours} className={cx(barPlace, 'mt-1.5 @3xl:mt-0')} />
        <button
          type="button"
          aria-pressed={whole}
          onClick={toggleWhole}
          className={cx(
            'h-7 rounded-sm text-xs whitespace-nowrap',
            whole
              ? 'bg-accent-soft font-medium text-accent-ink inset-ring inset-ring-accent-line'
              : 'text-ink-2 hover:bg-active hover:text-ink',
          )}
        >
          {t('hours.wholeDay')}
          <span className="sr-only"> {days}</span>
        </button>
        <IconButton icon="trash" aria-label={t('hours.remove', { days })} onClick={onRemove} />
      </div>
      {errors.length > 0 && (
        <p id={id} aria-live="polite" className="mt-1 flex gap-1 text-xs text-bad-ink">
          <Icon name="error" size={14} className="mt-px" />
          {[...new Set(errors.map(({ message }) => message))].join(t('common.separator'))}
        </p>
      )}
    </li>
  );
}
