import type { Context } from 'koa';
import type { Language, Operation, OperationId } from './contract.ts';
import type { Caller, Subscriber } from './operation-types.ts';
import { permissionForEvent } from './permissions.ts';
import { Problem } from './problem.ts';

const isTicket = (part: string) => part.startsWith('ticket=');

/** Takes the ticket out of a request's query, for nothing below to see it; undefined where there is none. */
function takeTicket(ctx: Context): string | undefined {
  const parts = ctx.querystring.split('&');
  const [ticket, another] = parts.filter(isTicket);
  if (ticket === undefined) return undefined;
  ctx.querystring = parts.filter((part) => !isTicket(part)).join('&');
  // none is empty: two of them are as good as a wrong one
  return another === undefined ? ticket.slice('ticket='.length) : '';
}

export const BASE_PATH = '/dc';

/** How the mount learns who calls. */
export interface CallerSources {
  /** Who calls, by the bearer token; throws `unauthorized`. */
  authenticate(ctx: Context): Promise<Caller>;
  /** Who calls, by a ticket made for this very path and query; throws `unauthorized`. */
  redeemTicket(ticket: string, path: string): Promise<Caller>;
  /** Which subscriber calls, by its token; undefined where there is none such. */
  findSubscriber(token: string): Promise<Subscriber | undefined>;
}

const ANONYMOUS: Caller = {
  id: 0,
  username: '',
  sessionId: '',
  rightsHash: '',
  previewRoleId: null,
  administrator: false,
  may: () => false,
};

export const isAnonymous = ({ id }: Caller): boolean => id === ANONYMOUS.id;

/** A subscriber's bearer token tells itself from a session's by its beginning. */
const SUBSCRIBER_TOKEN = /^Bearer (gzf_\S+)$/i;

export async function resolveSubscriber(
  { takesSubscriber }: Operation,
  ctx: Context,
  { findSubscriber }: Pick<CallerSources, 'findSubscriber'>,
): Promise<Subscriber | undefined> {
  const [, token] = (takesSubscriber && SUBSCRIBER_TOKEN.exec(ctx.get('Authorization'))) || [];
  if (!token) return undefined;
  const subscriber = await findSubscriber(token);
  if (!subscriber) throw new Problem('unauthorized');
  return subscriber;
}

/** The caller by their token or ticket; nobody in particular where the operation is open, or a subscriber calls. */
export async function resolveCaller(
  operation: Operation,
  subscriber: Subscriber | undefined,
  ctx: Context,
  { authenticate, redeemTicket }: Pick<CallerSources, 'authenticate' | 'redeemTicket'>,
): Promise<Caller> {
  if (subscriber || operation.permission === 'open') return ANONYMOUS;
  const ticket = operation.takesTicket ? takeTicket(ctx) : undefined;
  return ticket === undefined ? authenticate(ctx) : redeemTicket(ticket, ctx.url.slice(BASE_PATH.length));
}

// no address is longer, whatever a proxy's header says
const MAX_ADDRESS_LENGTH = 45;

export const readOrigin = (ctx: Context) => ({
  address: ctx.ip.slice(0, MAX_ADDRESS_LENGTH),
  client: ctx.get('User-Agent').slice(0, 255),
  language: languageOf(ctx),
  traceId: String(ctx.state.traceId),
});

/** The permission asked for, or undefined where a login is enough. */
function requiredPermission(operation: Operation, body: unknown): string | undefined {
  if (operation.permission === 'open' || operation.permission === 'signed-in') return undefined;
  if (operation.permission !== 'by-event') return operation.permission;
  const { event, action } = (body ?? {}) as { event?: unknown; action?: unknown };
  // an event that does not exist is the validator's to refuse
  return permissionForEvent(operation.tag, event ?? action);
}

// a preview may be left, and writes nothing else
const LEAVING_PREVIEW: OperationId = 'logout';

export function assertPermitted(operation: Operation, caller: Caller, body: unknown): void {
  const writes = operation.method !== 'get' && operation.id !== LEAVING_PREVIEW;
  if (writes && caller.previewRoleId !== null) throw new Problem('readOnlyPreview');
  const permission = requiredPermission(operation, body);
  if (permission && !caller.may(permission)) throw new Problem('forbidden', { permission });
}

/** What a record is now is told to those who may read it. */
export function hideUnreadableCurrent(error: unknown, { tag }: Operation, caller: Caller): unknown {
  if (!(error instanceof Problem) || !error.details.current || caller.may(`${tag}:read`)) return error;
  const { current: _, ...details } = error.details;
  return new Problem(error.key, details);
}

/** What the caller's `Accept-Language` weighs most: zh-CN where nothing is asked for, English where neither language is. */
export function languageOf(ctx: Pick<Context, 'acceptsLanguages'>): Language {
  const accepted = ctx.acceptsLanguages('zh-CN', 'zh', 'en');
  return accepted === 'en' || accepted === false ? 'en' : 'zh-CN';
}
