import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Postman } from './postman.ts';

/**
 * Looks for letters about once a second; a database that is gone is told once, and waited for. The function stops it after
 * the letter in hand.
 */
export function startRounds(postman: Postman, log: Logger, every = 1000): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const rounds = async () => {
    let failing = false;
    while (!signal.aborted) {
      try {
        await postman.drain(signal);
        failing = false;
      } catch (error) {
        if (!failing)
          log.error({ reason: error instanceof Error ? error.message : String(error) }, 'outbox out of reach');
        failing = true;
      }
      // nobody waits for the next round: neither the process nor a stop
      await pause(every, undefined, { ref: false, signal }).catch(() => undefined);
    }
  };
  const ended = rounds();
  return () => {
    stopping.abort();
    return ended;
  };
}
