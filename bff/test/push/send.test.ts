import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, test } from 'vitest';
import { createReceive, emptyStore, listener } from '../../example-receiver/receiver.ts';
import { createSender } from '../../src/sync/push/sender.ts';
import { startStopwatch } from '../kit/cpu-steal.ts';
import { behaviours, startFaultyServer } from './kit/faulty-server.ts';

const sender = createSender(async () => []);
const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const earlierSecret = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
const data = { entity: 'country', recordId: 4, version: 2, code: 'QX', record: { name: '中国 🚄' } };
const message = { id: 'chg_17', body: JSON.stringify({ type: 'record.changed', timestamp: '2026-01-01', data }) };
/** The timeouts for servers that answer, and for those that do not. */
const [longTimeoutMs, shortTimeoutMs] = [10_000, 1000];

const servers: Server[] = [];
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: a TCP server's address is never a string.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes?from=us`;
}
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});
const send = (url: string, body = message.body, secrets = [secret], timeout = longTimeoutMs) =>
  sender.send({ ...message, body }, { url, secrets }, new Date(), timeout);

describe('a message', () => {
  test('is accepted by the example receiver, and stored once even if it is repeated', async () => {
    const [store, printedLines] = [emptyStore(), [] as string[]];
    const url = await serve(listener(createReceive(secret, store, (line) => printedLines.push(line))));
    for (let round = 0; round < 3; round++) expect(await send(url)).toMatchObject({ delivered: true, status: 204 });
    expect(printedLines).toEqual(['country QX version 2 stored']);
    expect(store.newest.get('country/4')).toEqual({ version: 2, record: data.record });
  });

  test('is signed with both secrets during a rotation, and refused by a receiver with another secret', async () => {
    for (const receiverSecret of [secret, earlierSecret]) {
      const url = await serve(listener(createReceive(receiverSecret, emptyStore(), () => {})));
      expect(await send(url, message.body, [secret, earlierSecret])).toMatchObject({ delivered: true });
    }
    const url = await serve(listener(createReceive(earlierSecret, emptyStore(), () => {})));
    expect(await send(url)).toMatchObject({ delivered: false, status: 400, error: 'HTTP 400' });
  });

  test('has the headers of Standard Webhooks and an unchanged body', async () => {
    let verifiedBody: unknown;
    const url = await serve(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      // Cast: each of the verified headers occurs once.
      new Webhook(secret).verify(body, request.headers as Record<string, string>);
      verifiedBody = {
        url: request.url,
        method: request.method,
        type: request.headers['content-type'],
        body: body.toString(),
      };
      response.end('accepted');
    });
    const attempt = await send(url);
    expect(attempt).toEqual({
      delivered: true,
      status: 200,
      error: null,
      answer: 'accepted',
      retryAfter: null,
      duration: expect.any(Number),
    });
    expect(verifiedBody).toEqual({
      url: '/changes?from=us',
      method: 'POST',
      type: 'application/json',
      body: message.body,
    });
  });

  test('reuses the connection of the previous message', async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      request.resume().once('end', () => response.end());
    });
    for (let round = 0; round < 3; round++) await send(url);
    expect(ports.size).toBe(1);
  });

  test('is sent again once over a new connection if the reused one was closed', async () => {
    const server = await startFaultyServer(behaviours.closesOnSecondRequest);
    for (const connectionCount of [1, 2, 3]) {
      expect(await send(server.url)).toMatchObject({ delivered: true });
      expect(server.countConnections().total).toBe(connectionCount);
    }
    await server.close();
  });
});

describe('an answer', () => {
  test.each([
    [500, {}, null],
    [404, { 'Retry-After': '7' }, null],
    [503, { 'Retry-After': '7' }, 7000],
    [429, { 'Retry-After': 'Thu, 01 Jan 2026 00:01:00 GMT', Date: 'Thu, 01 Jan 2026 00:00:00 GMT' }, 60_000],
    [503, { 'Retry-After': 'soon' }, null],
    [503, { 'Retry-After': '-4' }, null],
  ])('of %d with %o is a failure with a pause of %s', async (status, headers, retryAfter) => {
    const url = await serve((_, response) => response.writeHead(status, headers).end('no'));
    const error = `HTTP ${status}`;
    expect(await send(url)).toMatchObject({ delivered: false, status, error, answer: 'no', retryAfter });
  });

  test.each([
    301, 302, 307, 308,
  ])('of %d with a location at a private or link-local address is a failure and is not followed', async (status) => {
    let followedCount = 0;
    const privateUrl = await serve((_, response) => {
      followedCount++;
      response.end();
    });
    for (const Location of [privateUrl, 'http://169.254.169.254/latest/meta-data/', '//[fe80::1]/']) {
      const url = await serve((_, response) => response.writeHead(status, { Location }).end());
      expect(await send(url)).toMatchObject({
        delivered: false,
        status,
        error: expect.stringContaining('not followed'),
      });
    }
    expect(followedCount).toBe(0);
  });

  test('is stored up to 2 KiB without splitting a character', async () => {
    const url = await serve((_, response) => response.end(`${'a'.repeat(2047)}中文`));
    expect((await send(url)).answer).toBe('a'.repeat(2047));
  });
});

describe('a server that', () => {
  const timeoutFailure = { delivered: false, status: null, error: `no answer within ${shortTimeoutMs} ms` };
  const failureWith = (error: RegExp) => ({ delivered: false, status: null, error: expect.stringMatching(error) });
  const unreadBody = message.body.padEnd(8 * 1024 * 1024);

  test.each([
    ['neverReads', timeoutFailure],
    ['neverAnswers', timeoutFailure],
    ['closesAtOnce', failureWith(/ECONNRESET|socket hang up|EPIPE/)],
    ['closesWithoutAnswer', failureWith(/ECONNRESET|socket hang up|EPIPE/)],
    ['closesInTheHeaders', failureWith(/socket hang up|Parse Error|ECONNRESET/)],
    ['closesInTheBody', { delivered: true, status: 200, answer: 'ten bytes.' }],
    ['answersWithAnotherProtocol', failureWith(/Parse Error/)],
    ['tricklesHeaders', timeoutFailure],
    ['tricklesTheBody', { delivered: true, status: 200, answer: expect.stringMatching(/^a+$/) }],
    ['endlessHeaders', failureWith(/Header overflow/i)],
    ['endlessBody', { delivered: true, status: 200, answer: 'and more '.repeat(250).slice(0, 2048) }],
    ['endlessHints', failureWith(/no answer within|Header overflow/i)],
    ['upgrades', failureWith(/hang up|closed without an answer/)],
  ] as const)('%s fails or succeeds within the timeout, and leaves no open connection', async (name, expected) => {
    const server = await startFaultyServer(behaviours[name]);
    const body = name === 'neverReads' ? unreadBody : message.body;
    const elapsedMs = startStopwatch();
    const attempt = await send(server.url, body, [secret], shortTimeoutMs);
    expect(attempt).toMatchObject(expected);
    expect(elapsedMs()).toBeLessThan(shortTimeoutMs + 4000);
    server.resumeReading();
    await expect.poll(() => server.countConnections().open).toBe(0);
    await server.close();
  });

  test('is unreachable fails at once', async () => {
    const server = await startFaultyServer(behaviours.neverAnswers);
    await server.close();
    expect(await send(server.url)).toMatchObject(failureWith(/ECONNREFUSED/));
  });
});
