export interface TrendPoint {
  x: number;
  y: number;
}

interface TrendBox {
  width: number;
  height: number;
  padding: number;
}

/** The scale is at least this high, so small lags do not fill the whole height. */
const MIN_SCALE_MS = 5000;

/** Returns the points of the trend, split where nothing was measured. 0 is at the bottom, the longest lag at the top. */
export function trendSegments(trend: readonly (number | null)[], { width, height, padding }: TrendBox): TrendPoint[][] {
  const scaleMs = Math.max(MIN_SCALE_MS, ...trend.map((lag) => lag ?? 0));
  const step = trend.length > 1 ? (width - 2 * padding) / (trend.length - 1) : 0;
  const segments: TrendPoint[][] = [];
  let isSegmentOpen = false;
  trend.forEach((lag, index) => {
    if (lag === null) {
      isSegmentOpen = false;
      return;
    }
    const trendPoint = {
      x: padding + index * step,
      y: height - padding - (Math.max(0, lag) / scaleMs) * (height - 2 * padding),
    };
    if (isSegmentOpen) segments.at(-1)?.push(trendPoint);
    else segments.push([trendPoint]);
    isSegmentOpen = true;
  });
  return segments;
}

const coordinates = ({ x, y }: TrendPoint) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Returns the `d` attribute of the segments. A single point is a line of length 0, which round caps turn into a dot. */
export const toSvgPath = (runs: readonly TrendPoint[][]): string =>
  runs
    .map(
      (segment) =>
        `M${segment.map(coordinates).join('L')}${segment.length === 1 && segment[0] ? `L${coordinates(segment[0])}` : ''}`,
    )
    .join('');
