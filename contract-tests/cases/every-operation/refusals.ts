import { resolve } from '../../contract/contract.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Contract } from '../../contract/types.ts';
import type { Case } from '../../suite/case.ts';
import { findTestedEntity } from '../../suite/records/tested-entity.ts';
import { harmlessRequest } from '../../suite/values/harmless-request.ts';
import { callerWithPermission } from './malformed.ts';

/** Tests requests that an operation refuses because of the caller, and unknown ids. */
export function refusalCases(operation: Operation, contract: Contract): Case[] {
  const base = { ...callerWithPermission(operation, contract), operationId: operation.id };
  const request = () => harmlessRequest(operation);
  return [
    ...(operation.isPublic ? [] : tokenCases(operation)),
    ...permissionsWithBodies(operation, contract).map(
      ([permission, body]): Case => ({
        ...base,
        name: `is refused without ${permission}${body ? ` (${Object.values(body)[0]})` : ''}`,
        equivalenceKey: `is refused without ${body ? JSON.stringify(body) : 'a permission'}`,
        needs: { role: { without: permission } },
        request: () => ({ ...request(), ...(body && { body: { ...request().body, ...body } }) }),
        expect: { status: 403, key: 'forbidden', permission },
      }),
    ),
    ...(isRefusedInPreview(operation) ? [previewCase(operation)] : []),
    ...(operation.path.includes('{')
      ? [{ ...base, ...unknownRecordCases(operation, contract), request, expect: { status: 404, key: 'notFound' } }]
      : []),
    ...orderCases(operation, contract),
  ];
}

/** All entities share one record lookup, so one of them is enough; every other operation has its own lookup. */
function unknownRecordCases(
  { id, tag }: Operation,
  contract: Contract,
  name = 'returns 404 for an unknown id',
): Pick<Case, 'name' | 'equivalenceKey'> {
  const [verb] =
    Object.entries(findTestedEntity(contract, tag)?.operations ?? {}).find(([, operation]) => operation.id === id) ??
    [];
  return verb ? { name, equivalenceKey: `${verb} ${name}` } : { name };
}

/** Tests that permissions are checked before the body is read, and whether there is a record before its version. */
function orderCases(operation: Operation, contract: Contract): Case[] {
  const { permission, body, id, path } = operation;
  const base = { ...callerWithPermission(operation, contract), operationId: id };
  const { version: _, ...withoutVersion } = harmlessRequest(operation);
  const cases: Case[] = [];
  if (permission && body && !['signed-in', 'by-event'].includes(permission))
    cases.push({
      ...base,
      name: `is refused without ${permission}, before its body is read`,
      equivalenceKey: 'is refused without a permission, before its body is read',
      needs: { role: { without: permission } },
      breaksContract: true,
      request: () => ({ ...harmlessRequest(operation), rawBody: '{"half":' }),
      expect: { status: 403, key: 'forbidden', permission },
    });
  if (path.includes('{') && operation.parameters.some((parameter) => parameter['x-precondition']))
    cases.push({
      ...base,
      ...unknownRecordCases(operation, contract, 'returns 404 for an unknown id, whatever its version'),
      request: () => withoutVersion,
      expect: { status: 404, key: 'notFound' },
    });
  return cases;
}

/** Returns true for writes that require sign-in only. The other writes require permissions that a preview lacks. */
function isRefusedInPreview({ permission, method, id }: Operation): boolean {
  return permission === 'signed-in' && method !== 'get' && id !== 'logout';
}

function previewCase(operation: Operation): Case {
  return {
    operationId: operation.id,
    name: 'is refused in a preview of a role',
    equivalenceKey: 'is refused in a preview of a role',
    needs: { role: 'admin' },
    request: async ({ backend }) => ({
      ...harmlessRequest(operation),
      headers: { authorization: `Bearer ${await backend.staff.previewToken()}` },
    }),
    expect: { status: 403, key: 'readOnlyPreview' },
  };
}

/** What clients send as `Accept-Language`, and the language of the message that they get. */
const languageHeaders = {
  fr: 'zh-CN',
  'en-US': 'en',
  'en;q=0.3, zh-CN;q=0.7': 'zh-CN',
  'zh-CN;q=0.3, en-GB;q=0.7': 'en',
};

function tokenCases(operation: Operation): Case[] {
  const base = { operationId: operation.id, needs: { role: 'none' } };
  const expect = { status: 401, key: 'unauthorized' };
  const withHeader = (authorization: string) => () => ({ ...harmlessRequest(operation), headers: { authorization } });
  const missingToken = { ...base, breaksContract: true, expect }; // Prism itself responds with 401 to requests without a token.
  const cases: Case[] = [
    { ...missingToken, name: 'is refused without a token', request: () => harmlessRequest(operation) },
    {
      ...missingToken,
      name: 'is refused without a token, in English',
      request: () => ({ ...harmlessRequest(operation), language: 'en' }),
    },
    ...Object.entries(languageHeaders).map(
      ([header, language]): Case => ({
        ...missingToken,
        name: `is refused in ${language} where ${header} is asked for`,
        request: () => ({ ...harmlessRequest(operation), language, headers: { 'accept-language': header } }),
      }),
    ),
    { ...base, name: 'is refused with a malformed token', request: withHeader('Bearer nonsense'), expect },
    { ...base, name: 'is refused with a forged token', request: withHeader(`Bearer ${unsignedToken}`), expect },
  ];
  return cases.map((testCase) => ({ ...testCase, equivalenceKey: testCase.name }));
}

/** A JWT with the algorithm `none`. */
const unsignedToken = [
  { alg: 'none', typ: 'JWT' },
  { sub: '1', sid: '1', exp: 4_000_000_000 },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('')
  .join('.');

/** Returns the permissions that an operation requires, each with the body that requires it. */
function permissionsWithBodies(
  { permission, tag, body }: Operation,
  contract: Contract,
): [string, object | undefined][] {
  if (!permission || permission === 'signed-in') return [];
  if (permission !== 'by-event') return [[permission, undefined]];
  const events = Object.entries(contract['x-transitions']).map(
    ([event, transition]) => [event, transition.permission] as const,
  );
  const isBulk = body !== undefined && 'action' in (resolve(contract, body.schema).properties ?? {});
  const permissions = isBulk ? [...events, ['delete', 'delete'] as const] : events;
  return permissions.map(([event, verb]) => [`${tag}:${verb}`, isBulk ? { action: event } : { event }]);
}
