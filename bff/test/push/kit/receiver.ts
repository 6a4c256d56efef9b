import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createReceive, emptyStore, rawBody, type Store } from '../../../example-receiver/receiver.ts';

export const receiverSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** A message that arrived completely, accepted or not. */
export interface Arrival {
  id: string;
  entity: string;
  recordId: number;
  version: number;
  accepted: boolean;
  /** The time by `performance.now()`. */
  arrivedAtMs: number;
}

/**
 * The reaction of the receiver to a request. It accepts it, accepts it but disconnects before the answer, disconnects, never answers,
 * or answers with another status.
 */
export type Behaviour =
  | 'accept'
  | 'acceptAndDisconnect'
  | 'disconnect'
  | 'hang'
  | { status: number; headers?: Record<string, string> };

export const changeName = ({ entity, recordId, version }: Pick<Arrival, 'entity' | 'recordId' | 'version'>) =>
  `${entity}/${recordId}/${version}`;

/** What a receiver's behaviour may depend on. */
export interface ReceivedChange {
  requestNumber: number;
  recordId: number;
  version: number;
}

export interface TestReceiver {
  url: string;
  store: Store;
  arrivals: Arrival[];
  /** The names of the accepted changes. */
  acceptedNames: Set<string>;
  behave(behaviour: (change: ReceivedChange) => Behaviour | Promise<Behaviour>): void;
  /** Serves a connection that another server accepted. */
  adopt(socket: Socket): void;
  close(): Promise<void>;
}

/** Starts the example receiver with simulated faults on a free loopback port or on the given port. */
export async function startReceiver(port = 0): Promise<TestReceiver> {
  const [store, arrivals]: [Store, Arrival[]] = [emptyStore(), []];
  const acceptedNames = new Set<string>();
  const receive = createReceive(receiverSecret, store, () => {});
  let behaviour: (change: ReceivedChange) => Behaviour | Promise<Behaviour> = () => 'accept';
  let requestCount = 0;

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await rawBody(request);
    const { entity, recordId, version } = JSON.parse(body.toString()).data;
    const currentBehaviour = await behaviour({ requestNumber: ++requestCount, recordId, version });
    const accepts = currentBehaviour === 'accept' || currentBehaviour === 'acceptAndDisconnect';
    const status = accepts ? receive(request.headers, body) : 0;
    const id = String(request.headers['webhook-id']);
    const arrival = { id, entity, recordId, version, accepted: status === 204, arrivedAtMs: performance.now() };
    arrivals.push(arrival);
    if (arrival.accepted) acceptedNames.add(changeName(arrival));
    if (currentBehaviour === 'accept') response.writeHead(status).end();
    else if (typeof currentBehaviour === 'object')
      response.writeHead(currentBehaviour.status, currentBehaviour.headers).end();
    else if (currentBehaviour !== 'hang') response.destroy();
  };
  const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    // Cast: a TCP server's address is never a string.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/changes`,
    store,
    arrivals,
    acceptedNames,
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
