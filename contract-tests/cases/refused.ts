import { resolve } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import { kindTagged } from '../suite/kind.ts';
import { harmless } from '../suite/requests.ts';
import { caller } from './malformed.ts';

/** Who is refused by each operation, and what is not found. */
export function refusedCases(operation: Operation, contract: Contract): Case[] {
  const base = { ...caller(operation, contract), operationId: operation.id };
  const request = () => harmless(operation);
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
      ? [{ ...base, ...unknown(operation, contract), request, expect: { status: 404, key: 'notFound' } }]
      : []),
  ];
}

/** Operations that every kind of record has look for the record alike; the others look each in its own way. */
function unknown({ id, tag }: Operation, contract: Contract): Pick<Case, 'name' | 'sameAs'> {
  const name = 'does not know it';
  const [verb] =
    Object.entries(kindTagged(contract, tag)?.ops ?? {}).find(([, operation]) => operation.id === id) ?? [];
  return verb ? { name, sameAs: `${verb} ${name}` } : { name };
}

/** What asks for a sign-in only, and writes: all the others ask for a permission, whose cases are above. */
function isRefusedInPreview({ permission, method, id }: Operation): boolean {
  return permission === 'signed-in' && method !== 'get' && id !== 'logout';
}

function inPreview(operation: Operation): Case {
  return {
    operationId: operation.id,
    name: 'is refused in a preview of a role',
    sameAs: 'is refused in a preview of a role',
    needs: { as: 'admin' },
    request: async ({ world }) => ({
      ...harmless(operation),
      headers: { authorization: `Bearer ${await world.staff.preview()}` },
    }),
    expect: { status: 403, key: 'readOnlyPreview' },
  };
}

function withoutToken(operation: Operation): Case[] {
  const base = { operationId: operation.id, needs: { as: 'none' } };
  const expect = { status: 401, key: 'unauthorized' };
  const withHeader = (authorization: string) => () => ({ ...harmless(operation), headers: { authorization } });
  const missing = { ...base, breaksContract: true, expect }; // Prism answers 401 itself where it sees no token.
  const cases: Case[] = [
    { ...missing, name: 'is refused without token', request: () => harmless(operation) },
    { ...missing, name: 'says so in English', request: () => ({ ...harmless(operation), language: 'en' }) },
    { ...base, name: 'is refused with a token that is none', request: withHeader('Bearer nonsense'), expect },
    { ...base, name: 'is refused with a forged token', request: withHeader(`Bearer ${unsigned}`), expect },
  ];
  return cases.map((it) => ({ ...it, sameAs: it.name }));
}

/** A token that claims to need no signature. */
const unsigned = [
  { alg: 'none', typ: 'JWT' },
  { sub: '1', sid: '1', exp: 4_000_000_000 },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('')
  .join('.');

/** The permissions that an operation may ask for, with the part of the body that makes it ask. */
function permissionsOf({ permission, tag, body }: Operation, contract: Contract): [string, object | undefined][] {
  if (!permission || permission === 'signed-in') return [];
  if (permission !== 'by-event') return [[permission, undefined]];
  const events = Object.entries(contract['x-transitions']).map(([event, move]) => [event, move.permission] as const);
  const isBulk = body !== undefined && 'action' in (resolve(contract, body.schema).properties ?? {});
  const asked = isBulk ? [...events, ['delete', 'delete'] as const] : events;
  return asked.map(([event, verb]) => [`${tag}:${verb}`, isBulk ? { action: event } : { event }]);
}
