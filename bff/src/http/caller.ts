import type { Context } from 'koa';
import {
  contract,
  type EntityKey,
  type JsonSchema,
  type Language,
  type Operation,
  type OperationId,
  resolve,
  type Schemas,
  transitions,
  unescapeKey,
} from './contract.ts';
import type { Caller, Subscriber } from './operation-types.ts';
import { Problem } from './problem.ts';

const isTicket = (part: string) => part.startsWith('ticket=');

/** Removes the ticket from a request's query, so that nothing else sees it; returns undefined if there is none. */
function takeTicket(ctx: Context): string | undefined {
  const parts = ctx.querystring.split('&');
  const [ticket, secondTicket] = parts.filter(isTicket);
  if (ticket === undefined) return undefined;
  ctx.querystring = parts.filter((part) => !isTicket(part)).join('&');
  // no valid ticket is empty, so two tickets count as an invalid one
  return secondTicket === undefined ? ticket.slice('ticket='.length) : '';
}

export const BASE_PATH = '/dc';

/** How the mount identifies callers. */
export interface CallerSources {
  /** Returns the caller of a bearer token. @throws Problem unauthorized */
  authenticate(ctx: Context): Promise<Caller>;
  /** Returns the caller of a ticket for exactly this path and query. @throws Problem unauthorized */
  redeemTicket(ticket: string, path: string): Promise<Caller>;
  /** Returns the subscriber of a token; undefined if there is none. @throws Problem subscriberInactive */
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

/** Subscribers' bearer tokens have a prefix that distinguishes them from session tokens. */
const SUBSCRIBER_TOKEN = /^Bearer (gzf_\S+)$/i;

/** Identifies a subscriber by its token, for operations that allow that. @throws Problem invalidToken, whether it was ever valid or not */
export async function resolveSubscriber(
  { acceptsSubscriberToken }: Operation,
  ctx: Context,
  { findSubscriber }: Pick<CallerSources, 'findSubscriber'>,
): Promise<Subscriber | undefined> {
  const [, token] = (acceptsSubscriberToken && SUBSCRIBER_TOKEN.exec(ctx.get('Authorization'))) || [];
  if (!token) return undefined;
  const subscriber = await findSubscriber(token);
  if (!subscriber) throw new Problem('invalidToken');
  return subscriber;
}

/** Identifies the caller by token or ticket; open operations and subscribers have an anonymous caller. */
export async function resolveCaller(
  operation: Operation,
  subscriber: Subscriber | undefined,
  ctx: Context,
  { authenticate, redeemTicket }: Pick<CallerSources, 'authenticate' | 'redeemTicket'>,
): Promise<Caller> {
  if (subscriber || operation.permission === 'open') return ANONYMOUS;
  const ticket = operation.acceptsTicket ? takeTicket(ctx) : undefined;
  return ticket === undefined ? authenticate(ctx) : redeemTicket(ticket, ctx.url.slice(BASE_PATH.length));
}

// the maximum length of an IP address; a proxy's header may contain anything
const MAX_ADDRESS_LENGTH = 45;

/** Reads facts about a request's client. */
export const readClientInfo = (ctx: Context) => ({
  address: ctx.ip.slice(0, MAX_ADDRESS_LENGTH),
  client: ctx.get('User-Agent').slice(0, 255),
  language: languageOf(ctx),
  traceId: String(ctx.state.traceId),
});

/** A user, as far as permissions to read matter. */
export type Reader = Pick<Caller, 'may'>;

/** Whether the reader may see the records of an entity. */
export const mayRead = ({ may }: Reader, entityKey: EntityKey): boolean => may(`${entityKey}:read`);

/** Whether the reader may see changes of an entity, as readers of the data log see all of them. */
export const mayReadChanges = (reader: Reader, entityKey: EntityKey): boolean =>
  reader.may('data_log:read') || mayRead(reader, entityKey);

/** Whether the reader may see the imports of an entity, as users who may import or review it. */
export const maySeeImports = ({ may }: Reader, entityKey: EntityKey): boolean =>
  may(`${entityKey}:import`) || may(`${entityKey}:review`);

/** Whether the reader may see the names of subscribers. */
export const mayReadSubscriberNames = ({ may }: Reader): boolean =>
  may('data_subscriber:read') || may('sync_status:read');

/** Returns the permission for an event, or for `delete`, of an entity; undefined for an unknown event. */
export function permissionForEvent(tag: string, event: unknown): string | undefined {
  if (event === 'delete') return `${tag}:delete`;
  if (typeof event !== 'string' || !Object.hasOwn(transitions, event)) return undefined;
  // the cast: the check above makes sure that it is a key
  return `${tag}:${transitions[event as Schemas['Event']].permission}`;
}

/** Returns the events of which a request may select one, if that determines the permission it needs; none if the permission is fixed. */
export function eventsInBodyOf({ permission, body = '' }: Operation): string[] {
  if (permission !== 'by-event') return [];
  let schema = contract;
  for (const key of body.slice(1).split('/')) schema = schema[unescapeKey(key)];
  const { properties } = resolve<JsonSchema>(schema);
  return resolve<JsonSchema>(properties?.event ?? properties?.action ?? {}).enum ?? [];
}

/** Returns the required permission; undefined if being signed in is enough. */
function requiredPermission(operation: Operation, body: unknown): string | undefined {
  if (operation.permission === 'open' || operation.permission === 'signed-in') return undefined;
  if (operation.permission !== 'by-event') return operation.permission;
  const { event, action } = (body ?? {}) as { event?: unknown; action?: unknown };
  // the validator refuses unknown events
  return permissionForEvent(operation.tag, event ?? action);
}

// the only write that a preview may do is to end itself
const END_PREVIEW_OPERATION: OperationId = 'logout';

/** @throws Problem `forbidden` with the first of these permissions that the caller lacks */
export function assertMay(caller: Pick<Caller, 'may'>, ...permissions: string[]): void {
  const permission = permissions.find((name) => !caller.may(name));
  if (permission) throw new Problem('forbidden', { permission });
}

/** @throws Problem if the caller may not perform the operation */
export function assertPermitted(operation: Operation, caller: Caller, body: unknown): void {
  const isWrite = operation.method !== 'get' && operation.id !== END_PREVIEW_OPERATION;
  if (isWrite && caller.previewRoleId !== null) throw new Problem('readOnlyPreview');
  const permission = requiredPermission(operation, body);
  if (permission) assertMay(caller, permission);
}

const permissionNames: ReadonlySet<string> = new Set(contract.components.schemas.PermissionName.enum);

/** Removes the current record from an error if the caller may not read it. What needs no permission to be read is the caller's own. */
export function hideUnreadableCurrent(error: unknown, { tag }: Operation, caller: Caller): unknown {
  const readPermission = `${tag}:read`;
  if (!(error instanceof Problem) || !error.details.current) return error;
  if (!permissionNames.has(readPermission) || caller.may(readPermission)) return error;
  const { current: _, ...details } = error.details;
  return new Problem(error.key, details);
}

/** Returns the preferred language of `Accept-Language`: zh-CN without the header, and also if it contains neither language. */
export const languageOf = (ctx: Pick<Context, 'acceptsLanguages'>): Language =>
  ctx.acceptsLanguages('zh-CN', 'zh', 'en') === 'en' ? 'en' : 'zh-CN';
