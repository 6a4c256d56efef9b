import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createReceive, emptyStore, rawBody } from '../../bff/example-receiver/receiver.ts';
import type { Api } from './api.ts';
import { createApi } from './api.ts';
import { Times } from './times.ts';

export interface Change {
  position: number;
  recordId: number;
  version: number;
}

/** A subscriber that records the changes it receives. */
export interface Subscriber {
  name: string;
  /** In the order of arrival, including repeats. */
  changes: Change[];
  times: Times;
  close(): Promise<void>;
}

export interface Receiver extends Subscriber {
  /** The token with which the same subscriber can read the feed. */
  token: string;
}

const kinds = ['eurail_station'];

/** A webhook receiver that takes `delayMs` for each message. */
export async function startReceiver(admin: Api, name: string, delayMs: number): Promise<Receiver> {
  const changes: Change[] = [];
  const times = new Times();
  // Replaced below: the secret is known only after the subscriber, which needs this server's address, was created.
  let receive: ReturnType<typeof createReceive> = () => 503;
  const server = createServer(async (request, response) => {
    try {
      const body = await rawBody(request);
      await pause(delayMs);
      const status = receive(request.headers, body);
      if (status < 300) {
        changes.push(JSON.parse(body.toString()).data);
        times.add();
      }
      response.writeHead(status).end();
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // a TCP server's address is never a string
  const { port } = server.address() as AddressInfo;
  const body = { name, url: `http://127.0.0.1:${port}/`, entities: kinds, active: true };
  const { secret, token } = await admin.callOk<{ secret: string; token: string }>('POST', '/subscribers', body);
  receive = createReceive(secret, emptyStore(), () => undefined);
  return {
    name,
    changes,
    times,
    token,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Polls the feed by cursor, and repeats a request that got no response. */
export function startReader(url: string, token: string, name: string, from: number): Subscriber {
  const api = createApi(url, token);
  const changes: Change[] = [];
  const times = new Times();
  let cursor = String(from);
  let closed = false;
  const read = async () => {
    while (!closed) {
      const page = await api
        .callOk<{ items: Change[]; nextCursor: string }>('GET', `/changes?cursor=${cursor}&entities=${kinds.join()}`)
        .catch(() => undefined);
      if (page) {
        if (page.items.length > 0) times.add();
        changes.push(...page.items);
        cursor = page.nextCursor;
      }
      await pause(100);
    }
  };
  const pending = read();
  return {
    name,
    changes,
    times,
    async close() {
      closed = true;
      await pending;
    },
  };
}

/** Watches the sync status by an event stream, which it reopens whenever it ends. */
export function startWatcher(url: string, token: string, name: string): Watcher {
  const times = new Times();
  const closing = new AbortController();
  let opened = 0;
  let latest = '';
  const watch = async () => {
    while (!closing.signal.aborted) {
      try {
        const response = await fetch(`${url}/dc/api/v1/sync-status/events`, {
          headers: { Authorization: `Bearer ${token}` },
          signal: closing.signal,
        });
        if (!response.ok || !response.body) throw new Error(String(response.status));
        opened++;
        for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
          times.add();
          latest = chunk.startsWith('data: ') ? chunk : latest;
        }
      } catch {
        // The stream is reopened whatever ended it.
      }
      await pause(500);
    }
  };
  const pending = watch();
  return {
    name,
    times,
    opened: () => opened,
    latest: () => latest,
    async close() {
      closing.abort();
      await pending;
    },
  };
}

export interface Watcher {
  name: string;
  times: Times;
  /** How often the stream was opened. */
  opened(): number;
  latest(): string;
  close(): Promise<void>;
}
