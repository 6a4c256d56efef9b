import type { ReactNode } from 'react';
import { cx } from '#kit/cx.ts';

export interface Stop {
  label: ReactNode;
  note?: ReactNode;
  time?: ReactNode;
  state: 'done' | 'now' | 'later';
  /** Marks the current stop where it does not lead on. */
  tone?: keyof typeof TONE_CLASSES | undefined;
}

const RING_CLASSES = {
  done: 'bg-panel inset-ring-2 inset-ring-ok',
  now: 'bg-ok ring-3 ring-ok-soft',
  later: 'bg-panel inset-ring-2 inset-ring-line-strong',
};

const TONE_CLASSES = {
  warn: 'bg-warn ring-3 ring-warn-soft',
  bad: 'bg-bad ring-3 ring-bad-soft',
  idle: 'bg-idle ring-3 ring-sunken',
};

/** The mark of a stop on a line: a ring, which is filled and has a halo where one is now. */
export const StopMark = ({ state, tone, className }: Pick<Stop, 'state' | 'tone'> & { className?: string }) => (
  <i
    aria-hidden
    className={cx(
      'size-2.5 flex-none rounded-full',
      state === 'now' && tone ? TONE_CLASSES[tone] : RING_CLASSES[state],
      className,
    )}
  />
);

/** The status changes of something as a vertical line of stops. */
export function StatusTimeline({ stops, label }: { stops: readonly Stop[]; label?: string | undefined }) {
  return (
    <ol aria-label={label}>
      {stops.map((stop, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: stops have no identity but their position
          key={index}
          aria-current={stop.state === 'now' ? 'step' : undefined}
          className={cx(
            'stop-track relative grid min-h-10.5 grid-cols-[14px_minmax(0,1fr)_auto] gap-2.5 last:min-h-6',
            stop.state === 'done' && 'done',
          )}
        >
          <StopMark {...stop} className="relative mt-[5px] ml-0.5" />
          <div className={cx(stop.state === 'now' && 'font-semibold', stop.state === 'later' && 'text-ink-3')}>
            {stop.label}
            {stop.note && <div className="text-xs font-normal text-ink-3">{stop.note}</div>}
          </div>
          {stop.time && <div className="text-xs leading-5 whitespace-nowrap text-ink-3">{stop.time}</div>}
        </li>
      ))}
    </ol>
  );
}
