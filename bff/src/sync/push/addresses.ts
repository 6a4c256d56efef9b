import { type LookupAddress, lookup as resolve } from 'node:dns';
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import type { ListenAddress } from './listen-addresses.ts';

/**
 * Where no message goes: what only this machine or its link knows (RFC 3927, RFC 4291 §2.5.6), what is no single
 * address (unspecified, multicast, broadcast), the services at which clouds hand out credentials, and translations that only
 * their own network can read (RFC 8215, RFC 2765). Private networks and loopback are open: subscribers are internal systems.
 */
const REFUSED_ADDRESSES = toBlockList([
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '255.255.255.255',
  // metadata of Alibaba Cloud, Azure and Oracle
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '::',
  'fe80::/10',
  'ff00::/8',
  '64:ff9b:1::/48',
  '::ffff:0:0:0/96',
  // metadata of AWS and Google Cloud
  'fd00:ec2::254',
  'fd20:ce::254',
]);

/** Addresses, and networks such as `127.0.0.0/8`. */
function toBlockList(all: string[]): BlockList {
  const list = new BlockList();
  for (const each of all) {
    const [address = '', prefix] = each.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

/** Whether nothing is sent to this address and port: what an IPv6 address has embedded of IPv4 counts like that itself. */
export function isRefused(address: string, port: number, listening: readonly ListenAddress[]): boolean {
  const [plainAddress = ''] = address.split('%');
  const here = toBlockList(listening.filter((each) => each.port === port).map((each) => each.address));
  return [plainAddress, ...embeddedIPv4(plainAddress)].some((each) => {
    const family = familyOf(each);
    return REFUSED_ADDRESSES.check(each, family) || here.check(each, family);
  });
}

/** Every IPv4 address that an IPv6 address leads to, or may lead to, by a form that embeds one. */
function embeddedIPv4(address: string): string[] {
  if (!isIPv6(address)) return [];
  const words = toWords(address);
  const [first = 0, second = 0, third = 0] = words;
  const beginsWith = (...prefix: number[]) => prefix.every((word, at) => words[at] === word);
  const at = (index: number, mask = 0) => toIPv4((words[index] ?? 0) ^ mask, (words[index + 1] ?? 0) ^ mask);
  // ::1 is itself, and no IPv4-compatible address
  if (beginsWith(0, 0, 0, 0, 0, 0) && (words[6] !== 0 || (words[7] ?? 0) > 1)) return [at(6)];
  // mapped; through the well-known NAT64 prefix
  if (beginsWith(0, 0, 0, 0, 0, 0xffff) || beginsWith(0x64, 0xff9b, 0, 0, 0, 0)) return [at(6)];
  if (first === 0x2002) return [toIPv4(second, third)];
  // Teredo: its server, and the client with all bits turned over
  if (beginsWith(0x2001, 0)) return [at(2), at(6, 0xffff)];
  // ISATAP, in any network
  return words[5] === 0x5efe && ((words[4] ?? 0) & 0xfdff) === 0 ? [at(6)] : [];
}

const toIPv4 = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** The eight words of an IPv6 address, whose canonical form `URL` knows. */
function toWords(address: string): number[] {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean));
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...gap, ...tail].map((word) => Number.parseInt(word, 16));
}

export const portOf = ({ protocol, port }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** The address in a URL that names one instead of a host: `URL` writes every form of it the same way. */
function literalOf({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) ? address : undefined;
}

/**
 * What is wrong with a subscriber's URL as it is written: `scheme` where it is neither http nor https, or `address` where
 * it names one that is refused. A host's addresses are looked at when it is connected to.
 */
export function validateTarget(url: string, listening: readonly ListenAddress[]): 'scheme' | 'address' | undefined {
  if (!URL.canParse(url)) return 'scheme';
  const parsed = new URL(url);
  if (!['http:', 'https:'].includes(parsed.protocol)) return 'scheme';
  const literal = literalOf(parsed);
  return literal && isRefused(literal, portOf(parsed), listening) ? 'address' : undefined;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

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
export function createResolver(lookUp = resolveAll, maxDoubtful = 2) {
  const resolvedHosts = new Set<string>();
  const pendingLookups = new Map<string, Promise<LookupAddress[]>>();
  const waiters: (() => void)[] = [];
  let free = maxDoubtful;

  const askInTurn = async (host: string): Promise<LookupAddress[]> => {
    if (free > 0) free--;
    else await new Promise<void>((go) => waiters.push(go));
    try {
      return await lookUp(host);
    } finally {
      const next = waiters.shift();
      if (next) next();
      else free++;
    }
  };
  const resolveHost = async (host: string): Promise<LookupAddress[]> => {
    try {
      const addresses = await (resolvedHosts.has(host) ? lookUp(host) : askInTurn(host));
      resolvedHosts.add(host);
      return addresses;
    } catch (error) {
      resolvedHosts.delete(host);
      throw error;
    } finally {
      pendingLookups.delete(host);
    }
  };
  return (host: string): Promise<LookupAddress[]> => {
    const answer = pendingLookups.get(host) ?? resolveHost(host);
    pendingLookups.set(host, answer);
    return answer;
  };
}

const resolveAll = (host: string): Promise<LookupAddress[]> =>
  new Promise((found, failed) =>
    resolve(host, { all: true }, (error, addresses) => (error ? failed(error) : found(addresses))),
  );

/** For a connection to `port`: the addresses of a host but those refused. */
export const createSafeLookup =
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
