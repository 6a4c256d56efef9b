import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isOutOfReach } from '#http/errors.ts';

export interface Round {
  name: string;
  /** Milliseconds from the end of one to the next. */
  every: number;
  work(stop: AbortSignal): Promise<unknown>;
}

/**
 * Does each of these again and again, beside one another. A database that is gone is told once, and waited for; whatever else
 * fails is told as often as it begins to. The function stops them after what is in hand.
 */
export function startRounds(rounds: Round[], log: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const troubles = createTroubles(log);
  const repeat = async ({ name, every, work }: Round) => {
    while (!signal.aborted) {
      await work(signal).then(
        () => troubles.over(name),
        (error: unknown) => troubles.tell(name, error),
      );
      // nobody waits for the next round: neither the process nor a stop
      await pause(every, undefined, { ref: false, signal }).catch(() => undefined);
    }
  };
  const ended = Promise.all(rounds.map(repeat));
  return async () => {
    stopping.abort();
    await ended;
  };
}

/** Which rounds are in trouble, and what was told of it. */
function createTroubles(log: Logger) {
  const away = new Set<string>();
  const broken = new Set<string>();
  return {
    tell(round: string, error: unknown) {
      const reason = error instanceof Error ? error.message : String(error);
      if (isOutOfReach(error)) {
        if (away.size === 0) log.error({ reason }, 'database out of reach');
        away.add(round);
      } else if (!broken.has(round)) {
        log.error({ round, reason, err: error instanceof Error ? { stack: error.stack } : undefined }, 'round failed');
        broken.add(round);
      }
    },
    over(round: string) {
      if (away.delete(round) && away.size === 0) log.info('database within reach again');
      broken.delete(round);
    },
  };
}
