import { entitiesOf } from '../contract/entities.ts';
import type { Operation } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import type { Input } from '../suite/client.ts';
import { type Kind, kindOf } from '../suite/kind.ts';
import { harmless } from '../suite/requests.ts';
import { malformedBodies } from './malformed-bodies.ts';
import { malformedParameters } from './malformed-parameters.ts';

const overOneMebibyte = JSON.stringify({ padding: 'x'.repeat(2 ** 20) });

/** What no operation may take, made from the contract for each of them. */
export function malformedCases(operation: Operation, contract: Contract): Case[] {
  const base = { ...caller(operation, contract), operationId: operation.id, breaksContract: true };
  const invalid = (name: string, input: Input, fields: string[]): Case => ({
    ...base,
    name: `refuses ${name}`,
    request: () => ({ ...harmless(operation), ...input }),
    expect: { status: 422, key: 'validationError', fields },
  });
  const bad = [...malformedParameters(operation, contract), ...malformedBodies(operation, contract)];
  const cases = bad.map(({ name, input, fields }) => invalid(name, input, fields));
  if (!operation.body) return cases;
  return [
    ...cases,
    {
      ...base,
      name: 'refuses a body that is not JSON',
      request: () => ({ ...harmless(operation), rawBody: '{"half":' }),
      expect: { status: 400, key: 'invalidRequest' },
    },
    {
      ...base,
      name: 'refuses a body over 1 MiB',
      request: () => ({ ...harmless(operation), rawBody: overOneMebibyte }),
      expect: { status: 413, key: 'tooLarge' },
    },
  ];
}

/** Somebody who may call it: what is refused is the request and not the person. */
export function caller(
  { open, permission, tag }: Operation,
  contract: Contract,
): Pick<Case, 'needs'> & { kind?: Kind } {
  const entity = entitiesOf(contract).find((one) => one.tag === tag);
  const kind = entity && { kind: kindOf(contract, entity) };
  if (open) return { needs: { as: 'none' } };
  // Of its own, lest a backend that lets the request pass end the session of the cases after it.
  return { ...kind, needs: permission === 'signed-in' ? { as: 'viewer', ownSession: true } : { as: 'admin' } };
}
