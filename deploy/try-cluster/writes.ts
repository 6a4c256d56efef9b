import type { Api, Reply } from './api.ts';
import { Times } from './times.ts';

/** An acknowledged write. */
export interface Acknowledged {
  id: number;
  version: number;
}

export interface Writes {
  acknowledged: Acknowledged[];
  times: Times;
  /** Counts of unacknowledged writes by their error. */
  failures: Map<string, number>;
  /** Starts no more writes, and waits for pending ones. */
  stop(): Promise<void>;
}

interface Station {
  id: number;
  code: string;
  version: number;
}

type WriteReply = Reply<{ record: Station; key?: string }>;

/**
 * Starts this many writes a second at fixed times, without waiting for the previous ones. Writes alternate between creating
 * stations and changing them. A write that was not acknowledged is not repeated.
 */
export function startWrites(api: Api, perSecond: number): Writes {
  const acknowledged: Acknowledged[] = [];
  const times = new Times();
  const failures = new Map<string, number>();
  /** Stations without a pending write, whose version is therefore known. */
  const idleStations: Station[] = [];
  const pendingWrites = new Set<Promise<void>>();
  let writeCount = 0;

  const write = async () => {
    const number = writeCount++;
    const station = number % 2 === 1 ? idleStations.shift() : undefined;
    const result = await (station ? change(api, station, number) : create(api, number)).catch(toErrorCode);
    if (typeof result === 'string') {
      failures.set(result, (failures.get(result) ?? 0) + 1);
      return;
    }
    const { id, code, version } = result.data.record;
    acknowledged.push({ id, version });
    times.add();
    idleStations.push({ id, code, version });
  };
  const timer = setInterval(() => {
    const pendingWrite = write().finally(() => pendingWrites.delete(pendingWrite));
    pendingWrites.add(pendingWrite);
  }, 1000 / perSecond);
  return {
    acknowledged,
    times,
    failures,
    async stop() {
      clearInterval(timer);
      await Promise.all(pendingWrites);
    },
  };
}

const create = (api: Api, number: number) =>
  api.call<WriteReply['data']>('POST', '/eu-stations', { body: station(`TRY-${number}`, number) }).then(toResult);

const change = (api: Api, { id, code, version }: Station, number: number) =>
  api.call<WriteReply['data']>('PUT', `/eu-stations/${id}`, { body: station(code, number), version }).then(toResult);

const station = (code: string, number: number) => ({ code, name: `Station ${number}` });

const toResult = (reply: WriteReply): WriteReply | string =>
  reply.status < 300 ? reply : `${reply.status} ${reply.data?.key ?? 'of the proxy'}`;

function toErrorCode(error: Error): string {
  // fetch puts the reason into the error's cause.
  const { code } = (error.cause ?? {}) as { code?: string };
  return code ?? error.name;
}
