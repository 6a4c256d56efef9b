import { entitiesOf } from '../contract/entities.ts';
import type { Operation } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import { knownPermissions } from './permissions.ts';

/** Returns the faults of an operation, each saying how to fix it. */
export type OperationRule = (operation: Operation, contract: Contract) => string[];

export const operationRules: Record<string, OperationRule> = {
  'has an operationId, a summary and one tag': (operation, contract) => [
    ...faultIf(!operation.id, 'give it an operationId'),
    ...faultIf(!operation.summary, 'give it a summary'),
    ...faultIf(operation.tags.length !== 1, 'give it exactly one tag'),
    ...faultIf(!contract.tags.some(({ name }) => name === operation.tag), `list the tag '${operation.tag}' under tags`),
  ],
  'says what permission it asks for': (operation, contract) => permissionFaults(operation, contract),
  'declares every answer that it can give': (operation) => answerFaults(operation),
  'takes known kinds of parameters': ({ parameters }) =>
    parameters
      .filter(({ in: place, required }) => place === 'header' && required)
      .map(({ name }) => `make the header ${name} optional; the server answers 428 itself`),
};

function permissionFaults({ open, permission, tag }: Operation, contract: Contract): string[] {
  if (open) return faultIf(permission, 'drop x-permission; `security: []` says that anyone may call it');
  if (!permission) return ['add x-permission: a permission, signed-in or by-event; or `security: []`'];
  if (permission === 'signed-in') return [];
  if (permission === 'by-event') {
    const isKind = entitiesOf(contract).some((entity) => entity.tag === tag);
    return faultIf(!isKind, `tag it with a kind of record; by-event takes the permission's prefix from the tag`);
  }
  const known = knownPermissions(contract).has(permission);
  return faultIf(
    !known,
    `x-permission '${permission}' is no known permission; use signed-in, by-event or a known name`,
  );
}

function answerFaults(operation: Operation): string[] {
  const needsPermission = operation.permission !== undefined && operation.permission !== 'signed-in';
  const hasParameter = (place: string, name?: string) =>
    operation.parameters.some((parameter) => parameter.in === place && (!name || parameter.name === name));
  const expected: [number, boolean, string][] = [
    [400, operation.body !== undefined, 'it takes a JSON body'],
    [401, !operation.open, 'it is not open'],
    [403, needsPermission, 'it asks for a permission'],
    [404, hasParameter('path'), 'it takes a path parameter'],
    [412, hasParameter('header', 'If-Match'), 'it takes If-Match'],
    [413, operation.body !== undefined, 'it takes a JSON body'],
    [422, true, 'every operation refuses unknown parameters'],
    [428, operation.parameters.some((parameter) => parameter['x-precondition']), 'it asks for If-Match'],
    [500, true, 'every operation can fail'],
    [503, true, 'every operation can time out'],
  ];
  const declared = new Set(operation.answers.map(({ status }) => status));
  const missing = expected.filter(([status, isPossible]) => isPossible && !declared.has(status));
  const success = [200, 201, 202].some((status) => declared.has(status));
  return [
    ...missing.map(([status, , reason]) => `declare ${status}; ${reason}`),
    ...faultIf(!success, 'declare a success: 200, 201 or 202'),
    ...faultIf(declared.has(204), 'drop 204; a success without content answers 200 with the envelope'),
  ];
}

function faultIf(isFaulty: unknown, message: string): string[] {
  return isFaulty ? [message] : [];
}
