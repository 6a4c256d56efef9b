import { setTimeout as pause } from 'node:timers/promises';
import { createSettings } from '../../../src/config/settings.ts';
import { createSecretCodec, type Database } from '../../../src/database/database.ts';
import { createPusher, type Pusher, type PusherOptions } from '../../../src/sync/push/pusher.ts';
import { sequenceAll } from '../../feed/changes.ts';
import { silentLog } from '../../kit/silent-log.ts';

/** Creates a pusher that retries after about 50 ms and gives each receiver a second to answer. */
export const createTestPusher = (db: Database, options: Partial<PusherOptions> = {}): Pusher =>
  createPusher({
    db,
    secrets: createSecretCodec([]),
    settings: createSettings(db),
    log: silentLog,
    readListenAddresses: async () => [],
    backoffMs: Array<number>(1000).fill(50),
    timeoutMs: 1000,
    leaseMs: 2500,
    ...options,
  });

export interface TestWorker {
  stop(): Promise<void>;
}

/** Runs rounds of the sequencer and of a pusher in this process, and keeps trying while the database is unreachable. */
export function startTestWorker(db: Database, options: Partial<PusherOptions> = {}): TestWorker {
  const pusher = createTestPusher(db, options);
  let isStopped = false;
  const runRounds = async () => {
    while (!isStopped) {
      await Promise.all([sequenceAll(db), pusher.round()]).catch(() => undefined);
      await pause(20);
    }
  };
  const roundsEnded = runRounds();
  return {
    stop: async () => {
      isStopped = true;
      await roundsEnded;
      await pusher.stop();
    },
  };
}
