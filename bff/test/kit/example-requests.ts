import { expect } from 'vitest';
import { allOperations, contract, type Operation, type OperationId, type Schemas } from '../../src/http/contract.ts';
import { type Client, fillPath, readReply } from './client.ts';

/** A path that fits the contract but names nothing. */
export const nothing = {
  ...{ row: 1, part: 0 },
  ...{ id: 4294967295, sessionId: '5c1b2d0e-8a3f-4a53-9a51-0f6f6d3c2b11' },
  ...{ subscriberId: 4294967295, entity: 'airport', deliveryId: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER },
};

export const operations: { id: OperationId; operation: Operation }[] = allOperations.map((operation) => ({
  id: operation.id,
  operation,
}));

/** The example of an operation's body, as the contract gives it. */
export const bodyOf = ({ path, method }: Operation): Record<string, unknown> =>
  contract.paths[path][method].requestBody.content['application/json'].example;

/** What the query must hold, as the contract's examples have it. */
function exampleQuery({ parameters }: Operation): string {
  const required = parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const query = new URLSearchParams(required.map(({ name, example = '' }): [string, string] => [name, example]));
  return required.length === 0 ? '' : `?${query}`;
}

/** Where a request of this operation goes, with what it requires in path and query. */
export const targetOf = (operation: Operation, path: Record<string, unknown> = {}): string =>
  `/dc${fillPath(operation, { ...nothing, ...path })}${exampleQuery(operation)}`;

export const takesIfMatch = ({ parameters }: Operation) => parameters.some(({ name }) => name === 'If-Match');
export const takesId = ({ path }: Operation) => path.includes('{id}');

export interface Odd {
  target?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A request that is right but for what is given. */
export async function send(client: Client, operation: Operation, { target, body, headers }: Odd = {}) {
  const usual = operation.takesBytes ? 'bytes' : operation.body && JSON.stringify(bodyOf(operation));
  const sent = body ?? usual;
  const type = operation.takesBytes ? 'application/octet-stream' : 'application/json';
  const response = await client.raw(operation.method, target ?? targetOf(operation), {
    headers: { ...(usual === undefined ? {} : { 'Content-Type': type }), 'If-Match': '"1"', ...headers },
    ...(typeof sent === 'string' ? { body: sent } : {}),
  });
  return readReply(operation, response);
}

export const refusal = (status: number, data: Partial<Schemas['ErrorData']>) => ({ status, data });
export const invalidAt = (pointer: string) =>
  refusal(422, { key: 'validationError', fields: [expect.objectContaining({ pointer })] });
export const known = (fits: (operation: Operation) => unknown) => operations.filter(({ operation }) => fits(operation));
