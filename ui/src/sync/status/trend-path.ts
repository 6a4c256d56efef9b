export interface TrendPoint {
  x: number;
  y: number;
}

interface Box {
  width: number;
  height: number;
  edge: number;
}

/** A quiet lag of less than this fills no more of the height than it deserves, in milliseconds. */
const MIN_TOP_MS = 5000;

/** Runs of places, broken where nothing was measured; 0 is the floor, the greatest lag the top. */
export function trendRuns(trend: readonly (number | null)[], { width, height, edge }: Box): TrendPoint[][] {
  const top = Math.max(MIN_TOP_MS, ...trend.map((lag) => lag ?? 0));
  const step = trend.length > 1 ? (width - 2 * edge) / (trend.length - 1) : 0;
  const runs: TrendPoint[][] = [];
  let open = false;
  trend.forEach((lag, index) => {
    if (lag === null) {
      open = false;
      return;
    }
    const place = { x: edge + index * step, y: height - edge - (Math.max(0, lag) / top) * (height - 2 * edge) };
    if (open) runs.at(-1)?.push(place);
    else runs.push([place]);
    open = true;
  });
  return runs;
}

const at = ({ x, y }: TrendPoint) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** The `d` of all runs; a lone place is a line of no length, which round caps show as a dot. */
export const toPath = (runs: readonly TrendPoint[][]): string =>
  runs.map((run) => `M${run.map(at).join('L')}${run.length === 1 && run[0] ? `L${at(run[0])}` : ''}`).join('');
