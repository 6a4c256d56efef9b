import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Logger } from 'pino';
import type { Database } from '#database';

/** Where a service listens: an address, or a network such as `127.0.0.0/8`. */
export interface ListenAddress {
  address: string;
  port: number;
}

/** Where all services on a database listen now. */
export type Listening = () => Promise<readonly ListenAddress[]>;

/** A host that is no address, or a wildcard, stands for all of this machine. */
export function addressesOf({ host, port }: { host: string; port: number }): ListenAddress[] {
  if (isIP(host) && !['0.0.0.0', '::'].includes(host)) return [{ address: host, port }];
  const ownAddress = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
  return [...new Set([...ownAddress, '127.0.0.0/8', '::1'])].map((address) => ({ address, port }));
}

const HEARTBEAT_MS = 20_000;
const RETRY_MS = 2000;
/** By the database's clock. Long after the last heartbeat, as nothing is gained by forgetting a service that is only slow. */
const EXPIRY_SECONDS = 600;
const CACHE_MS = 5000;

const expiry = (db: Database) => db.raw('NOW(3) - INTERVAL ? SECOND', [EXPIRY_SECONDS]);

export interface Announcement {
  /** Removes what was announced. */
  stop(): Promise<void>;
}

/** Writes down where this service listens, again and again until it stops; rejects where it could not the first time. */
export async function announce(
  db: Database,
  ownAddress: { host: string; port: number },
  log: Logger,
  heartbeatMs = HEARTBEAT_MS,
): Promise<Announcement> {
  const service = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: Promise<void> | undefined;
  const write = async () => {
    const rows = addressesOf(ownAddress).map((each) => ({ service, ...each, seen_time: db.raw('NOW(3)') }));
    await db('listen_address').insert(rows).onConflict().merge(['seen_time']);
    await db('listen_address').where('seen_time', '<', expiry(db)).delete();
  };
  const beat = async () => {
    const failed = await write().catch((error: Error) => error);
    if (failed) log.warn({ reason: failed.message }, 'where this service listens could not be written down');
    schedule(failed ? Math.min(RETRY_MS, heartbeatMs) : heartbeatMs);
  };
  const schedule = (afterMs: number) => {
    timer = setTimeout(() => {
      heartbeat = beat();
    }, afterMs).unref();
  };
  await write();
  schedule(heartbeatMs);
  return {
    async stop() {
      clearTimeout(timer);
      await heartbeat;
      clearTimeout(timer);
      await db('listen_address').where({ service }).delete();
    },
  };
}

/** Reads where services listen, some seconds old at most; `own` is where this one does, whatever was written down. */
export function createListening(
  db: Database,
  ownAddress: () => ListenAddress[] = () => [],
  cacheMs = CACHE_MS,
): Listening {
  let reading: Promise<ListenAddress[]> | undefined;
  let readAt = 0;
  const read = async () => {
    const live = db('listen_address').where('seen_time', '>', expiry(db));
    return live.distinct().select<ListenAddress[]>('address', 'port');
  };
  return async () => {
    if (!reading || performance.now() - readAt > cacheMs) {
      readAt = performance.now();
      reading = read();
      // the next one asks again
      reading.catch(() => {
        reading = undefined;
      });
    }
    return [...ownAddress(), ...(await reading)];
  };
}
