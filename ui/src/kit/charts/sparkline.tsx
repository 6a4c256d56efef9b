import { spaceEvenly, toPath } from './chart-geometry.ts';

interface SparklineProps {
  /** decimals, oldest first */
  values: readonly string[];
  /** describes the chart to screen readers */
  label: string;
  width?: number | undefined;
  height?: number | undefined;
}

/** A line chart that fits into a table cell. */
export function Sparkline({ values, label, width = 64, height = 20 }: SparklineProps) {
  const padding = 3;
  const points = spaceEvenly(values).map(({ x, y }) => ({
    x: padding + (x / 100) * (width - 2 * padding),
    y: padding + (y / 100) * (height - 2 * padding),
  }));
  const last = points.at(-1);
  return (
    <span className="inline-flex align-middle">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the label below describes it */}
      <svg width={width} height={height} aria-hidden className="block text-accent">
        <polyline
          points={toPath(points)}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.35}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        {last && <circle cx={last.x} cy={last.y} r={2} fill="currentColor" />}
      </svg>
      <span className="sr-only">{label}</span>
    </span>
  );
}
