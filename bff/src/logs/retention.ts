import type { Logger } from 'pino';
import type { Database } from '#database';
import { type Keeping, prune } from './prune.ts';

export interface RetentionDeps {
  db: Database;
  settings: { current(): Promise<Keeping>; onChange(listener: () => void): void };
  log: Logger;
}

/**
 * Removes what is past keeping now, every minute and after each change of the configuration; what fails is told and tried
 * again. The function stops it after the batch in hand.
 */
export function startRetention({ db, settings, log }: RetentionDeps, every = 60_000): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let rounds = Promise.resolve();
  const round = async () => {
    if (!signal.aborted) await prune(db, await settings.current(), { signal });
  };
  const tell = (error: Error) => log.warn({ reason: error.message }, 'what is past keeping could not be removed');
  const start = () => {
    rounds = rounds.then(round).catch(tell);
  };
  start();
  settings.onChange(start);
  const timer = setInterval(start, every).unref();
  return () => {
    stopping.abort();
    clearInterval(timer);
    return rounds;
  };
}
