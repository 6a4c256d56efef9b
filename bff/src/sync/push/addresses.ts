import { BlockList, isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

/** Where the bff itself listens; a host that is no address, or a wildcard, stands for all of this machine. */
export interface Own {
  host: string;
  port: number;
}

/**
 * Where no message goes: what only this machine or its link knows (RFC 3927, RFC 4291 §2.5.6), what is no single
 * address (unspecified, multicast, broadcast), and the services at which clouds hand out credentials. IPv4-mapped forms
 * of a refused address are refused with it. Private networks and loopback are open: subscribers are internal systems.
 */
const refused = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['255.255.255.255', 32],
  // metadata of Alibaba Cloud, Azure and Oracle
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
] as const)
  refused.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 128],
  ['fe80::', 10],
  ['ff00::', 8],
  // metadata of AWS and Google Cloud
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
  // 169.254/16 through NAT64, 6to4, and as an IPv4-compatible address
  ['64:ff9b::a9fe:0', 112],
  ['2002:a9fe::', 32],
  ['::a9fe:0', 112],
] as const)
  refused.addSubnet(network, prefix, 'ipv6');

const familyOf = (address: string) => (isIPv4(address) ? 'ipv4' : 'ipv6');

/** Whether nothing is sent to this address and port. */
export function isRefused(address: string, port: number, own: Own | undefined): boolean {
  const [bare = ''] = address.split('%');
  return refused.check(bare, familyOf(bare)) || (port === own?.port && isOwn(bare, own.host));
}

function isOwn(address: string, host: string): boolean {
  const here = new BlockList();
  const wildcard = isIP(host) === 0 || refused.check(host, familyOf(host));
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  for (const each of wildcard ? addresses.map(({ address }) => address) : [host]) here.addAddress(each, familyOf(each));
  if (wildcard) {
    here.addSubnet('127.0.0.0', 8, 'ipv4');
    here.addAddress('::1', 'ipv6');
  }
  return here.check(address, familyOf(address));
}

export const portOf = ({ protocol, port }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** The address in a URL that names one instead of a host: `URL` writes every form of it the same way. */
export function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) ? bare : undefined;
}

/**
 * What is wrong with a subscriber's URL as it is written: `scheme` where it is neither http nor https, or `address` where
 * it names one that is refused. A host's addresses are looked at when it is connected to.
 */
export function faultOf(url: string, own: Own | undefined): 'scheme' | 'address' | undefined {
  if (!URL.canParse(url)) return 'scheme';
  const parsed = new URL(url);
  if (!['http:', 'https:'].includes(parsed.protocol)) return 'scheme';
  const literal = literalOf(parsed);
  return literal && isRefused(literal, portOf(parsed), own) ? 'address' : undefined;
}
