import assert from 'node:assert/strict';
import type { StaffMember } from './accounts/staff.ts';
import type { Case } from './case.ts';
import type { CaseContext } from './case-context.ts';
import type { ApiResponse, RequestInput } from './requests/client.ts';

/** Builds a request with the token of an account that a case has prepared. */
export function asMember({ token }: Pick<StaffMember, 'token'>, body?: object): RequestInput {
  return { headers: { authorization: `Bearer ${token}` }, ...(body && { body }) };
}

/** Builds a case of an account that `prepare` makes ready; the request and the check get it. */
export function accountCase<Account>(
  prepare: (context: CaseContext) => Promise<Account>,
  operationId: string,
  name: string,
  request: (account: Account, context: CaseContext) => RequestInput | Promise<RequestInput>,
  expect: Omit<Case['expect'], 'check'>,
  check?: (account: Account, response: ApiResponse, context: CaseContext) => Promise<void> | void,
): Case {
  let account: Account | undefined;
  return {
    operationId,
    name,
    needs: { role: 'admin' },
    request: async (context) => {
      account = await prepare(context);
      return request(account, context);
    },
    expect: {
      ...expect,
      check: async (response, context) => {
        assert.ok(account, 'the request prepares the account');
        await check?.(account, response, context);
      },
    },
  };
}

/** Builds a case of an account with these permissions. */
export const memberCase = (
  operationId: string,
  name: string,
  request: (member: StaffMember, context: CaseContext) => RequestInput | Promise<RequestInput>,
  expect: Omit<Case['expect'], 'check'>,
  check?: (member: StaffMember, response: ApiResponse, context: CaseContext) => Promise<void> | void,
  permissions: string[] = ['country:read', 'city:read'],
): Case =>
  accountCase(
    ({ backend }) => backend.spareMember.withPermissions(...permissions),
    operationId,
    name,
    request,
    expect,
    check,
  );
