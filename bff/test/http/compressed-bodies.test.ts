import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService();
  client = service.anonymous;
});
afterAll(() => service.stop());

const credentials = JSON.stringify({ username: 'editor', password: 'gazetteer-demo' });

async function signIn(body: Uint8Array<ArrayBuffer>, encoding: string) {
  const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
  const response = await client.raw('POST', '/dc/api/v1/auth/login', { headers, body });
  // Cast: every answer is an envelope.
  const { data } = (await response.json()) as { data: { key?: string } };
  return { status: response.status, key: data.key };
}

const bytes = (buffer: Buffer) => new Uint8Array(buffer);

test.each([
  ['identity', Buffer.from(credentials)],
  ['gzip', gzipSync(credentials)],
  ['deflate', deflateSync(credentials)],
  ['br', brotliCompressSync(credentials)],
])('a body with the encoding %s is read', async (encoding, body) => {
  expect(await signIn(bytes(body), encoding)).toMatchObject({ status: 200 });
});

test('a byte order mark before the body is ignored', async () => {
  expect(await signIn(bytes(Buffer.from(`\ufeff${credentials}`)), 'identity')).toMatchObject({ status: 200 });
});

test.each([
  ['has an unsupported encoding', 'compress', Buffer.from(credentials)],
  ['does not have its declared encoding', 'gzip', Buffer.from(credentials)],
  ['ends too early', 'gzip', gzipSync(credentials).subarray(0, 40)],
])('a body that %s is refused', async (_, encoding, body) => {
  expect(await signIn(bytes(body), encoding)).toEqual({ status: 400, key: 'invalidRequest' });
});

test('a body that decompresses to more than 1 MiB is refused as too large', async () => {
  const compressedBomb = gzipSync(JSON.stringify({ filler: 'x'.repeat(8 * 2 ** 20) }));
  expect(await signIn(bytes(compressedBomb), 'gzip')).toEqual({ status: 413, key: 'tooLarge' });
});
