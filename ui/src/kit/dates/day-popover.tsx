import type { ReactElement } from 'react';
import type { TriggerProps } from '#kit/layers/lazy-trigger.tsx';
import { Popover } from '#kit/layers/popover.tsx';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import type { CalendarProps } from './calendar.tsx';

const calendarCode = createLazyCode(async () => (await import('./calendar.tsx')).Calendar);

interface DayPopoverProps extends Pick<CalendarProps, 'aria-label' | 'value' | 'onChange' | 'min'> {
  /** The button that opens the calendar. */
  trigger: ReactElement<TriggerProps>;
}

/** A calendar that opens from a button, to choose a day or none. */
export const DayPopover = ({ trigger, onChange, ...calendar }: DayPopoverProps) => (
  <Popover
    aria-label={calendar['aria-label']}
    align="end"
    width={232}
    className="pointer-coarse:w-75! [--anchor-max-height:none]"
    trigger={trigger}
  >
    {(close) => (
      <LazyCalendar
        {...calendar}
        onLoadError={close}
        onChange={(day) => {
          onChange(day);
          close();
        }}
      />
    )}
  </Popover>
);

/** Loads the calendar when the popover opens, and reserves its height until then. */
function LazyCalendar({ onLoadError, ...props }: CalendarProps & { onLoadError: () => void }) {
  const Calendar = useLazyCode(calendarCode, true, onLoadError);
  return Calendar ? <Calendar {...props} /> : <div className="h-73" />;
}
