import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createReceive, emptyStore, rawBody, type Store } from '../../example-receiver/receiver.ts';

export const receiverSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** A message that arrived completely and correctly signed, accepted or not. */
export interface Arrival {
  id: string;
  entity: string;
  recordId: number;
  version: number;
  accepted: boolean;
  /** On the clock of `performance.now()`. */
  arrivedAtMs: number;
}

/**
 * What the receiver does with a request: accepts it; accepts it but disconnects before the answer; answers with another status;
 * disconnects; never answers.
 */
export type Behaviour =
  | 'accept'
  | 'acceptAndDisconnect'
  | 'disconnect'
  | 'hang'
  | { status: number; headers?: Record<string, string> };

export const changeName = ({ entity, recordId, version }: Pick<Arrival, 'entity' | 'recordId' | 'version'>) =>
  `${entity}/${recordId}/${version}`;

export interface TestReceiver {
  url: string;
  store: Store;
  arrivals: Arrival[];
  /** The names of the accepted changes. */
  acceptedNames: Set<string>;
  behave(behaviour: (requestNumber: number) => Behaviour | Promise<Behaviour>): void;
  /** Serves a connection that another server accepted. */
  adopt(socket: Socket): void;
  close(): Promise<void>;
}

/** Starts the example receiver with faults around it, on a free loopback port or on the given one. */
export async function startReceiver(port = 0): Promise<TestReceiver> {
  const [store, arrivals]: [Store, Arrival[]] = [emptyStore(), []];
  const taken = new Set<string>();
  const receive = createReceive(receiverSecret, store, () => {});
  let behaviour: (sequenceNumber: number) => Behaviour | Promise<Behaviour> = () => 'accept';
  let requests = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const [body, behaviourNow] = await Promise.all([rawBody(request), behaviour(++requests)]);
    const accepts = behaviourNow === 'accept' || behaviourNow === 'acceptAndDisconnect';
    const status = accepts ? receive(request.headers, body) : 0;
    const { entity, recordId, version } = JSON.parse(body.toString()).data;
    const id = String(request.headers['webhook-id']);
    const arrival = { id, entity, recordId, version, accepted: status === 204, arrivedAtMs: performance.now() };
    arrivals.push(arrival);
    if (arrival.accepted) taken.add(changeName(arrival));
    if (behaviourNow === 'accept') response.writeHead(status).end();
    else if (typeof behaviourNow === 'object') response.writeHead(behaviourNow.status, behaviourNow.headers).end();
    else if (behaviourNow !== 'hang') response.destroy();
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    // a TCP server's address is never a string
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes`,
    store,
    arrivals,
    acceptedNames: taken,
    behave: (nextBehaviour) => {
      behaviour = nextBehaviour;
    },
    adopt: (socket) => void server.emit('connection', socket),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
