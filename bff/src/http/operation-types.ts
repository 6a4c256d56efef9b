import type { Readable } from 'node:stream';
import type { operations } from './contract.gen.ts';
import type { EntityKey, Language, OperationId, Schemas } from './contract.ts';
import type { PolledSource } from './event-stream.ts';
import type { IfMatch } from './precondition.ts';
import type { TimeLimited } from './time-limits.ts';

type Json<T> = T extends { content: { 'application/json': infer B } } ? B : undefined;
type Bytes<T> = T extends { content: { 'application/octet-stream': unknown } } ? Buffer : undefined;
type Parameters<Id extends OperationId, In extends string> =
  operations[Id]['parameters'] extends Record<In, infer P>
    ? NonNullable<P>
    : operations[Id]['parameters'] extends { [K in In]?: infer P }
      ? NonNullable<P>
      : Record<never, never>;

export type Body<Id extends OperationId> = operations[Id] extends { requestBody: infer B }
  ? Bytes<B> extends Buffer
    ? Buffer
    : Json<B>
  : undefined;
export type Query<Id extends OperationId> = Parameters<Id, 'query'>;
export type Path<Id extends OperationId> = Parameters<Id, 'path'>;

type Success<Id extends OperationId> = Extract<keyof operations[Id]['responses'], 200 | 201 | 202>;
type ContentType<T> = T extends { content: infer C } ? keyof C : never;

/** A file, sent as it is read. */
export interface FileAnswer<S, Type> {
  status: S;
  stream: Readable;
  type: Type;
  filename: string;
  data?: never;
  events?: never;
}

/** Server-sent events. */
export interface EventsAnswer<S> {
  status: S;
  events: PolledSource;
  /** Throws where its reader may not read on, for more than the operation's own permission; asked again and again. */
  check?(caller: Caller): void;
  data?: never;
  stream?: never;
}

type BareAnswer<S, Type> = [Type] extends ['text/event-stream'] ? EventsAnswer<S> : FileAnswer<S, Type>;

/**
 * What a handler answers: one of the operation's own success answers, with its version where it has an `ETag`, and the
 * access version of who has just signed in; a stream or events where the contract has no JSON for it.
 */
export type Answer<Id extends OperationId> = {
  [S in Success<Id>]: Json<operations[Id]['responses'][S]> extends { data: infer D }
    ? { status: S; data: D; version?: number; rightsHash?: string }
    : BareAnswer<S, ContentType<operations[Id]['responses'][S]>>;
}[Success<Id>];

/** Who calls, and how long they wait. Nobody may do anything, an administrator everything. */
export interface Caller extends TimeLimited {
  id: number;
  username: string;
  sessionId: string;
  /** Changes whenever the caller's roles or permissions do. */
  rightsHash: string;
  /** The role through whose eyes this session sees, read-only; null in every other session. */
  previewRoleId: number | null;
  /** Holds every permission, and alone may make others hold it. */
  administrator: boolean;
  may(permission: string): boolean;
}

/** Who calls where a subscriber's token opens an operation too: a system, which has that one way in. */
export interface Subscriber {
  id: number;
  name: string;
  /** The kinds that it gets. */
  entities: EntityKey[];
  /** What of them; countries by their ids. Null for all. */
  filter: { statuses?: Schemas['Status'][]; countries?: number[] } | null;
}

export interface Request<Id extends OperationId> {
  body: Body<Id>;
  query: Query<Id>;
  path: Path<Id>;
  ifMatch: IfMatch;
  caller: Caller;
  /** There where a subscriber calls; the caller is nobody then. */
  subscriber?: Subscriber | undefined;
  address: string;
  client: string;
  language: Language;
  traceId: string;
}

export type Handler<Id extends OperationId> = (request: Request<Id>) => Promise<Answer<Id>>;

/** One handler for every operation of the contract: a missing one does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };

/** Handlers that are put together for any kind, under names made of the kind's own: what they answer is checked where answers are. */
export const namedHandlers = <Id extends OperationId>(
  handlers: Record<string, (request: AnyRequest) => Promise<{ status: number; [member: string]: unknown }>>,
): Pick<Handlers, Id> => handlers as Pick<Handlers, Id>;

/** A request of some kind's operation: the mount has checked it against that operation. */
export type AnyRequest = Omit<Request<'getCountry'>, 'body' | 'query'> & {
  body: unknown;
  query: Record<string, unknown>;
};
