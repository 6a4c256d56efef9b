import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { readContract } from '../contract/contract.ts';
import type { RunningServer } from '../processes/prism.ts';
import { createMock, type IncomingRequest, type Mock } from './mock.ts';

const API = /^\/dc(?=\/)/;
const SWITCHES_PATH = '/__mock/switches';

/** What the page's switch and tests may turn: how long the mock waits, and which requests fail. */
export interface Switches {
  latencyMs: number;
  failing: 'none' | 'next' | 'writes' | 'all';
}

const LATENCIES_MS = [0, 400, 2000];
const FAILING = ['none', 'next', 'writes', 'all'] as const;

export const initialSwitches = (): Switches => ({ latencyMs: 0, failing: 'none' });

/** Sets what a body names; what it does not name, or what is no setting, stays. */
export function turnSwitches(switches: Switches, body: unknown): void {
  const { latencyMs, failing } = Object(body) as Record<string, unknown>; // Cast: the members of any object.
  switches.latencyMs = LATENCIES_MS.find((each) => each === latencyMs) ?? switches.latencyMs;
  switches.failing = FAILING.find((each) => each === failing) ?? switches.failing;
}

/** Whether a request fails; of `next`, only the first one does. */
export function takeFailure(switches: Switches, method: string): boolean {
  if (switches.failing === 'writes') return method !== 'GET' && method !== 'HEAD';
  if (switches.failing !== 'next') return switches.failing === 'all';
  switches.failing = 'none';
  return true;
}

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;

/** Answers requests below `/dc` by a mock, and those of the page's switch; `next` takes all others. */
export function createListener(currentMock: () => Mock, switches: Switches = initialSwitches()): Listener {
  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = incoming;
    const body = await buffer(incoming);
    if (url === SWITCHES_PATH) {
      if (method === 'PUT') turnSwitches(switches, JSON.parse(body.toString()));
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(switches));
      return;
    }
    const request: IncomingRequest = {
      method,
      url: new URL(url.replace(API, ''), 'http://mock'),
      headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
      body,
    };
    const fails = takeFailure(switches, method);
    if (switches.latencyMs > 0) await delay(switches.latencyMs);
    const mock = currentMock();
    const answer = fails ? mock.failing(request) : await mock.answer(request);
    outgoing.writeHead(answer.status, answer.headers).write(answer.body);
    if (!answer.staysOpen) outgoing.end();
  }

  return (incoming, outgoing, next) => {
    const { url = '/' } = incoming;
    if (!API.test(url) && url !== SWITCHES_PATH) return next();
    handle(incoming, outgoing).catch((error: unknown) => {
      console.error(error);
      const message = error instanceof Error ? error.message : String(error);
      if (!outgoing.headersSent) outgoing.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
      outgoing.end(message);
    });
  };
}

/** Starts the mock without the console, for tests. */
export async function startStatefulMock(switches?: Switches): Promise<RunningServer & { mock: Mock }> {
  const mock = await createMock(readContract());
  const listener = createListener(() => mock, switches);
  const server = createServer((incoming, outgoing) =>
    listener(incoming, outgoing, () => outgoing.writeHead(404).end()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // Cast: a TCP server's address is never a string.
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/dc`, mock, stop };
}
