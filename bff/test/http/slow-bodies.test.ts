import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
let editor: Client;

const limits = {
  answerMs: 1000,
  uploadMs: 10_000,
  stallMs: 400,
  lingerMs: 200,
  server: { headersMs: 1000, requestMs: 15_000, checkMs: 100 },
};
const MIB = 2 ** 20;

beforeAll(async () => {
  service = await startService({}, undefined, limits);
  // This client signs in without a password, because checking one may exceed this service's time limit.
  editor = await service.clientWith('country:read', 'country:import');
});
afterAll(() => service.stop());

const connect = (): Socket =>
  createConnection(Number(new URL(service.url).port), '127.0.0.1').on('error', () => undefined);

interface RequestOptions {
  target?: string;
  headers?: Record<string, string>;
  bytes: number;
  method?: string;
  chunkBytes?: number;
  /** The pause between two chunks. */
  pauseMs?: number;
}

/** Sends a body as fast as the server reads it, and returns the text received until the connection closed. */
async function send({ target = '/dc/api/v1/auth/login', headers = {}, bytes, ...timing }: RequestOptions) {
  const { method = 'POST', chunkBytes = 64 * 1024, pauseMs = 0 } = timing;
  const socket = connect();
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  // Sending may fail after the answer was received.
  const connectionClosed = new Promise((resolve) => socket.once('close', resolve));
  const headerLines = { Host: 'here', 'Content-Type': 'application/json', 'Content-Length': bytes, ...headers };
  const waitForDrain = () => new Promise((resolve) => socket.once('drain', resolve));
  const head = [`${method} ${target} HTTP/1.1`, ...Object.entries(headerLines).map((line) => line.join(': '))];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  for (let sentBytes = 0; sentBytes < bytes && socket.writable; sentBytes += chunkBytes) {
    if (!socket.write(' '.repeat(Math.min(chunkBytes, bytes - sentBytes))))
      await Promise.race([waitForDrain(), connectionClosed]);
    if (pauseMs > 0) await pause(pauseMs);
  }
  await connectionClosed;
  return text;
}

test('a client that sends too much gets a 413, and the connection is closed', async () => {
  const answer = await send({ bytes: 30 * MIB });
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toMatch(/^connection: close\r$/im);
  expect(answer).toContain('"key":"tooLarge"');
});

test('a client that gets a 413 and stops sending is disconnected', async () => {
  expect(await send({ bytes: 2 * MIB, headers: { 'Content-Length': String(30 * MIB) } })).toMatch(/^HTTP\/1\.1 413 /);
});

test.each([
  ['without a token', '/dc/api/v1/countries', '401'],
  ['to no operation', '/dc/api/v1/nothing', '404'],
  ['to no page', '/nothing', '404'],
])('a body sent %s is not read, and the connection is closed', async (_, target, status) => {
  const answer = await send({ target, bytes: 30 * MIB });
  expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
});

test('an incomplete body is answered 503 after the time limit of an answer', async () => {
  const answer = await send({ bytes: 1, headers: { 'Content-Length': '1000' } });
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
});

describe('an uploaded part of a file', () => {
  const beginUpload = async () => {
    const body = { entity: 'country', filename: 'countries.csv', bytes: MIB } as const;
    const { id } = (await editor.ok('createImport', { body }, 201)).import;
    const target = `/dc/api/v1/imports/${id}/parts/0`;
    const type = { 'Content-Type': 'application/octet-stream', Authorization: `Bearer ${editor.token}` };
    return { target, method: 'PUT', headers: { ...type, Connection: 'close' } };
  };

  test('that keeps arriving may take longer than an answer', async () => {
    const answer = await send({
      ...(await beginUpload()),
      bytes: MIB,
      chunkBytes: 128 * 1024,
      pauseMs: limits.answerMs / 6,
    });
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });

  test('that stalls is answered 503', async () => {
    const { headers, ...part } = await beginUpload();
    const answer = await send({
      ...part,
      headers: { ...headers, 'Content-Length': String(MIB) },
      bytes: 20,
      chunkBytes: 1,
    });
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  });
});

test('a connection whose headers do not arrive in time is closed', async () => {
  const socket = connect();
  socket.resume().write('GET /healthz HTTP/1.1\r\nHost: here\r\n');
  await once(socket, 'close');
});
