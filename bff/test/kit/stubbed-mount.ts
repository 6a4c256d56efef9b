import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { pino } from 'pino';
import { logRequests } from '#http/middleware.ts';
import { allOperations, type OperationId } from '../../src/http/contract.ts';
import { logUnexpectedErrors } from '../../src/http/errors.ts';
import { createEventStreams } from '../../src/http/event-stream.ts';
import { sendErrors } from '../../src/http/middleware.ts';
import { mount, type Refusal } from '../../src/http/mount.ts';
import type { Caller, Handlers, Subscriber } from '../../src/http/operation-types.ts';
import { Problem } from '../../src/http/problem.ts';
import { type Client, createClient } from './client.ts';

/** The permissions of a caller, which its token encodes. */
interface Grant {
  only?: string[];
  allBut?: string;
  preview?: boolean;
}

export interface StubbedMount {
  url: string;
  /** The operations whose handlers were reached, in order. */
  handledOperations: OperationId[];
  refusals: Refusal[];
  as(grant: Grant): Client;
  /** A client with a subscriber's token. */
  subscriber: Client;
  anonymous: Client;
  stop(): Promise<void>;
}

/**
 * Serves every operation of the contract over HTTP through the real mount, but with stub handlers and without a database: each stub
 * records that it was reached and answers 503, which every operation declares.
 */
export async function startStubbedMount(): Promise<StubbedMount> {
  const handledOperations: OperationId[] = [];
  const refusals: Refusal[] = [];
  const stubEntries = allOperations.map(({ id }) => [
    id,
    async () => {
      handledOperations.push(id);
      throw new Problem('requestTimeout');
    },
  ]);
  const parseCaller = (token: string) => {
    if (!token.startsWith('grant-')) throw new Problem('unauthorized');
    return createCaller(JSON.parse(Buffer.from(token.slice('grant-'.length), 'base64url').toString()));
  };
  const log = pino({ level: 'silent' });
  const app = new Koa();
  app.use(logRequests(log));
  app.use(sendErrors(log));
  app.use(
    mount({
      // Cast: one stub for each operation of the contract.
      handlers: Object.fromEntries(stubEntries) as unknown as Handlers,
      authenticate: async (ctx) => parseCaller(ctx.get('Authorization').replace(/^Bearer /, '')),
      redeemTicket: async (ticket) => parseCaller(ticket),
      findSubscriber: async (token) => (token === subscriberToken ? subscriber : undefined),
      refreshCaller: async (caller) => caller,
      onRefusal: async (refusal) => void refusals.push(refusal),
      streams: createEventStreams(logUnexpectedErrors(log, 'event stream failed')),
      validatesResponses: true,
    }),
  );
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: a TCP server's address is never a string.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    handledOperations,
    refusals,
    as: (grant) => createClient(url, grantToken(grant)),
    subscriber: createClient(url, subscriberToken),
    anonymous: createClient(url),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const subscriberToken = 'gzf_subscriber';
const subscriber: Subscriber = { id: 3, name: 'Booking', entities: [], filter: null, pullsOnly: false };

/** Returns a token for this caller, which is also accepted as a ticket. */
export const grantToken = (grant: Grant): string => `grant-${Buffer.from(JSON.stringify(grant)).toString('base64url')}`;

const createCaller = ({ only: grantedOnly, allBut, preview = false }: Grant): Caller => ({
  id: 7,
  username: 'somebody',
  sessionId: '5c1b2d0e-8a3f-4a53-9a51-0f6f6d3c2b11',
  rightsHash: 'v1',
  previewRoleId: preview ? 5 : null,
  administrator: false,
  may: (permission) => (grantedOnly ? grantedOnly.includes(permission) : permission !== allBut),
});
