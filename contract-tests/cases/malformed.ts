import type { Operation } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import { type Kind, kindTagged } from '../suite/kind.ts';
import { harmlessRequest } from '../suite/requests.ts';
import { malformedBodies } from './malformed-bodies.ts';
import { type MalformedRequest, malformedParameters } from './malformed-parameters.ts';

const overOneMebibyte = JSON.stringify({ padding: 'x'.repeat(2 ** 20) });

/** Malformed requests for each operation, derived from the contract. */
export function malformedCases(operation: Operation, contract: Contract): Case[] {
  const base = { ...caller(operation, contract), operationId: operation.id, breaksContract: true };
  const toCase = ({ name, input, fields, brokenRule }: MalformedRequest, language?: string): Case => ({
    ...base,
    sameAs: `refuses ${brokenRule} ${language}`,
    name: `refuses ${name}${language ? ', in English' : ''}`,
    request: () => ({ ...harmlessRequest(operation), ...input, ...(language && { language }) }),
    expect: { status: 422, key: 'validationError', fields },
  });
  const bodies = malformedBodies(operation, contract);
  const cases = [...malformedParameters(operation, contract), ...bodies].map((malformed) => toCase(malformed));
  // Field messages do not depend on the operation, so one test in English is enough.
  if (base.kind?.ops.create.id === operation.id) cases.push(...bodies.map((bad) => toCase(bad, 'en')));
  if (operation.takesBytes) return [...cases, ...bytesCases(operation, base)];
  if (!operation.body) return cases;
  return [
    ...cases,
    {
      ...base,
      name: 'refuses a body that is not JSON',
      sameAs: 'refuses a body that is not JSON',
      request: () => ({ ...harmlessRequest(operation), rawBody: '{"half":' }),
      expect: { status: 400, key: 'invalidRequest' },
    },
    {
      ...base,
      name: 'refuses a body over 1 MiB',
      sameAs: 'refuses a body over 1 MiB',
      request: () => ({ ...harmlessRequest(operation), rawBody: overOneMebibyte }),
      expect: { status: 413, key: 'tooLarge' },
    },
  ];
}

function bytesCases(operation: Operation, base: Pick<Case, 'needs' | 'operationId' | 'breaksContract'>): Case[] {
  return [
    {
      ...base,
      name: 'refuses JSON for bytes',
      sameAs: 'refuses JSON for bytes',
      request: () => ({ ...harmlessRequest(operation), headers: { 'content-type': 'application/json' } }),
      expect: { status: 400, key: 'invalidRequest' },
    },
    {
      ...base,
      name: 'refuses more than 1 MiB',
      sameAs: 'refuses more than 1 MiB',
      request: () => ({ ...harmlessRequest(operation), rawBody: overOneMebibyte }),
      expect: { status: 413, key: 'tooLarge' },
    },
  ];
}

/** Uses a role with the permission, so that the request is refused and not the user. */
export function caller(
  { open: isOpen, permission, tag }: Operation,
  contract: Contract,
): Pick<Case, 'needs'> & { kind?: Kind } {
  const kind = kindTagged(contract, tag);
  if (isOpen) return { needs: { as: 'none' } };
  // With a session of its own, because a faulty backend could accept the request and end the session.
  return {
    ...(kind && { kind }),
    needs: permission === 'signed-in' ? { as: 'viewer', ownSession: true } : { as: 'admin' },
  };
}
