import { cx } from '#kit/cx.ts';
import { type Hours, stretches } from './hours.ts';

const percent = (minutes: number) => `${(minutes / 1440) * 100}%`;

/** A bar of the open hours of a day; hours after midnight are at the left, in a lighter color. */
export function HoursBar({ hours, className }: { hours: Hours; className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'relative block h-5 rounded-[2px] border-r border-line',
        'bg-[repeating-linear-gradient(90deg,var(--line)_0_1px,transparent_1px_calc(100%/8))]',
        className,
      )}
    >
      {stretches(hours).map(({ from, to, next }) => (
        <i
          key={String(next)}
          className={cx('absolute top-1.25 h-2.5 rounded-[2px]', next ? 'bg-accent-line' : 'bg-accent')}
          style={{ left: percent(from), width: percent(to - from) }}
        />
      ))}
    </span>
  );
}
