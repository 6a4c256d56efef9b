import { Problem } from './problem.ts';

/** In milliseconds. */
export interface TimeLimits {
  /** Until an answer begins. */
  answerMs: number;
  /** The same where the request comes with bytes: a MiB over a slow line. */
  uploadMs: number;
  /** For the next `STALL_BYTES` of such a body. */
  stallMs: number;
  /** For what a client still sends after it was answered. */
  lingerMs: number;
}

export const TIME_LIMITS: TimeLimits = { answerMs: 10_000, uploadMs: 60_000, stallMs: 10_000, lingerMs: 2000 };

/** What work comes to, or `requestTimeout` where it takes longer than that. */
export async function withinLimit<T>(work: Promise<T>, limitMs = TIME_LIMITS.answerMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Problem('requestTimeout')), limitMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
