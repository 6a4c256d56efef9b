import { setTimeout as pause } from 'node:timers/promises';
import { createSettings } from '../../src/config/settings.ts';
import { createSecrets, type Database } from '../../src/database.ts';
import { sequence } from '../../src/feed/sequencer.ts';
import { createPusher, type Pusher, type PusherOptions } from '../../src/sync/push/pusher.ts';
import { silent } from '../kit/silent-log.ts';

export async function sequenceAll(db: Database): Promise<void> {
  while ((await sequence(db)) > 0);
}

/** With pauses of about 50 ms and 1 s for each receiver. */
export const testPusher = (db: Database, options: Partial<PusherOptions> = {}): Pusher =>
  createPusher({
    ...{ db, secrets: createSecrets([]), settings: createSettings(db), log: silent, listening: async () => [] },
    ...{ backoffMs: Array<number>(1000).fill(50), timeoutMs: 1000, leaseMs: 2500, ...options },
  });

export interface Worker {
  stop(): Promise<void>;
}

/** A worker in this process: rounds of the sequencer and of a pusher; a database out of reach is waited for. */
export function startWorker(db: Database, options: Partial<PusherOptions> = {}): Worker {
  const pusher = testPusher(db, options);
  let stopped = false;
  const rounds = async () => {
    while (!stopped) {
      await Promise.all([sequenceAll(db), pusher.round()]).catch(() => undefined);
      await pause(20);
    }
  };
  const ended = rounds();
  return {
    stop: async () => {
      stopped = true;
      await ended;
      await pusher.stop();
    },
  };
}
