import { AsyncLocalStorage } from 'node:async_hooks';
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

interface TimeLimitScope {
  isOver: boolean;
}

const scopes = new AsyncLocalStorage<TimeLimitScope>();

/** Whether what this is done for was given up for taking too long: its caller was told so, and nothing may come of it. */
export const hasTimedOut = (): boolean => scopes.getStore()?.isOver ?? false;

/** How work ended that was given up before. */
interface LateOutcome<T> {
  tookMs: number;
  result?: T;
  error?: unknown;
}

interface TimeLimitOptions<T> {
  limitMs?: number;
  onLate?(late: LateOutcome<T>): void;
}

/** What work comes to, or `requestTimeout` where it takes longer than that. */
export async function withTimeLimit<T>(
  work: () => Promise<T>,
  { limitMs = TIME_LIMITS.answerMs, onLate }: TimeLimitOptions<T> = {},
): Promise<T> {
  const [scope, startedAt]: [TimeLimitScope, number] = [{ isOver: false }, performance.now()];
  const working = scopes.run(scope, work);
  const reportIfLate = (outcome: { result: T } | { error: unknown }) =>
    scope.isOver && onLate?.({ tookMs: Math.round(performance.now() - startedAt), ...outcome });
  working.then(
    (result) => reportIfLate({ result }),
    (error) => reportIfLate({ error }),
  );
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      scope.isOver = true;
      reject(new Problem('requestTimeout'));
    }, limitMs);
  });
  try {
    return await Promise.race([working, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
