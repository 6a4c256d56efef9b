import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { pino } from 'pino';
import { logRequests } from '#http/middleware.ts';
import { allOperations, type OperationId } from '../../src/http/contract.ts';
import { answerErrors, logMistakes } from '../../src/http/errors.ts';
import { createEventStreams } from '../../src/http/event-stream.ts';
import { mount, type Refusal } from '../../src/http/mount.ts';
import type { Caller, Handlers, Subscriber } from '../../src/http/operation-types.ts';
import { Problem } from '../../src/http/problem.ts';
import { type Client, createClient } from './client.ts';

/** What a caller of the mounted operations is allowed to do; the token is made from it and holds nothing else. */
interface Grant {
  only?: string[];
  allBut?: string;
  preview?: boolean;
}

export interface Mounted {
  url: string;
  /** The operations whose handlers ran, in order. */
  handled: OperationId[];
  refusals: Refusal[];
  as(grant: Grant): Client;
  /** A subscriber, which calls with a token of its own kind. */
  subscriber: Client;
  anybody: Client;
  stop(): Promise<void>;
}

/**
 * The real mount with every operation of the contract, over HTTP but without a database: each handler only notes that it
 * was reached and answers 503, which every operation may.
 */
export async function startMounted(): Promise<Mounted> {
  const handled: OperationId[] = [];
  const refusals: Refusal[] = [];
  const stubs = allOperations.map(({ id }) => [
    id,
    async () => {
      handled.push(id);
      throw new Problem('requestTimeout');
    },
  ]);
  const callerBy = (token: string) => {
    if (!token.startsWith('grant-')) throw new Problem('unauthorized');
    return callerWith(JSON.parse(Buffer.from(token.slice('grant-'.length), 'base64url').toString()));
  };
  const log = pino({ level: 'silent' });
  const app = new Koa();
  app.use(logRequests(log));
  app.use(answerErrors(log));
  app.use(
    mount({
      // Cast: one stub for each operation of the contract.
      handlers: Object.fromEntries(stubs) as unknown as Handlers,
      authenticate: async (ctx) => callerBy(ctx.get('Authorization').replace(/^Bearer /, '')),
      redeem: async (ticket) => callerBy(ticket),
      subscriberBy: async (token) => (token === subscriberToken ? subscriber : undefined),
      refreshCaller: async (caller) => caller,
      onRefusal: async (refusal) => void refusals.push(refusal),
      streams: createEventStreams(logMistakes(log, 'event stream failed')),
      checkAnswers: true,
    }),
  );
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast: a TCP server's address is never a string.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    handled,
    refusals,
    as: (grant) => createClient(url, grantToken(grant)),
    subscriber: createClient(url, subscriberToken),
    anybody: createClient(url),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const subscriberToken = 'gzf_subscriber';
const subscriber: Subscriber = { id: 3, name: 'Booking', entities: [], filter: null };

/** Also good as a ticket. */
export const grantToken = (grant: Grant): string => `grant-${Buffer.from(JSON.stringify(grant)).toString('base64url')}`;

const callerWith = ({ only, allBut, preview = false }: Grant): Caller => ({
  id: 7,
  username: 'somebody',
  sessionId: '5c1b2d0e-8a3f-4a53-9a51-0f6f6d3c2b11',
  accessVersion: 'v1',
  previewRoleId: preview ? 5 : null,
  administrator: false,
  may: (permission) => (only ? only.includes(permission) : permission !== allBut),
});
