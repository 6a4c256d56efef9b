import { entitiesOf } from '../contract/entities.ts';
import type { Operation } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import { knownPermissions } from './permissions.ts';

/** Returns the faults of an operation, each saying how to fix it. */
export type OperationRule = (operation: Operation, contract: Contract) => string[];

export const operationRules: Record<string, OperationRule> = {
  'has an operationId, summaries in both languages and one tag': (operation, contract) => [
    ...faultIf(!operation.id, 'give it an operationId'),
    ...faultIf(!operation.summary, 'give it a summary'),
    ...faultIf(!/\p{Script=Han}/u.test(operation.chineseSummary), 'x-summary: write its summary in zh-CN'),
    ...faultIf(operation.tags.length !== 1, 'give it exactly one tag'),
    ...faultIf(!contract.tags.some(({ name }) => name === operation.tag), `list the tag '${operation.tag}' under tags`),
  ],
  'declares the required permission': (operation, contract) => permissionFaults(operation, contract),
  'declares every possible response': (operation) => responseFaults(operation),
  'has no required headers': ({ parameters }) =>
    parameters
      .filter(({ in: location, required }) => location === 'header' && required)
      .map(({ name }) => `make the header ${name} optional; the server itself responds with 428`),
};

function permissionFaults({ isPublic, permission, tag }: Operation, contract: Contract): string[] {
  if (isPublic) return faultIf(permission, 'remove x-permission; `security: []` says that anyone may call it');
  if (!permission) return ['add x-permission: a permission, signed-in or by-event; or `security: []`'];
  if (permission === 'signed-in') return [];
  if (permission === 'by-event') {
    const isEntity = entitiesOf(contract).some((entity) => entity.tag === tag);
    return faultIf(!isEntity, `tag it with an entity; by-event takes the permission's prefix from the tag`);
  }
  const isKnown = knownPermissions(contract).has(permission);
  return faultIf(
    !isKnown,
    `x-permission '${permission}' is not a known permission; use signed-in, by-event or a known name`,
  );
}

function responseFaults(operation: Operation): string[] {
  const needsPermission = operation.permission !== undefined && operation.permission !== 'signed-in';
  const hasParameter = (place: string, name?: string) =>
    operation.parameters.some((parameter) => parameter.in === place && (!name || parameter.name === name));
  const expected: [number, boolean, string][] = [
    [400, operation.body !== undefined, 'it has a JSON body'],
    [401, !operation.isPublic, 'it requires a session'],
    [403, needsPermission, 'it requires a permission'],
    [404, hasParameter('path'), 'it has a path parameter'],
    [412, hasParameter('header', 'If-Match'), 'it accepts If-Match'],
    [413, operation.body !== undefined, 'it has a JSON body'],
    [422, true, 'every operation rejects unknown parameters'],
    [428, operation.parameters.some((parameter) => parameter['x-precondition']), 'it requires If-Match'],
    [500, true, 'every operation can fail'],
    [503, true, 'every operation can time out'],
  ];
  const declared = new Set(operation.responses.map(({ status }) => status));
  const missing = expected.filter(([status, isPossible]) => isPossible && !declared.has(status));
  const hasSuccess = [200, 201, 202].some((status) => declared.has(status));
  return [
    ...missing.map(([status, , reason]) => `declare ${status}; ${reason}`),
    ...faultIf(!hasSuccess, 'declare a success: 200, 201 or 202'),
    ...faultIf(declared.has(204), 'replace 204 by 200 with the envelope, also without content'),
  ];
}

function faultIf(isFaulty: unknown, message: string): string[] {
  return isFaulty ? [message] : [];
}
