import { randomUUID } from 'node:crypto';
import type { Operation } from '../../contract/operations.ts';
import type { Parameter } from '../../contract/types.ts';
import type { RequestInput } from '../requests/client.ts';

/** The highest id that the contract allows, which no record has. */
export const unknownId = 4_294_967_295;

/** Returns a complete and valid request that would change nothing even if a backend wrongly accepted it. */
export function harmlessRequest(operation: Operation): RequestInput & { body?: Record<string, unknown> } {
  const requiredIn = (location: string) =>
    operation.parameters.filter((parameter) => parameter.in === location && parameter.required === true);
  // no record was last changed before 2000, so the filter matches nothing
  const changesMatches = operation.method !== 'get' && operation.parameters.some(({ name }) => name === 'updatedTo');
  const takesVersion = operation.parameters.some(({ name }) => name === 'If-Match');
  return {
    params: Object.fromEntries(requiredIn('path').map((parameter) => [parameter.name, unknownValue(parameter)])),
    query: {
      ...Object.fromEntries(requiredIn('query').map(({ name, example }) => [name, example ?? ''])),
      ...(changesMatches && { updatedTo: '2000-01-01T00:00:00Z' }),
    },
    ...(takesVersion && { version: 1 }),
    ...(operation.body && { body: harmlessBody(operation.body.example) }),
    ...(operation.takesBytes && { rawBody: 'bytes' }),
  };
}

function unknownValue({ schema, example }: Parameter): string | number {
  if (schema.format === 'uuid') return randomUUID();
  // A text parameter is one of an enum, such as an entity.
  return typeof example === 'string' ? example : Math.min(unknownId, schema.maximum ?? unknownId);
}

/** Replaces values that could match a record or an account's password. */
function harmlessBody(example: unknown): Record<string, unknown> {
  const body = { ...(example as Record<string, unknown>) }; // Cast: bodies are objects, as rules.test.ts checks.
  if (body.oldPassword) body.oldPassword = `not it ${randomUUID()}`;
  if (body.username) body.username = `nobody-${randomUUID()}`;
  if (Array.isArray(body.items)) body.items = [{ id: unknownId, version: 1 }];
  return body;
}
