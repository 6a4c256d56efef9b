import { type LookupAddress, lookup as resolve } from 'node:dns';
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import type { ListenAddress } from './listen-addresses.ts';

/**
 * Addresses to which nothing is sent: link-local ones (RFC 3927, RFC 4291 §2.5.6), those that are not a single host (unspecified, multicast,
 * broadcast), metadata services of clouds, and translations that are local to a network (RFC 8215, RFC 2765). Private networks and loopback
 * are allowed, as subscribers are internal systems.
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

/** Builds a list of addresses and networks such as `127.0.0.0/8`. */
function toBlockList(entries: string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return list;
}

/** Whether nothing may be sent to this address and port. IPv4 addresses embedded in IPv6 ones are checked as well. */
export function isRefusedAddress(address: string, port: number, listening: readonly ListenAddress[]): boolean {
  const [plainAddress = ''] = address.split('%');
  const ownAddresses = toBlockList(listening.filter((entry) => entry.port === port).map((entry) => entry.address));
  return [plainAddress, ...embeddedIPv4Addresses(plainAddress)].some((entry) => {
    const family = familyOf(entry);
    return REFUSED_ADDRESSES.check(entry, family) || ownAddresses.check(entry, family);
  });
}

/** Returns the IPv4 addresses that are or may be embedded in an IPv6 address. */
function embeddedIPv4Addresses(address: string): string[] {
  if (!isIPv6(address)) return [];
  const words = toWords(address);
  const [first = 0, second = 0, third = 0] = words;
  const beginsWith = (...prefix: number[]) => prefix.every((word, index) => words[index] === word);
  const ipv4At = (index: number, mask = 0) => toIPv4((words[index] ?? 0) ^ mask, (words[index + 1] ?? 0) ^ mask);
  // ::1 is not an IPv4-compatible address
  if (beginsWith(0, 0, 0, 0, 0, 0) && (words[6] !== 0 || (words[7] ?? 0) > 1)) return [ipv4At(6)];
  // IPv4-mapped addresses and the well-known NAT64 prefix
  if (beginsWith(0, 0, 0, 0, 0, 0xffff) || beginsWith(0x64, 0xff9b, 0, 0, 0, 0)) return [ipv4At(6)];
  if (first === 0x2002) return [toIPv4(second, third)];
  // Teredo: the server, and the client with inverted bits
  if (beginsWith(0x2001, 0)) return [ipv4At(2), ipv4At(6, 0xffff)];
  // ISATAP, in any network
  return words[5] === 0x5efe && ((words[4] ?? 0) & 0xfdff) === 0 ? [ipv4At(6)] : [];
}

const toIPv4 = (high: number, low: number) => [high >> 8, high & 255, low >> 8, low & 255].join('.');

/** Splits an IPv6 address into its eight words, using the canonical form of `URL`. */
function toWords(address: string): number[] {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split('::').map((part) => part.split(':').filter(Boolean));
  const gap = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...gap, ...tail].map((word) => Number.parseInt(word, 16));
}

export const portOf = ({ protocol, port }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** Returns the IP address in a URL, if it contains one instead of a host name; `URL` normalises all notations. */
function literalAddressOf({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(address) ? address : undefined;
}

/**
 * Validates a subscriber's URL: returns `scheme` if it is neither http nor https, or `address` if it contains a refused address. The
 * addresses of a host name are checked when connecting.
 */
export function validateTarget(url: string, listening: readonly ListenAddress[]): 'scheme' | 'address' | undefined {
  if (!URL.canParse(url)) return 'scheme';
  const target = new URL(url);
  if (!['http:', 'https:'].includes(target.protocol)) return 'scheme';
  const literal = literalAddressOf(target);
  return literal && isRefusedAddress(literal, portOf(target), listening) ? 'address' : undefined;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6';
}

/** All addresses of a host are refused. */
export class AddressRefusedError extends Error {
  readonly code = 'ADDRESS_REFUSED';
  constructor(host: string) {
    super(`Nothing is sent to the address of ${host}.`);
  }
}

/**
 * Creates a resolver for host names. The system's resolver uses a few shared threads and cannot be interrupted, so hosts that have not been
 * resolved yet or whose last lookup failed may use at most two of them. A host with a dead name server thus does not delay others.
 */
export function createResolver(lookUp = resolveAll, maxUnreliable = 2) {
  const resolvedHosts = new Set<string>();
  const pendingLookups = new Map<string, Promise<LookupAddress[]>>();
  const waiters: (() => void)[] = [];
  let freeSlots = maxUnreliable;

  const lookUpInTurn = async (host: string): Promise<LookupAddress[]> => {
    if (freeSlots > 0) freeSlots--;
    else await new Promise<void>((enter) => waiters.push(enter));
    try {
      return await lookUp(host);
    } finally {
      const next = waiters.shift();
      if (next) next();
      else freeSlots++;
    }
  };
  const resolveHost = async (host: string): Promise<LookupAddress[]> => {
    try {
      const addresses = await (resolvedHosts.has(host) ? lookUp(host) : lookUpInTurn(host));
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
    const addresses = pendingLookups.get(host) ?? resolveHost(host);
    pendingLookups.set(host, addresses);
    return addresses;
  };
}

const resolveAll = (host: string): Promise<LookupAddress[]> =>
  new Promise((resolvePromise, rejectPromise) =>
    resolve(host, { all: true }, (error, addresses) => (error ? rejectPromise(error) : resolvePromise(addresses))),
  );

/** Creates a lookup function for connections to `port` that leaves out refused addresses. */
export const createSafeLookup =
  (resolver: ReturnType<typeof createResolver>, port: number, listening: readonly ListenAddress[]): LookupFunction =>
  (host, options, done) => {
    resolver(host).then(
      (entries) => {
        const allowedAddresses = entries.filter(({ address }) => !isRefusedAddress(address, port, listening));
        const [first] = allowedAddresses;
        if (!first) done(new AddressRefusedError(host), '');
        else if (options.all) done(null, allowedAddresses);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, ''),
    );
  };
