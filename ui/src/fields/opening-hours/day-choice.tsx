import { daysText } from '#crud/hours-text.ts';
import { type Day, days, inOrder } from '#crud/weekdays.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { cx } from '#kit/cx.ts';
import { Icon } from '#kit/icon.tsx';
import { Popover } from '#kit/popover.tsx';
import { presets } from './hours.ts';

interface Props {
  value: readonly Day[];
  onChange: (value: Day[]) => void;
  error: boolean;
  describedBy: string | undefined;
}

/** The days of a pattern in words, and behind them the seven to choose from. */
export function DayChoice({ value, onChange, error, describedBy }: Props) {
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
            'flex h-7 min-w-0 items-center gap-1 rounded-sm text-start font-medium hover:bg-active',
            '-ml-2 px-2',
            error && 'bg-bad-soft text-bad-ink',
          )}
        >
          <span className={cx('cut', !text && 'font-normal text-ink-3')}>{text || t('hours.chooseDays')}</span>
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
                onClick={() => onChange(inOrder(chosen ? value.filter((one) => one !== day) : [...value, day]))}
                className={cx(
                  'h-7 rounded-sm text-xs',
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
