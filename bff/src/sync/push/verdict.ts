import type { Attempt } from './sender.ts';

/** After each failed try but the last, in milliseconds; eight tries in all. */
export const usualPauses = [5, 30, 120, 600, 1800, 7200, 21_600].map((seconds) => seconds * 1000);

/** Longer than this no receiver is left alone because it asks for it. */
const longestWish = 3_600_000;
const jitter = 0.2;

/** No pause is longer. */
export const longestPause = (pauses: number[]) => Math.max(longestWish, ...pauses.map((each) => each * (1 + jitter)));

export type Verdict =
  /** To be tried again in so many milliseconds. */
  | { outcome: 'failed'; pause: number }
  /** The lane stops until a person lets it go on. */
  | { outcome: 'parked' }
  /** The receiver wants nothing more, ever. */
  | { outcome: 'gone' };

/** What follows the `attempts`-th failed try of a change. */
export function verdictOn({ status, retryAfter }: Attempt, attempts: number, pauses: number[]): Verdict {
  if (status === 410) return { outcome: 'gone' };
  const pause = pauses[attempts - 1];
  if (pause === undefined) return { outcome: 'parked' };
  // so that those who failed together do not come back together
  const ours = pause * (1 + jitter * (2 * Math.random() - 1));
  return { outcome: 'failed', pause: Math.round(Math.max(ours, Math.min(retryAfter ?? 0, longestWish))) };
}
