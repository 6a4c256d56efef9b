/** What one case measured. Times differ from machine to machine: the ratio is to the floor of the same run. */
export interface Result {
  case: string;
  ratio: number;
  /** What the ratio should not be above. */
  goal: number;
  /** The figures behind it. */
  figures: Record<string, number | string>;
}

/** Progress and tables go to stderr, so that stdout holds nothing but results. */
export const say = (text: string) => process.stderr.write(`${text}\n`);

export function toLine({ case: name, ratio, goal, figures }: Result): string {
  const details = Object.entries(figures).map(([figure, value]) => `${figure} ${value}`);
  return `${name.padEnd(24)} ${ratio.toFixed(2).padStart(6)}  (at most ${goal})  ${details.join(', ')}`;
}

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
export const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;

/** The value that `share` of them are not above. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
