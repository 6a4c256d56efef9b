import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EventStreamOptions, openEventStream } from './event-stream.ts';

type Responder = (response: ServerResponse, request: IncomingMessage) => void;

/** The server's behaviour for each connection in turn; the last one is used for all further connections. */
let responders: Responder[];
let requests: IncomingMessage[];
let log: string[];
let stop: () => void;
let server: ReturnType<typeof createServer>;

const writeEvents = (response: ServerResponse, ...chunks: string[]) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const chunk of chunks) response.write(chunk);
};

beforeEach(async () => {
  [responders, requests, log] = [[], [], []];
  server = createServer((request, response) => {
    requests.push(request);
    responders[Math.min(requests.length, responders.length) - 1]?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  stop();
  server.closeAllConnections();
  server.close();
});

function openStream(nextResponders: Responder[], overrides: Partial<EventStreamOptions> = {}): void {
  responders = nextResponders;
  // The cast: a server listening on a port has an AddressInfo.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  const options: EventStreamOptions = {
    url,
    getToken: () => 'a-token',
    onData: (data) => log.push(data),
    onLive: (live) => log.push(live ? 'live' : 'not live'),
    onUnauthorized: () => log.push('unauthorized'),
    retryDelaysMs: [1, 2],
    firstDataTimeoutMs: 5000,
    ...overrides,
  };
  stop = openEventStream(options);
}

const expectLog = (...expected: string[]) => vi.waitFor(() => expect(log).toEqual(expected), { timeout: 5000 });

test('sends the token and parses events across chunks, without comments', async () => {
  openStream([(response) => writeEvents(response, 'data: {"a"', ':"中', '"}\n\n: still here\n\ndata: 2\n', '\n')]);
  await expectLog('live', '{"a":"中"}', '2');
  expect(requests[0]?.headers.authorization).toBe('Bearer a-token');
});

test('decodes a character that is split across chunks', async () => {
  const bytes = Buffer.from('data: 中\n\n');
  openStream([
    (response) => {
      writeEvents(response);
      response.write(bytes.subarray(0, 7));
      setImmediate(() => response.write(bytes.subarray(7)));
    },
  ]);
  await expectLog('live', '中');
});

test('reconnects after the stream ends, breaks or is no event stream', async () => {
  openStream([
    (response) => {
      writeEvents(response, 'data: 1\n\n');
      response.end();
    },
    (response) => {
      writeEvents(response, 'data: 2\n\n');
      setImmediate(() => response.destroy());
    },
    (response) => response.writeHead(503).end('{}'),
    (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'),
    (response) => writeEvents(response, 'data: 3\n\n'),
  ]);
  await expectLog('live', '1', 'not live', 'live', '2', 'not live', 'not live', 'not live', 'live', '3');
});

test('stops on a 401', async () => {
  openStream([(response) => response.writeHead(401).end('{}')]);
  await expectLog('not live', 'unauthorized');
  expect(requests).toHaveLength(1);
});

test('reconnects after a 401 of a token that was replaced meanwhile', async () => {
  let token = 'an-earlier-token';
  const refuse: Responder = (response) => {
    token = 'a-token';
    response.writeHead(401).end('{}');
  };
  openStream([refuse, (response) => writeEvents(response, 'data: 1\n\n')], { getToken: () => token });
  await expectLog('not live', 'live', '1');
});

test('is not live while a proxy buffers the data', async () => {
  let heldResponse: ServerResponse | undefined;
  const holdBack: Responder = (response) => {
    heldResponse = response;
    writeEvents(response, ': hello\n\n');
  };
  openStream([holdBack], { firstDataTimeoutMs: 20 });
  await expectLog('not live');
  heldResponse?.write('data: 1\n\n');
  await expectLog('not live', 'live', '1');
});

test('reconnects if a connection is silent for too long', async () => {
  const responders: Responder[] = [
    (response) => writeEvents(response, 'data: 1\n\n'),
    (response) => writeEvents(response, 'data: 2\n\n'),
  ];
  openStream(responders, { silenceTimeoutMs: 100 });
  await vi.waitFor(() => expect(log.slice(0, 5)).toEqual(['live', '1', 'not live', 'live', '2']), { timeout: 5000 });
});

test('receives and requests nothing once stopped', async () => {
  openStream([(response) => writeEvents(response, 'data: 1\n\n')]);
  await expectLog('live', '1');
  const closed = new Promise((resolve) => requests[0]?.once('close', resolve));
  stop();
  await closed;
  expect(log).toEqual(['live', '1']);
  expect(requests).toHaveLength(1);
});
