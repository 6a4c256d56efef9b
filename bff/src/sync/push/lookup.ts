import { type LookupAddress, lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isRefused } from './addresses.ts';
import type { ListenAddress } from './listen-addresses.ts';

/** A host whose addresses are all refused. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';
  constructor(host: string) {
    super(`Nothing is sent to the address of ${host}.`);
  }
}

/**
 * Asks for a host's addresses. The system's resolver works in the few threads that all of the process shares, and is not
 * to be interrupted, so hosts in doubt, of which no answer is known yet or whose last was a failure, have two at most; one
 * whose name server is dead holds up no others.
 */
export function createResolver(ask = resolveAll, doubtful = 2) {
  const known = new Set<string>();
  const asking = new Map<string, Promise<LookupAddress[]>>();
  const waiting: (() => void)[] = [];
  let free = doubtful;

  const inTurn = async (host: string): Promise<LookupAddress[]> => {
    if (free > 0) free--;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await ask(host);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
  const note = async (host: string): Promise<LookupAddress[]> => {
    try {
      const addresses = await (known.has(host) ? ask(host) : inTurn(host));
      known.add(host);
      return addresses;
    } catch (error) {
      known.delete(host);
      throw error;
    } finally {
      asking.delete(host);
    }
  };
  return (host: string): Promise<LookupAddress[]> => {
    const answer = asking.get(host) ?? note(host);
    asking.set(host, answer);
    return answer;
  };
}

const resolveAll = (host: string): Promise<LookupAddress[]> =>
  new Promise((found, failed) =>
    resolve(host, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses))),
  );

/** For a connection to `port`: the addresses of a host but those refused. */
export const guardedLookup =
  (resolver: ReturnType<typeof createResolver>, port: number, listening: readonly ListenAddress[]): LookupFunction =>
  (host, options, done) => {
    resolver(host).then(
      (all) => {
        const open = all.filter(({ address }) => !isRefused(address, port, listening));
        const [first] = open;
        if (!first) done(new AddressRefused(host), '');
        else if (options.all) done(null, open);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
