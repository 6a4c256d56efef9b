import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import type { CalendarProps } from './calendar.tsx';

export const calendarCode = createLazyCode(async () => (await import('./calendar.tsx')).Calendar);

/** Stands in for the calendar until it is loaded, with its height. */
export const CalendarSpace = () => <div className="h-73" />;

/** Loads the calendar when the popover opens. */
export function LazyCalendar({ onLoadError, ...props }: CalendarProps & { onLoadError: () => void }) {
  const Calendar = useLazyCode(calendarCode, true, onLoadError);
  return Calendar ? <Calendar {...props} /> : <CalendarSpace />;
}
