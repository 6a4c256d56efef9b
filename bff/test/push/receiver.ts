import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createReceive, emptyStore, rawBody, type Store } from '../../example-receiver/receiver.ts';

export const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** A message that came whole and well signed, taken or not. */
export interface Arrival {
  id: string;
  entity: string;
  recordId: number;
  version: number;
  taken: boolean;
  /** By `performance.now()`. */
  at: number;
}

/**
 * What the receiver does with the n-th request: takes it; takes it and breaks the connection before the answer; answers
 * something else; breaks the connection; says nothing for good.
 */
export type Behaviour =
  | 'take'
  | 'takeAndBreak'
  | 'break'
  | 'silence'
  | { status: number; headers?: Record<string, string> };

export const nameOf = ({ entity, recordId, version }: Pick<Arrival, 'entity' | 'recordId' | 'version'>) =>
  `${entity}/${recordId}/${version}`;

export interface TestReceiver {
  url: string;
  store: Store;
  arrivals: Arrival[];
  /** By their names. */
  taken: Set<string>;
  /** From now on. */
  behave(behaviour: (nth: number) => Behaviour | Promise<Behaviour>): void;
  /** Serves a connection that another server took. */
  adopt(socket: Socket): void;
  close(): Promise<void>;
}

/** The example receiver with faults around it, on a free port of loopback or again on one that it had. */
export async function startReceiver(port = 0): Promise<TestReceiver> {
  const [store, arrivals]: [Store, Arrival[]] = [emptyStore(), []];
  const taken = new Set<string>();
  const receive = createReceive(secret, store, () => {});
  let behaviour: (nth: number) => Behaviour | Promise<Behaviour> = () => 'take';
  let requests = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const [body, how] = await Promise.all([rawBody(request), behaviour(++requests)]);
    const takes = how === 'take' || how === 'takeAndBreak';
    const status = takes ? receive(request.headers, body) : 0;
    const { entity, recordId, version } = JSON.parse(body.toString()).data;
    const id = String(request.headers['webhook-id']);
    const arrival = { id, entity, recordId, version, taken: status === 204, at: performance.now() };
    arrivals.push(arrival);
    if (arrival.taken) taken.add(nameOf(arrival));
    if (how === 'take') response.writeHead(status).end();
    else if (typeof how === 'object') response.writeHead(how.status, how.headers).end();
    else if (how !== 'silence') response.destroy();
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    // a TCP server's address is never a string
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes`,
    store,
    arrivals,
    taken,
    behave: (next) => {
      behaviour = next;
    },
    adopt: (socket) => void server.emit('connection', socket),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
