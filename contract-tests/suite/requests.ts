import { randomUUID } from 'node:crypto';
import type { Operation } from '../contract/operations.ts';
import type { Parameter } from '../contract/types.ts';
import type { Input } from './client.ts';

/** The highest that the contract allows, so that no record has it. */
export const unknownId = 4_294_967_295;

/** A whole and valid request that would change nothing, even where a backend wrongly let it pass. */
export function harmless(operation: Operation): Input & { body?: Record<string, unknown> } {
  const required = (place: string) =>
    operation.parameters.filter(({ in: where, required: asked }) => where === place && asked);
  const takesVersion = operation.parameters.some(({ name }) => name === 'If-Match');
  return {
    params: Object.fromEntries(required('path').map((parameter) => [parameter.name, unknownValue(parameter)])),
    query: Object.fromEntries(required('query').map(({ name, example }) => [name, example ?? ''])),
    ...(takesVersion && { version: 1 }),
    ...(operation.body && { body: harmlessBody(operation.body.example) }),
    ...(operation.takesBytes && { rawBody: 'some' }),
  };
}

function unknownValue({ schema, example }: Parameter): string | number {
  if (schema.format === 'uuid') return randomUUID();
  // a word is one of a few, such as a kind
  return typeof example === 'string' ? example : Math.min(unknownId, schema.maximum ?? unknownId);
}

/** Names no record, and no account's password. */
function harmlessBody(example: unknown): Record<string, unknown> {
  const body = { ...(example as Record<string, unknown>) }; // Cast: bodies are objects, as rules.test.ts checks.
  if (body.oldPassword) body.oldPassword = `not it ${randomUUID()}`;
  if (body.username) body.username = `nobody-${randomUUID()}`;
  if (Array.isArray(body.items)) body.items = [{ id: unknownId, version: 1 }];
  return body;
}
