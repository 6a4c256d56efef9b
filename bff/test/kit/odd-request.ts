import { expect } from 'vitest';
import type { Operation, Schemas } from '../../src/http/contract.ts';
import { type Client, readReply } from './client.ts';
import { bodyOf, operations, targetOf } from './examples.ts';

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
