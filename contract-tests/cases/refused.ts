import { resolve } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import { kindTagged } from '../suite/kind.ts';
import { harmlessRequest } from '../suite/requests.ts';
import { caller } from './malformed.ts';

/** Requests of each operation that are refused or not found. */
export function refusedCases(operation: Operation, contract: Contract): Case[] {
  const base = { ...caller(operation, contract), operationId: operation.id };
  const request = () => harmlessRequest(operation);
  return [
    ...(operation.open ? [] : withoutToken(operation)),
    ...permissionsOf(operation, contract).map(
      ([permission, body]): Case => ({
        ...base,
        name: `is refused without ${permission}${body ? ` (${Object.values(body)[0]})` : ''}`,
        sameAs: `is refused without ${body ? JSON.stringify(body) : 'a permission'}`,
        needs: { as: { without: permission } },
        request: () => ({ ...request(), ...(body && { body: { ...request().body, ...body } }) }),
        expect: { status: 403, key: 'forbidden', permission },
      }),
    ),
    ...(isRefusedInPreview(operation) ? [inPreview(operation)] : []),
    ...(operation.path.includes('{')
      ? [{ ...base, ...unknownRecordCases(operation, contract), request, expect: { status: 404, key: 'notFound' } }]
      : []),
  ];
}

/** Operations of kinds look up records in the same way; each of the others has its own lookup. */
function unknownRecordCases({ id, tag }: Operation, contract: Contract): Pick<Case, 'name' | 'sameAs'> {
  const name = 'does not know it';
  const [verb] =
    Object.entries(kindTagged(contract, tag)?.ops ?? {}).find(([, operation]) => operation.id === id) ?? [];
  return verb ? { name, sameAs: `${verb} ${name}` } : { name };
}

/** Writing operations that require sign-in only; the others require permissions, tested above. */
function isRefusedInPreview({ permission, method, id }: Operation): boolean {
  return permission === 'signed-in' && method !== 'get' && id !== 'logout';
}

function inPreview(operation: Operation): Case {
  return {
    operationId: operation.id,
    name: 'is refused in a preview of a role',
    sameAs: 'is refused in a preview of a role',
    needs: { as: 'admin' },
    request: async ({ backend }) => ({
      ...harmlessRequest(operation),
      headers: { authorization: `Bearer ${await backend.staff.preview()}` },
    }),
    expect: { status: 403, key: 'readOnlyPreview' },
  };
}

function withoutToken(operation: Operation): Case[] {
  const base = { operationId: operation.id, needs: { as: 'none' } };
  const expect = { status: 401, key: 'unauthorized' };
  const withHeader = (authorization: string) => () => ({ ...harmlessRequest(operation), headers: { authorization } });
  const missingToken = { ...base, breaksContract: true, expect }; // Prism answers 401 itself where it sees no token.
  const cases: Case[] = [
    { ...missingToken, name: 'is refused without token', request: () => harmlessRequest(operation) },
    { ...missingToken, name: 'says so in English', request: () => ({ ...harmlessRequest(operation), language: 'en' }) },
    { ...base, name: 'is refused with a malformed token', request: withHeader('Bearer nonsense'), expect },
    { ...base, name: 'is refused with a forged token', request: withHeader(`Bearer ${unsignedToken}`), expect },
  ];
  return cases.map((operation) => ({ ...operation, sameAs: operation.name }));
}

/** A token with the algorithm `none`. */
const unsignedToken = [
  { alg: 'none', typ: 'JWT' },
  { sub: '1', sid: '1', exp: 4_000_000_000 },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('')
  .join('.');

/** The permissions that an operation requires, with the body that requires each. */
function permissionsOf({ permission, tag, body }: Operation, contract: Contract): [string, object | undefined][] {
  if (!permission || permission === 'signed-in') return [];
  if (permission !== 'by-event') return [[permission, undefined]];
  const events = Object.entries(contract['x-transitions']).map(
    ([event, transition]) => [event, transition.permission] as const,
  );
  const isBulk = body !== undefined && 'action' in (resolve(contract, body.schema).properties ?? {});
  const permissions = isBulk ? [...events, ['delete', 'delete'] as const] : events;
  return permissions.map(([event, verb]) => [`${tag}:${verb}`, isBulk ? { action: event } : { event }]);
}
