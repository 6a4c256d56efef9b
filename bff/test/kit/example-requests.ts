import { expect } from 'vitest';
import { allOperations, contract, type Operation, type OperationId, type Schemas } from '../../src/http/contract.ts';
import { type Client, fillPath, readReply } from './client.ts';

/** Path parameters that the contract allows but that identify no record. */
export const unusedIds = {
  row: 1,
  part: 0,
  id: 4294967295,
  itemId: 4294967295,
  sessionId: '5c1b2d0e-8a3f-4a53-9a51-0f6f6d3c2b11',
  subscriberId: 4294967295,
  entity: 'airport',
  deliveryId: Number.MAX_SAFE_INTEGER,
  seq: Number.MAX_SAFE_INTEGER,
};

export const operations: { id: OperationId; operation: Operation }[] = allOperations.map((operation) => ({
  id: operation.id,
  operation,
}));

/** Returns the contract's example of an operation's body. */
export const exampleBody = ({ path, method }: Operation): Record<string, unknown> =>
  contract.paths[path][method].requestBody.content['application/json'].example;

/** Builds a query string of the required parameters with the contract's examples. */
function exampleQuery({ parameters }: Operation): string {
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const query = new URLSearchParams(required.map(({ name, example = '' }): [string, string] => [name, example]));
  return required.length === 0 ? '' : `?${query}`;
}

/** Builds a request target with every path and query parameter that the operation requires. */
export const exampleTarget = (operation: Operation, path: Record<string, unknown> = {}): string =>
  `/dc${fillPath(operation, { ...unusedIds, ...path })}${exampleQuery(operation)}`;

export const takesIfMatch = ({ parameters }: Operation) => parameters.some(({ name }) => name === 'If-Match');
export const takesId = ({ path }: Operation) => path.includes('{id}');

export interface RequestOverrides {
  target?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends the contract's example request with some parts overridden. */
export async function sendExample(
  client: Client,
  operation: Operation,
  { target, body, headers }: RequestOverrides = {},
) {
  const defaultBody = operation.takesBinaryBody ? 'bytes' : operation.body && JSON.stringify(exampleBody(operation));
  const sentBody = body ?? defaultBody;
  const type = operation.takesBinaryBody ? 'application/octet-stream' : 'application/json';
  const response = await client.raw(operation.method, target ?? exampleTarget(operation), {
    headers: { ...(defaultBody === undefined ? {} : { 'Content-Type': type }), 'If-Match': '"1"', ...headers },
    ...(typeof sentBody === 'string' ? { body: sentBody } : {}),
  });
  return readReply(operation, response);
}

export const refusalReply = (status: number, data: Partial<Schemas['ErrorData']>) => ({ status, data });
export const validationErrorAt = (pointer: string) =>
  refusalReply(422, { key: 'validationError', fields: [expect.objectContaining({ pointer })] });
export const operationsWhere = (predicate: (operation: Operation) => unknown) =>
  operations.filter(({ operation }) => predicate(operation));
