import type { Database } from '#database';
import { allOperations, type Operation, type OperationId } from '#http/contract.ts';
import type { Caller, Handlers } from '#http/operation-types.ts';
import { invalid, Problem } from '#http/problem.ts';
import { issueToken, spendToken } from './one-time-tokens.ts';

interface Ticket {
  /** Path and query of the download's URL. */
  path: string;
  sessionId: string;
}

const TICKET_LIFETIME_MS = 60_000;

const DOWNLOADS = allOperations
  .filter(({ acceptsTicket }) => acceptsTicket)
  .map((operation) => ({ operation, pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));

const findDownload = (path: string): Operation | undefined =>
  DOWNLOADS.find(({ pattern }) => pattern.test(path.split('?', 1)[0] ?? ''))?.operation;

type TicketOperation = Extract<OperationId, 'createTicket'>;

export const ticketHandlers = ({ db }: { db: Database }): Pick<Handlers, TicketOperation> => ({
  createTicket: async ({ body: { path }, caller }) => {
    const download = findDownload(path);
    if (!download) throw invalid({ pointer: '/path', rule: 'enum' });
    const { permission } = download;
    if (permission !== 'signed-in' && !caller.may(permission)) throw new Problem('forbidden', { permission });
    const data: Ticket = { path, sessionId: caller.sessionId };
    const { token, expire } = await issueToken(db, {
      purpose: 'ticket',
      userId: caller.id,
      data,
      lifetime: TICKET_LIFETIME_MS,
    });
    return { status: 201, data: { ticket: token, expireTime: expire.toISOString() } };
  },
});

/** Creates a function that uses a ticket and returns the caller of the session which requested it. @throws Problem unauthorized */
export const createTicketRedeemer =
  ({ db, loadCaller }: { db: Database; loadCaller(sessionId: string, userId: string): Promise<Caller> }) =>
  async (ticket: string, path: string): Promise<Caller> => {
    const ticketContent = await spendToken<Ticket>(db, 'ticket', ticket);
    if (ticketContent?.data.path !== path) throw new Problem('unauthorized');
    return loadCaller(ticketContent.data.sessionId, String(ticketContent.userId));
  };
