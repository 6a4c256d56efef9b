import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, test } from 'vitest';
import { createResolver, createSafeLookup } from '#sync/push/addresses.ts';
import { isRefusedAddress, validateTarget } from '../../src/sync/push/addresses.ts';
import { addressesOf } from '../../src/sync/push/listen-addresses.ts';
import { createSender } from '../../src/sync/push/sender.ts';

const ownAddresses = addressesOf({ host: '127.0.0.1', port: 8080 });

describe('a subscriber’s URL', () => {
  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://0xa9.0xfe.1.1/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::169.254.169.254]/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://[2002:a9fe:a9fe::1]/',
    'http://[fe80::1]/',
    'http://[febf::1]:9000/',
    'http://0.0.0.0:9000/',
    'http://0/',
    'http://[::]/',
    'http://[::ffff:0.0.0.0]/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[ff02::1]/',
    'http://[fd00:ec2::254]/',
    'http://100.100.100.200/',
    // These embed 169.254.169.254 in every form. Others embed further addresses that are always refused.
    'http://[::ffff:a9fe:a9fe]/',
    'http://[2001:0:a9fe:a9fe::1]/',
    'http://[2001:0:a00:7:0:0:5601:5601]/',
    'http://[2a01:4f8::5efe:169.254.169.254]/',
    'http://[2a01:4f8::200:5efe:169.254.169.254]/',
    'http://[::ffff:0:169.254.169.254]/',
    'http://[::ffff:0:10.0.0.7]/',
    'http://[64:ff9b:1::169.254.169.254]/',
    'http://[64:ff9b:1:a9fe:a9:fe00::]/',
    'http://[64:ff9b:1:ffff::1]/',
    'http://[64:ff9b::100.100.100.200]/',
    'http://[2002:6464:64c8::1]/',
    'http://[64:ff9b::127.0.0.1]:8080/',
    'http://[2002:7f00:1::]:8080/',
    'http://[::127.0.0.1]:8080/',
    'http://127.0.0.1:8080/dc',
    'http://127.1:8080/',
    'http://[::ffff:127.0.0.1]:8080/',
  ])('%s is refused for its address', (url) => expect(validateTarget(url, ownAddresses)).toBe('address'));

  test.each([
    'ftp://here/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'here',
    '',
  ])('“%s” is refused for its scheme', (url) => expect(validateTarget(url, ownAddresses)).toBe('scheme'));

  test.each([
    'http://127.0.0.1:9000/',
    'http://[::1]:9000/',
    'http://10.0.0.7/',
    'http://192.168.1.4:8080/',
    'http://172.16.0.1/',
    'http://[fd00::1]/',
    'http://[64:ff9b::10.0.0.7]/',
    'http://[2002:a00:7::1]/',
    'http://[2001:db8::a9fe:a9fe]/',
    'https://search.example/changes',
    'http://localhost:8080/',
  ])('%s is accepted', (url) => expect(validateTarget(url, ownAddresses)).toBeUndefined());
});

test.each([
  '0.0.0.0',
  '::',
  'localhost',
])('a service that listens on %s is refused at each address of this machine with its port', (host) => {
  const interfaces = Object.values(networkInterfaces()).flatMap((networkAddresses) => networkAddresses ?? []);
  expect(interfaces.length).toBeGreaterThan(0);
  const listenAddresses = addressesOf({ host, port: 8080 });
  for (const address of [
    ...interfaces.map(({ address }) => address),
    '127.0.0.1',
    '127.9.9.9',
    '::1',
    '::ffff:127.0.0.1',
  ]) {
    expect([address, isRefusedAddress(address, 8080, listenAddresses)]).toEqual([address, true]);
    expect([address, isRefusedAddress(address, 8081, listenAddresses)]).toEqual([address, address.startsWith('fe80:')]);
  }
  expect(isRefusedAddress('10.255.255.1', 8080, listenAddresses)).toBe(false);
});

describe('a host', () => {
  const lookUp = (addresses: string[], options: object) => {
    const resolver = createResolver(async () => addresses.map((address) => ({ address, family: 4 })));
    return new Promise((resolve) =>
      createSafeLookup(resolver, 8080, ownAddresses)('subscriber.example', options, (error, ...addresses) =>
        resolve(error ? error.message : addresses),
      ),
    );
  };

  test('is reached only at addresses that are not refused', async () => {
    expect(await lookUp(['169.254.169.254', '10.0.0.7'], { all: true })).toEqual([
      [{ address: '10.0.0.7', family: 4 }],
    ]);
    expect(await lookUp(['169.254.169.254', '10.0.0.7'], {})).toEqual(['10.0.0.7', 4]);
    expect(await lookUp(['169.254.169.254', '127.0.0.1'], { all: true })).toBe(
      'Nothing is sent to the address of subscriber.example.',
    );
  });

  test('that resolves to the service itself is refused', async () => {
    let calls = 0;
    const server = createServer((_, response) => {
      calls++;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Cast: a TCP server's address is never a string.
    const { port } = server.address() as AddressInfo;
    const recipient = { url: `http://localhost:${port}/`, secrets: ['whsec_AAAA'] };
    const send = (host: string) =>
      createSender(async () => addressesOf({ host, port })).send({ id: 'a', body: '{}' }, recipient, new Date(), 2000);
    expect(await send('0.0.0.0')).toMatchObject({ status: null, error: expect.stringContaining('Nothing is sent') });
    expect(calls).toBe(0);
    expect(await send('10.255.255.1')).toMatchObject({ status: 200 });
    server.close();
  });

  test('whose name server does not answer delays no known host, and at most two lookups run at once', async () => {
    const lookups: string[] = [];
    const answerLookups = new Map<string, () => void>();
    const resolve = createResolver((host) => {
      lookups.push(host);
      if (host === 'known') return Promise.resolve([{ address: '10.0.0.7', family: 4 }]);
      return new Promise((resolveLookup) => answerLookups.set(host, () => resolveLookup([])));
    });
    await resolve('known');
    const slowLookups = ['a', 'b', 'c', 'a'].map((host) => resolve(host));
    expect(await resolve('known')).toHaveLength(1);
    expect(lookups).toEqual(['known', 'a', 'b', 'known']);
    for (const host of ['a', 'b']) answerLookups.get(host)?.();
    await Promise.all([slowLookups[0], slowLookups[1], slowLookups[3]]);
    await expect.poll(() => lookups.at(-1)).toBe('c');
  });
});
