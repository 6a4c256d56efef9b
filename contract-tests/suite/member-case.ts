import assert from 'node:assert/strict';
import type { StaffMember } from './accounts/staff.ts';
import type { Case } from './case.ts';
import type { CaseContext } from './case-context.ts';
import type { ApiResponse, RequestInput } from './client.ts';

/** Builds a case of an own account, which the check gets too. */
export function memberCase(
  operationId: string,
  name: string,
  request: (member: StaffMember, context: CaseContext) => RequestInput | Promise<RequestInput>,
  expect: Omit<Case['expect'], 'check'>,
  check?: (member: StaffMember, response: ApiResponse, context: CaseContext) => Promise<void> | void,
  permissions: string[] = ['country:read', 'city:read'],
): Case {
  let member: StaffMember | undefined;
  return {
    operationId,
    name,
    needs: { role: 'admin' },
    request: async (context) => {
      member = await context.backend.spareMember.withPermissions(...permissions);
      return request(member, context);
    },
    expect: {
      ...expect,
      check: async (response, context) => {
        assert.ok(member, 'there is one');
        await check?.(member, response, context);
      },
    },
  };
}
