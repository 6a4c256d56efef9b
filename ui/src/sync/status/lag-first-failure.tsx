import type { ScaleTime } from 'd3-scale';
import { useTexts } from '#i18n/i18n.ts';
import { clockToMinute } from './durations.ts';

interface Props {
  time: string;
  x: ScaleTime<number, number>;
  top: number;
  bottom: number;
}

/** Where it began to fail; at the left edge where that was before the span. */
export function FirstFailure({ time, x, top, bottom }: Props) {
  const { t } = useTexts();
  const [from = 0, to = 0] = x.range();
  const place = x(Date.parse(time));
  const before = place < from;
  const at = Math.min(Math.max(place, from), to);
  const left = at > (from + to) / 2;
  return (
    <>
      {!before && <path d={`M${at} ${top - 8}V${bottom}`} stroke="var(--bad)" strokeDasharray="2 3" />}
      <text
        x={before ? from : at + (left ? -6 : 6)}
        y={top - 6}
        textAnchor={left ? 'end' : 'start'}
        fill="var(--bad-ink)"
        className="font-sans text-xs"
      >
        {t(before ? 'sync.failingSince' : 'sync.firstFailure', { time: clockToMinute(time) })}
      </text>
    </>
  );
}
