import type { Operation } from '../../contract/operations.ts';
import type { Contract } from '../../contract/types.ts';
import type { Case } from '../../suite/case.ts';
import { findTestedEntity, type TestedEntity } from '../../suite/records/tested-entity.ts';
import { harmlessRequest } from '../../suite/values/harmless-request.ts';
import { almostValidBodies, malformedBodies, wrongThroughout } from './malformed-bodies.ts';
import { type MalformedRequest, malformedParameters } from './malformed-parameters.ts';

const overOneMebibyte = JSON.stringify({ padding: 'x'.repeat(2 ** 20) });

/** Tests malformed requests to an operation, derived from the contract. */
export function malformedCases(operation: Operation, contract: Contract): Case[] {
  const base = { ...callerWithPermission(operation, contract), operationId: operation.id, breaksContract: true };
  const toCase = ({ name, input, fields, brokenRule }: MalformedRequest, language?: string): Case => ({
    ...base,
    equivalenceKey: `refuses ${brokenRule} ${language}`,
    name: `refuses ${name}${language ? ', in English' : ''}`,
    request: () => ({ ...harmlessRequest(operation), ...input, ...(language && { language }) }),
    expect: { status: 422, key: 'validationError', fields },
  });
  const bodies = malformedBodies(operation, contract);
  const requests = [
    ...malformedParameters(operation, contract),
    ...bodies,
    ...almostValidBodies(operation, contract),
    ...wrongThroughout(operation, contract),
  ];
  const cases = requests.map((malformed) => toCase(malformed));
  // Field messages do not depend on the operation, so one test in English is enough.
  if (base.entity?.operations.create.id === operation.id)
    cases.push(...bodies.map((malformed) => toCase(malformed, 'en')));
  if (operation.takesBytes) return [...cases, ...bytesCases(operation, base)];
  if (!operation.body) return cases;
  return [
    ...cases,
    {
      ...base,
      name: 'refuses a body that is not JSON',
      equivalenceKey: 'refuses a body that is not JSON',
      request: () => ({ ...harmlessRequest(operation), rawBody: '{"half":' }),
      expect: { status: 400, key: 'invalidRequest' },
    },
    {
      ...base,
      name: 'refuses a body over 1 MiB',
      equivalenceKey: 'refuses a body over 1 MiB',
      request: () => ({ ...harmlessRequest(operation), rawBody: overOneMebibyte }),
      expect: { status: 413, key: 'tooLarge' },
    },
  ];
}

function bytesCases(operation: Operation, base: Pick<Case, 'needs' | 'operationId' | 'breaksContract'>): Case[] {
  return [
    {
      ...base,
      name: 'refuses JSON instead of bytes',
      equivalenceKey: 'refuses JSON instead of bytes',
      request: () => ({ ...harmlessRequest(operation), headers: { 'content-type': 'application/json' } }),
      expect: { status: 400, key: 'invalidRequest' },
    },
    {
      ...base,
      name: 'refuses more than 1 MiB',
      equivalenceKey: 'refuses more than 1 MiB',
      request: () => ({ ...harmlessRequest(operation), rawBody: overOneMebibyte }),
      expect: { status: 413, key: 'tooLarge' },
    },
  ];
}

/** Returns a caller with the permission, so that the response depends on the request alone. */
export function callerWithPermission(
  { isPublic, permission, tag }: Operation,
  contract: Contract,
): Pick<Case, 'needs'> & { entity?: TestedEntity } {
  const entity = findTestedEntity(contract, tag);
  if (isPublic) return { needs: { role: 'none' } };
  // The case gets its own session, because a faulty backend could accept the request and end the session.
  return {
    ...(entity && { entity }),
    needs: permission === 'signed-in' ? { role: 'viewer', needsOwnSession: true } : { role: 'admin' },
  };
}
