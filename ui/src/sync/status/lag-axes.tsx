import type { ScaleLinear, ScaleTime } from 'd3-scale';
import { clockToMinute } from './durations.ts';
import type { Span } from './sync-search.ts';

interface Props {
  x: ScaleTime<number, number>;
  y: ScaleLinear<number, number>;
  span: Span;
  box: { width: number; height: number; left: number; right: number; bottom: number };
}

/** Hairlines with what they mean at the left, times below. */
export function LagAxes({ x, y, span, box: { width, height, left, right, bottom } }: Props) {
  return (
    <>
      {y.ticks(3).map((tick) => (
        <g key={tick}>
          <path d={`M${left} ${y(tick)}H${width - right}`} stroke="var(--line)" />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end" fill="var(--ink-3)">
            {tick}
          </text>
        </g>
      ))}
      {x.ticks(span === 'hour' ? 5 : 7).map((tick) => (
        <g key={tick.getTime()}>
          <path d={`M${x(tick)} ${height - bottom}v4`} stroke="var(--line-strong)" />
          <text x={x(tick)} y={height - 5} textAnchor={anchorAt(x(tick), left, width)} fill="var(--ink-3)">
            {clockToMinute(tick.toISOString())}
          </text>
        </g>
      ))}
    </>
  );
}

/** So that the outermost are not cut off. */
const anchorAt = (x: number, left: number, width: number) =>
  x < left + 16 ? 'start' : x > width - 24 ? 'end' : 'middle';
