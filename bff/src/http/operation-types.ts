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

/** A streamed file. */
export interface FileResponse<S, Type> {
  status: S;
  stream: Readable;
  type: Type;
  filename: string;
  headers?: Record<string, string>;
  attributedKinds?: readonly EntityKey[] | undefined;
  data?: never;
  events?: never;
}

/** A stream of server-sent events. */
export interface EventsResponse<S> {
  status: S;
  events: PolledSource;
  /** Checks repeatedly whether the reader still has access, in addition to the operation's permission. Throws if not. */
  check?(caller: Caller): void;
  attributedKinds?: never;
  data?: never;
  stream?: never;
}

type NonJsonResponse<S, Type> = [Type] extends ['text/event-stream'] ? EventsResponse<S> : FileResponse<S, Type>;

/**
 * The result of a handler: one of the operation's success responses, with the version for an `ETag`, and the hash of rights after signing
 * in. Operations without a JSON response return a file or events. `attributedKinds` are the kinds whose sources are named, if not all of the
 * operation's.
 */
export type OperationResponse<Id extends OperationId> = {
  [S in Success<Id>]: Json<operations[Id]['responses'][S]> extends { data: infer D }
    ? {
        status: S;
        data: D;
        version?: number;
        rightsHash?: string;
        attributedKinds?: readonly EntityKey[] | undefined;
      }
    : NonJsonResponse<S, ContentType<operations[Id]['responses'][S]>>;
}[Success<Id>];

/** The user of a request with their rights, and the time limit of the request. */
export interface Caller extends TimeLimited {
  id: number;
  username: string;
  sessionId: string;
  /** Changes whenever the caller's roles or permissions do. */
  rightsHash: string;
  /** The role that this read-only session previews; null in a regular session. */
  previewRoleId: number | null;
  /** Whether the caller has every permission, and may make others administrators. */
  administrator: boolean;
  may(permission: string): boolean;
}

/** A system that calls an operation with a subscriber's token. */
export interface Subscriber {
  id: number;
  name: string;
  /** The entities that it receives. */
  entities: EntityKey[];
  /** Nothing is pushed to it, so its cursors say how far it got. */
  pullsOnly: boolean;
  /** Limits the records, with ids of countries; null for no limit. */
  filter: { statuses?: Schemas['Status'][]; countries?: number[] } | null;
}

/** A validated request of an operation. */
export interface Request<Id extends OperationId> {
  body: Body<Id>;
  query: Query<Id>;
  path: Path<Id>;
  ifMatch: IfMatch;
  caller: Caller;
  /** Set if a subscriber calls; the caller is anonymous then. */
  subscriber?: Subscriber | undefined;
  address: string;
  client: string;
  language: Language;
  traceId: string;
}

export type Handler<Id extends OperationId> = (request: Request<Id>) => Promise<OperationResponse<Id>>;

/** One handler for every operation of the contract; a missing one does not compile. */
export type Handlers = { [Id in OperationId]: Handler<Id> };

/** Types handlers whose names are computed, as for generic entities. Their responses are only validated at run time. */
export const typedHandlers = <Id extends OperationId>(
  handlers: Record<string, (request: AnyRequest) => Promise<{ status: number; [member: string]: unknown }>>,
): Pick<Handlers, Id> => handlers as Pick<Handlers, Id>;

/** A request of a generic entity's operation, which the mount has validated. */
export type AnyRequest = Omit<Request<'getCountry'>, 'body' | 'query'> & {
  body: unknown;
  query: Record<string, unknown>;
};
