/** What a ratio should be. */
export type Goal = { atLeast: number } | { atMost: number };

/** What one case measured. Times differ from machine to machine: the ratio is to the floor of the same run, or to a limit. */
export interface Result {
  case: string;
  ratio: number;
  goal?: Goal;
  /** What else has to be so. */
  limits?: Limit[];
  /** Milliseconds of processors, the database's too, for a request; for a row where rows are worked through. */
  cost?: number;
  /** The figures behind it. */
  figures: Record<string, number | string>;
}

export interface Limit {
  what: string;
  value: number;
  atMost: number;
  unit: string;
}

/** Progress and tables go to stderr, so that stdout holds nothing but results. */
export const say = (text: string) => process.stderr.write(`${text}\n`);

/** Whether it reached its goal and keeps its limits; undefined where it has none. */
export function isMet({ ratio, goal, limits = [] }: Result): boolean | undefined {
  if (!goal && limits.length === 0) return undefined;
  return (!goal || reaches(ratio, goal)) && limits.every(({ value, atMost }) => value <= atMost);
}

const reaches = (ratio: number, goal: Goal) => ('atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost);

export function toLine(result: Result): string {
  const { case: name, ratio, goal, limits = [], figures } = result;
  const wishes = [
    ...(goal ? ['atLeast' in goal ? `at least ${goal.atLeast}` : `at most ${goal.atMost}`] : []),
    ...limits.map(({ what, value, atMost, unit }) => `${what} ${value.toFixed(1)} of at most ${atMost} ${unit}`),
  ];
  const verdict = { true: 'met   ', false: 'MISSED', undefined: '      ' }[String(isMet(result))];
  const details = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`);
  return `${name.padEnd(16)} ${ratio.toFixed(2).padStart(6)} ${verdict} ${wishes.join(', ').padEnd(14)} ${details.join(', ')}`;
}

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
export const milliseconds = (duration: number) => `${duration.toFixed(1)} ms`;
export const share = (part: number) => `${(part * 100).toFixed(0)} %`;
export const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;

/** The value that `share` of them are not above. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (values: number[]) => percentile(values, 0.5);

export const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
