import { useId, useRef } from 'react';
import type { FieldError } from '#api/problem.ts';
import { daysText } from '#crud/text/hours-text.ts';
import { type Day, days, sortDays } from '#crud/text/weekdays.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { TimeInput } from '#kit/dates/time-field.tsx';
import { Popover } from '#kit/layers/popover.tsx';
import { type Hours, isOvernight, isWholeDay, presets } from './hours.ts';
import { HoursBar } from './hours-bar.tsx';
import { barClass, buttonClass, gridClass } from './layout-classes.ts';

interface Props {
  hours: Hours;
  onChange: (hours: Hours) => void;
  onRemove: () => void;
  /** The errors of this row, with pointers relative to it: /opens. */
  errors: readonly FieldError[];
}

const wholeDay = { opens: '00:00', closes: '24:00' };

/** A row for a weekly pattern: its days, its times and a bar of its hours. */
export function HoursRow({ hours, onChange, onRemove, errors }: Props) {
  const { t } = useTexts();
  const id = useId();
  const before = useRef({ opens: '06:00', closes: '22:00' });
  const days = daysText(hours.days);
  const whole = isWholeDay(hours);
  // the time field shows 24:00 as 00:00
  const shown = { opens: hours.opens, closes: hours.closes === '24:00' && !whole ? '00:00' : hours.closes };
  const overnight = isOvernight(shown);
  const wrong = (part: string) => errors.some(({ pointer }) => pointer.startsWith(`/${part}`) || pointer === '');
  const describedBy = errors.length > 0 ? id : undefined;

  function toggleWhole() {
    if (!whole) before.current = { opens: hours.opens, closes: hours.closes };
    onChange({ ...hours, ...(whole ? before.current : wholeDay) });
  }

  const time = (part: 'opens' | 'closes') => (
    <HoursTime
      label={`${days} ${t(`hours.${part}`)}`}
      value={shown[part]}
      whole={whole}
      onChange={(next) => onChange({ ...hours, [part]: next })}
      invalid={wrong(part)}
      describedBy={describedBy}
      hint={part === 'closes' && overnight ? t('hours.overnight') : undefined}
    />
  );
  return (
    <li className="border-t border-line px-4 py-2.5 first:border-0">
      <div className={gridClass}>
        <DayChoice
          value={hours.days}
          onChange={(next) => onChange({ ...hours, days: next })}
          error={wrong('days')}
          describedBy={describedBy}
        />
        {time('opens')}
        <span className="text-center text-ink-3">–</span>
        {time('closes')}
        <span className="col-span-2 text-xs whitespace-nowrap text-ink-3 @md:col-span-1">
          {overnight && t('hours.nextDay')}
        </span>
        <HoursBar hours={hours} className={cx(barClass, 'mt-1.5 @3xl:mt-0')} />
        <button
          type="button"
          aria-pressed={whole}
          onClick={toggleWhole}
          className={cx(
            'h-7 rounded-sm text-xs whitespace-nowrap pointer-coarse:h-10 pointer-coarse:min-w-10 max-sm:px-2',
            buttonClass,
            whole
              ? 'bg-accent-soft font-medium text-accent-ink inset-ring inset-ring-accent-line'
              : 'text-ink-2 hover:bg-active hover:text-ink',
          )}
        >
          {t('hours.wholeDay')}
          <span className="sr-only"> {days}</span>
        </button>
        <IconButton icon="trash" className={buttonClass} aria-label={t('hours.remove', { days })} onClick={onRemove} />
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

interface HoursTimeProps {
  label: string;
  value: string;
  /** Set for a 24-hour pattern, whose times cannot be edited. */
  whole: boolean;
  /** The time, or '' while it is incomplete. */
  onChange: (value: string) => void;
  invalid: boolean;
  describedBy: string | undefined;
  hint: string | undefined;
}

function HoursTime({ label, value, whole, onChange, invalid, describedBy, hint }: HoursTimeProps) {
  if (whole) {
    return (
      <span className="control control-sm font-mono" data-locked>
        {value}
      </span>
    );
  }
  return (
    <TimeInput
      aria-label={label}
      aria-describedby={describedBy}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      invalid={invalid}
      hint={hint}
    />
  );
}

interface DayChoiceProps {
  value: readonly Day[];
  onChange: (value: Day[]) => void;
  error: boolean;
  describedBy: string | undefined;
}

/** The days of a pattern as text, with a popover to choose them. */
function DayChoice({ value, onChange, error, describedBy }: DayChoiceProps) {
  const { t } = useTexts();
  const text = daysText(value);
  return (
    <Popover
      aria-label={t('hours.chooseDays')}
      width={252}
      trigger={
        <button
          type="button"
          title={text}
          aria-label={`${t('hours.days')}: ${text || t('hours.chooseDays')}`}
          aria-invalid={error || undefined}
          aria-describedby={describedBy}
          className={cx(
            'flex h-7 min-w-0 items-center gap-1 rounded-sm text-start font-medium hover:bg-active pointer-coarse:h-10',
            'order-first col-span-3 -ml-2 px-2 @md:order-none @md:col-span-1',
            error && 'bg-bad-soft text-bad-ink',
          )}
        >
          <span className={cx('min-w-0 truncate', !text && 'font-normal text-ink-3')}>
            {text || t('hours.chooseDays')}
          </span>
          <Icon name="chevron-down" size={14} className="text-ink-3" />
        </button>
      }
    >
      <div className="p-2">
        <div className="grid grid-cols-7 gap-1">
          {days.map((day) => {
            const chosen = value.includes(day);
            return (
              <button
                key={day}
                type="button"
                aria-pressed={chosen}
                aria-label={t(`value.days.${day}`)}
                onClick={() => onChange(sortDays(chosen ? value.filter((one) => one !== day) : [...value, day]))}
                className={cx(
                  'h-7 rounded-sm text-xs pointer-coarse:h-10',
                  chosen
                    ? 'bg-accent font-semibold text-on-accent'
                    : 'text-ink-2 inset-ring inset-ring-line-strong hover:bg-active hover:text-ink',
                )}
              >
                {t(`hours.dayShort.${day}`)}
              </button>
            );
          })}
        </div>
        <div className="mt-1 -mb-1 -ml-1 flex">
          {(['everyDay', 'weekdays', 'weekend'] as const).map((preset) => (
            <Button key={preset} variant="ghost" size="sm" onClick={() => onChange([...presets[preset]])}>
              {t(`hours.${preset}`)}
            </Button>
          ))}
        </div>
      </div>
    </Popover>
  );
}
