import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type EventStreamOptions, openEventStream } from './event-stream.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** What the server does to one connection after the other; the last one to all that follow. */
let answers: Answer[];
let asked: IncomingMessage[];
let heard: string[];
let stop: () => void;
let server: ReturnType<typeof createServer>;

const events = (response: ServerResponse, ...chunks: string[]) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const chunk of chunks) response.write(chunk);
};

beforeEach(async () => {
  [answers, asked, heard] = [[], [], []];
  server = createServer((request, response) => {
    asked.push(request);
    answers[Math.min(asked.length, answers.length) - 1]?.(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  stop();
  server.closeAllConnections();
  server.close();
});

function open(given: Answer[], more: Partial<EventStreamOptions> = {}): void {
  answers = given;
  // The cast: a server listening on a port answers an AddressInfo.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  const options: EventStreamOptions = {
    url,
    getToken: () => 'a-token',
    onData: (data) => heard.push(data),
    onLive: (live) => heard.push(live ? 'live' : 'not live'),
    onUnauthorized: () => heard.push('unauthorized'),
    pauses: [1, 2],
    patience: 5000,
    ...more,
  };
  stop = openEventStream(options);
}

const hears = (...expected: string[]) => vi.waitFor(() => expect(heard).toEqual(expected), { timeout: 5000 });

test('events come with the token, over chunks that cut them anywhere, without comments', async () => {
  open([(response) => events(response, 'data: {"a"', ':"中', '"}\n\n: still here\n\ndata: 2\n', '\n')]);
  await hears('live', '{"a":"中"}', '2');
  expect(asked[0]?.headers.authorization).toBe('Bearer a-token');
});

test('a character cut in two by the network is put together', async () => {
  const bytes = Buffer.from('data: 中\n\n');
  open([
    (response) => {
      events(response);
      response.write(bytes.subarray(0, 7));
      setImmediate(() => response.write(bytes.subarray(7)));
    },
  ]);
  await hears('live', '中');
});

test('a stream that ends, is cut, or answers something else is opened anew', async () => {
  open([
    (response) => {
      events(response, 'data: 1\n\n');
      response.end();
    },
    (response) => {
      events(response, 'data: 2\n\n');
      setImmediate(() => response.destroy());
    },
    (response) => response.writeHead(503).end('{}'),
    (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'),
    (response) => events(response, 'data: 3\n\n'),
  ]);
  await hears('live', '1', 'not live', 'live', '2', 'not live', 'not live', 'not live', 'live', '3');
});

test('a session that is over ends it', async () => {
  open([(response) => response.writeHead(401).end('{}')]);
  await hears('not live', 'unauthorized');
  expect(asked).toHaveLength(1);
});

test('a proxy that holds everything back is no live stream, until it lets go', async () => {
  let held: ServerResponse | undefined;
  const hold: Answer = (response) => {
    held = response;
    events(response, ': hello\n\n');
  };
  open([hold], { patience: 20 });
  await hears('not live');
  held?.write('data: 1\n\n');
  await hears('not live', 'live', '1');
});

test('a connection on which nothing is heard any more is given up for another', async () => {
  const answers: Answer[] = [
    (response) => events(response, 'data: 1\n\n'),
    (response) => events(response, 'data: 2\n\n'),
  ];
  open(answers, { silence: 100 });
  await vi.waitFor(() => expect(heard.slice(0, 5)).toEqual(['live', '1', 'not live', 'live', '2']), { timeout: 5000 });
});

test('once stopped nothing is heard and nothing asked', async () => {
  open([(response) => events(response, 'data: 1\n\n')]);
  await hears('live', '1');
  const closed = new Promise((resolve) => asked[0]?.once('close', resolve));
  stop();
  await closed;
  expect(heard).toEqual(['live', '1']);
  expect(asked).toHaveLength(1);
});
