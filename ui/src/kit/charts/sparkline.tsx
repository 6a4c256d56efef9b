import { evenPlaces, toPath } from './history-chart-places.ts';

interface SparklineProps {
  /** decimals, the oldest first */
  values: readonly string[];
  /** what the line says, for those who do not see it */
  label: string;
  width?: number | undefined;
  height?: number | undefined;
}

/** The course of a value, small enough for a table cell. */
export function Sparkline({ values, label, width = 64, height = 20 }: SparklineProps) {
  const edge = 3;
  const places = evenPlaces(values).map(({ x, y }) => ({
    x: edge + (x / 100) * (width - 2 * edge),
    y: edge + (y / 100) * (height - 2 * edge),
  }));
  const last = places.at(-1);
  return (
    <span className="inline-flex align-middle">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the label below says it */}
      <svg width={width} height={height} aria-hidden className="block text-accent">
        <polyline
          points={toPath(places)}
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
