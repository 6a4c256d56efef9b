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
  refused: Map<string, number>;
  /** Starts no more writes, and waits for pending ones. */
  stop(): Promise<void>;
}

interface Station {
  id: number;
  code: string;
  version: number;
}

type Answered = Reply<{ record: Station; key?: string }>;

/**
 * So many writes a second, each begun when its time has come, however long those before it take: new stations, and
 * changes of them by turns. What was not acknowledged is not tried again.
 */
export function startWrites(api: Api, perSecond: number): Writes {
  const acknowledged: Acknowledged[] = [];
  const times = new Times();
  const refused = new Map<string, number>();
  /** To be changed next: nobody else is at them, and their version is known. */
  const known: Station[] = [];
  const underWay = new Set<Promise<void>>();
  let begun = 0;

  const write = async () => {
    const number = begun++;
    const station = number % 2 === 1 ? known.shift() : undefined;
    const what = await (station ? change(api, station, number) : create(api, number)).catch(failed);
    if (typeof what === 'string') {
      refused.set(what, (refused.get(what) ?? 0) + 1);
      return;
    }
    const { id, code, version } = what.data.record;
    acknowledged.push({ id, version });
    times.add();
    known.push({ id, code, version });
  };
  const timer = setInterval(() => {
    const one = write().finally(() => underWay.delete(one));
    underWay.add(one);
  }, 1000 / perSecond);
  return {
    ...{ acknowledged, times, refused },
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

const create = (api: Api, number: number) =>
  api.call<Answered['data']>('POST', '/eu-stations', { body: station(`TRY-${number}`, number) }).then(done);

const change = (api: Api, { id, code, version }: Station, number: number) =>
  api.call<Answered['data']>('PUT', `/eu-stations/${id}`, { body: station(code, number), version }).then(done);

const station = (code: string, number: number) => ({ code, name: `Station ${number}` });

const done = (reply: Answered): Answered | string =>
  reply.status < 300 ? reply : `${reply.status} ${reply.data?.key ?? 'of the proxy'}`;

function failed(error: Error): string {
  // fetch puts the reason into the error's cause.
  const { code } = (error.cause ?? {}) as { code?: string };
  return code ?? error.name;
}
