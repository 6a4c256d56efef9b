import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Logger } from 'pino';
import type { Database } from '#database';

/** A port of an address or of a network such as `127.0.0.0/8` on which a service listens. */
export interface ListenAddress {
  address: string;
  port: number;
}

/** Returns the current listen addresses of all services that share a database. */
export type ReadListenAddresses = () => Promise<readonly ListenAddress[]>;

/** Returns the addresses of a listening service; a host name or a wildcard means all addresses of this host. */
export function addressesOf({ host, port }: { host: string; port: number }): ListenAddress[] {
  if (isIP(host) && !['0.0.0.0', '::'].includes(host)) return [{ address: host, port }];
  const ownAddress = Object.values(networkInterfaces()).flatMap(
    (interfaces) => interfaces?.map(({ address }) => address) ?? [],
  );
  return [...new Set([...ownAddress, '127.0.0.0/8', '::1'])].map((address) => ({ address, port }));
}

const HEARTBEAT_MS = 20_000;
const RETRY_MS = 2000;
/** By the database's clock. Much longer than a heartbeat, as keeping the addresses of a dead service does no harm. */
const EXPIRY_SECONDS = 600;
const CACHE_MS = 5000;

const expiry = (db: Database) => db.raw('NOW(3) - INTERVAL ? SECOND', [EXPIRY_SECONDS]);

/** The announced addresses of a service. */
export interface AddressAnnouncement {
  /** Removes what was announced. */
  stop(): Promise<void>;
}

/** Announces the addresses of this service in the database, with heartbeats until it stops. Rejects if the first write fails. */
export async function announceListenAddresses(
  db: Database,
  ownAddress: { host: string; port: number },
  log: Logger,
  heartbeatMs = HEARTBEAT_MS,
): Promise<AddressAnnouncement> {
  const service = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: Promise<void> | undefined;
  const writeAddresses = async () => {
    const rows = addressesOf(ownAddress).map((each) => ({ service, ...each, seen_time: db.raw('NOW(3)') }));
    await db('listen_address').insert(rows).onConflict().merge(['seen_time']);
    await db('listen_address').where('seen_time', '<', expiry(db)).delete();
  };
  const sendHeartbeat = async () => {
    const error = await writeAddresses().catch((error: Error) => error);
    if (error) log.warn({ reason: error.message }, 'the addresses of this service could not be announced');
    schedule(error ? Math.min(RETRY_MS, heartbeatMs) : heartbeatMs);
  };
  const schedule = (afterMs: number) => {
    timer = setTimeout(() => {
      heartbeat = sendHeartbeat();
    }, afterMs).unref();
  };
  await writeAddresses();
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

/** Creates a function that reads the announced addresses with a short cache and adds those of this service. */
export function createListenAddressReader(
  db: Database,
  ownAddress: () => ListenAddress[] = () => [],
  cacheMs = CACHE_MS,
): ReadListenAddresses {
  let pendingRead: Promise<ListenAddress[]> | undefined;
  let readTime = 0;
  const readAddresses = async () => {
    const liveRows = db('listen_address').where('seen_time', '>', expiry(db));
    return liveRows.distinct().select<ListenAddress[]>('address', 'port');
  };
  return async () => {
    if (!pendingRead || performance.now() - readTime > cacheMs) {
      readTime = performance.now();
      pendingRead = readAddresses();
      // the next call reads again
      pendingRead.catch(() => {
        pendingRead = undefined;
      });
    }
    return [...ownAddress(), ...(await pendingRead)];
  };
}
