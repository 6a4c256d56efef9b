/** The goal for a ratio. */
export type Goal = { atLeast: number } | { atMost: number };

/** The result of a case. Times depend on the machine, so the ratio is relative to the floor of the same run or to a limit. */
export interface Result {
  case: string;
  ratio: number;
  goal?: Goal;
  /** The further limits of the case. */
  limits?: Limit[];
  /** CPU milliseconds, including the database's, per request or per row. */
  cost?: number;
  /** The measured figures by name. */
  figures: Record<string, number | string>;
}

export interface Limit {
  figure: string;
  value: number;
  atMost: number;
  unit: string;
}

/** Prints to stderr, so that stdout has only results. */
export const printProgress = (text: string) => process.stderr.write(`${text}\n`);

/** Returns whether the goal and the limits are met, or undefined if there are none. */
export function isMet({ ratio, goal, limits = [] }: Result): boolean | undefined {
  if (!goal && limits.length === 0) return undefined;
  return (!goal || reaches(ratio, goal)) && limits.every(({ value, atMost }) => value <= atMost);
}

const reaches = (ratio: number, goal: Goal) => ('atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost);

export function toLine(result: Result): string {
  const { case: name, ratio, goal, limits = [], figures } = result;
  const goalTexts = [
    ...(goal ? ['atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`] : []),
    ...limits.map(({ figure, value, atMost, unit }) => `${figure} ${value.toFixed(1)} of at most ${atMost} ${unit}`),
  ];
  const verdict = { true: 'met   ', false: 'MISSED', undefined: '      ' }[String(isMet(result))];
  const details = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`);
  return `${name.padEnd(16)} ${ratio.toFixed(2).padStart(6)} ${verdict} ${goalTexts.join(', ').padEnd(14)} ${details.join(', ')}`;
}

export const formatSeconds = (durationMs: number) => `${(durationMs / 1000).toFixed(1)} s`;
export const formatMilliseconds = (duration: number) => `${duration.toFixed(1)} ms`;
export const formatShare = (fraction: number) => `${(fraction * 100).toFixed(0)} %`;
export const formatMebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;

/** Returns the smallest value that at least this share of the values does not exceed. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: number[]) => percentile(values, 0.5);

export const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
