import { getLocalTimeZone, today } from '@internationalized/date';
import {
  Calendar as AriaCalendar,
  Button,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components';
import { AriaProvider } from '#kit/aria-provider.tsx';
import { Button as KitButton } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { useKitTexts } from '#kit/kit-texts.tsx';
import { parseDay } from './calendar-day.ts';

export interface DayRange {
  from: string | null;
  to: string | null;
}

export interface CalendarProps {
  'aria-label': string;
  value: string | null;
  onChange: (value: string | null) => void;
  /** highlighted behind the days if the date is one end of a range */
  range?: DayRange | undefined;
  /** the first day that can be chosen */
  min?: string | undefined;
  /** where today is taken from; the local time zone without it */
  timeZone?: string | undefined;
}

const stepButtonClass =
  'grid size-7 place-items-center rounded-sm text-ink-2 pointer-coarse:size-10 hover:bg-active hover:text-ink';

/** A month to choose a day from. */
export function Calendar({ value, onChange, range, min, timeZone = getLocalTimeZone(), ...aria }: CalendarProps) {
  const texts = useKitTexts();
  const currentDay = today(timeZone).toString();
  const isInRange = (day: string) => Boolean(range?.from && range.to && day >= range.from && day <= range.to);
  return (
    <AriaProvider>
      <AriaCalendar
        {...aria}
        value={parseDay(value)}
        onChange={(day) => onChange(day.toString())}
        minValue={parseDay(min ?? null)}
        defaultFocusedValue={parseDay(value ?? range?.from ?? range?.to ?? null)}
        firstDayOfWeek="mon"
        autoFocus
        className="p-2"
      >
        <div className="mb-1 flex items-center">
          <Button slot="previous" className={stepButtonClass}>
            <Icon name="chevron-left" />
          </Button>
          <CalendarHeading className="flex-1 text-center font-medium" />
          <Button slot="next" className={stepButtonClass}>
            <Icon name="chevron-right" />
          </Button>
        </div>
        <CalendarGrid className="w-full table-fixed border-collapse">
          <CalendarGridHeader>
            {(day) => (
              <CalendarHeaderCell className="h-7 text-center text-xs font-normal text-ink-3">{day}</CalendarHeaderCell>
            )}
          </CalendarGridHeader>
          <CalendarGridBody>
            {(date) => (
              <CalendarCell
                date={date}
                className={({ isSelected }) =>
                  cx(
                    'my-px grid h-7 pointer-coarse:h-10 cursor-default place-items-center data-outside-month:hidden data-disabled:text-ink-off',
                    isSelected
                      ? 'rounded-sm bg-accent font-semibold text-on-accent'
                      : isInRange(date.toString())
                        ? 'bg-accent-soft hover:bg-active'
                        : 'rounded-sm hover:bg-active',
                    date.toString() === currentDay && !isSelected && 'font-semibold text-accent-ink',
                    'focus-visible:outline-offset-[-3px]',
                    isSelected && 'focus-visible:outline-on-accent',
                  )
                }
              />
            )}
          </CalendarGridBody>
        </CalendarGrid>
      </AriaCalendar>
      <div className="flex justify-between border-t border-line p-1 empty:hidden">
        {(min === undefined || min <= currentDay) && (
          <KitButton variant="ghost" size="sm" onClick={() => onChange(currentDay)}>
            {texts.today}
          </KitButton>
        )}
        {value !== null && (
          <KitButton variant="ghost" size="sm" onClick={() => onChange(null)}>
            {texts.clear}
          </KitButton>
        )}
      </div>
    </AriaProvider>
  );
}
