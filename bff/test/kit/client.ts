import { expect } from 'vitest';
import { assertResponseValid } from '#http/validators.ts';
import {
  allOperations,
  type ErrorKey,
  type Operation,
  type OperationId,
  type Schemas,
} from '../../src/http/contract.ts';
import type { Body, OperationResponse, Path, Query } from '../../src/http/operation-types.ts';
import type { IfMatch } from '../../src/http/precondition.ts';
import { readEvents } from './events.ts';

export interface RawRequest {
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

export interface Reply {
  status: number;
  headers: Headers;
  message: string;
  data: unknown;
}

/** A query whose lists may be written as a single value. */
type ClientQuery<Id extends OperationId> = { [Name in keyof Query<Id>]: SingleOrList<Query<Id>[Name]> };
type SingleOrList<T> = T extends readonly (infer Item)[] ? Item | T : T;

/** The parts of a request, typed by its operation; tests of malformed input use `raw` instead. */
export interface RequestParts<Id extends OperationId> {
  path?: Path<Id>;
  query?: ClientQuery<Id>;
  body?: Body<Id>;
  ifMatch?: IfMatch;
  headers?: Record<string, string>;
}

type Status<Id extends OperationId> = OperationResponse<Id>['status'];
type Data<Id extends OperationId, S> = Extract<OperationResponse<Id>, { status: S }>['data'];
export type Refusal = Schemas['ErrorData'] & { message: string; headers: Headers };

export type Client = ReturnType<typeof createClient>;

/** Creates a client that calls the service over HTTP and validates every answer, errors included, against the contract. */
export function createClient(url: string, token?: string) {
  const raw = (method: string, path: string, { headers, body }: RawRequest = {}): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: { ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }), ...headers },
      body: body ?? null,
    });

  const call = async <Id extends OperationId>(id: Id, parts: RequestParts<Id> = {}): Promise<Reply> => {
    const operation = findOperation(id);
    const body = parts.body === undefined ? undefined : JSON.stringify(parts.body);
    const headers = {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(parts.ifMatch === undefined ? {} : { 'If-Match': parts.ifMatch === '*' ? '*' : `"${parts.ifMatch}"` }),
      ...parts.headers,
    };
    const target = `/dc${fillPath(operation, { ...parts.path })}${queryString({ ...parts.query })}`;
    const response = await raw(operation.method, target, { headers, ...(body === undefined ? {} : { body }) });
    return readReply(operation, response);
  };

  const ok = async <Id extends OperationId, S extends Status<Id> = 200 & Status<Id>>(
    id: Id,
    parts: RequestParts<Id> = {},
    // Cast: S defaults to 200.
    status: S = 200 as S,
  ): Promise<Data<Id, S>> => {
    const reply = await call(id, parts);
    expect(reply).toMatchObject({ status });
    // Cast: the answer was just validated against the contract.
    return reply.data as Data<Id, S>;
  };

  const expectRefusal = async <Id extends OperationId>(
    id: Id,
    parts: RequestParts<Id>,
    key: ErrorKey,
  ): Promise<Refusal> => {
    const reply = await call(id, parts);
    expect(reply.data).toMatchObject({ key });
    // Cast: the answer was just validated against the contract.
    return { ...(reply.data as Schemas['ErrorData']), message: reply.message, headers: reply.headers };
  };

  return { url, token, raw, call, ok, expectRefusal };
}

export function findOperation(id: OperationId): Operation {
  const operation = allOperations.find((operation) => operation.id === id);
  if (!operation) throw new Error(`The contract has no operation ${id}.`);
  return operation;
}

/** Reads the envelope of an answer, the text of a file or the first event, and fails if the answer violates the contract. */
export async function readReply(operation: Operation, response: Response): Promise<Reply> {
  const { status, headers } = response;
  if (headers.get('Content-Type') === 'text/event-stream') {
    const events = readEvents(response);
    const { value: data } = await events.next();
    await events.return(undefined);
    return { status, headers, message: '', data };
  }
  if (operation.acceptsTicket && status === 200) return { status, headers, message: '', data: await response.text() };
  // Cast: assertResponseValid fails unless the body is an envelope.
  const body = (await response.json()) as { code: number; message: string; data: { traceId?: string } };
  assertResponseValid(operation, response.status, body);
  expect(body.code).toBe(response.status);
  if (body.data.traceId) expect(response.headers.get('X-Request-Id')).toBe(body.data.traceId);
  return { status, headers, message: body.message, data: body.data };
}

export const fillPath = ({ path }: Operation, values: Record<string, unknown>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));

const queryString = (values: Record<string, unknown>): string => {
  const definedEntries = Object.entries(values).filter(([, value]) => value !== undefined);
  return definedEntries.length === 0
    ? ''
    : `?${new URLSearchParams(definedEntries.map(([name, value]): [string, string] => [name, String(value)]))}`;
};

/** Expects a refusal in both languages, and returns the pointer, rule and both texts of each field, and both messages. */
export async function expectBilingualRefusal<Id extends OperationId>(
  client: Client,
  id: Id,
  parts: RequestParts<Id>,
  key: ErrorKey,
) {
  const requestIn = (language: string) =>
    client.expectRefusal(id, { ...parts, headers: { 'Accept-Language': language } }, key);
  const [zh, en] = await Promise.all([requestIn('zh-CN'), requestIn('en')]);
  const fields = (zh.fields ?? []).map(({ pointer, rule, message }, index) => {
    expect(en.fields?.[index]).toMatchObject({ pointer, rule });
    return [pointer, rule, message, en.fields?.[index]?.message];
  });
  return { fields, messages: [zh.message, en.message], references: zh.references };
}
