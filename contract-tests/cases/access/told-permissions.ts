import assert from 'node:assert/strict';
import { type Operation, operationsOf } from '../../contract/operations.ts';
import type { Contract } from '../../contract/types.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { send } from '../../suite/requests/client.ts';
import { harmlessRequest } from '../../suite/values/harmless-request.ts';

/** Tests for each permission to read that whoever holds it alone is told so, and reads what it opens and nothing else. */
export function toldPermissionCases(contract: Contract): Case[] {
  const permissions = contract.components.schemas.PermissionName?.enum ?? [];
  const reads = operationsOf(contract).filter(
    ({ method, permission, isPublic }) => method === 'get' && !isPublic && permission !== 'signed-in',
  );
  return permissions
    .filter((permission) => /:(read|export)$/.test(permission))
    .map((permission) => ({
      operationId: 'previewRole',
      name: `lets a role with ${permission} alone read what this opens, and nothing else`,
      equivalenceKey: 'lets a role read what its permission opens',
      needs: { role: 'admin' },
      request: async ({ backend }) => ({ params: { id: (await backend.spareMember.role([permission])).id } }),
      expect: {
        status: 201,
        check: async ({ data }, context) => {
          const told = data.user?.roles.flatMap((role) => role.permissions.map(({ name }) => name));
          assert.deepEqual(told, [permission]);
          for (const operation of reads) await assertAccess(context, operation, permission, data.token ?? '');
          await context.backend.callWith(data.token ?? '', context.backend.operation('logout'), {});
        },
      },
    }));
}

async function assertAccess(
  { backend }: CaseContext,
  operation: Operation,
  permission: string,
  token: string,
): Promise<void> {
  const isAllowed = operation.permission === permission;
  const isStream = operation.responses.some(({ content }) => content?.['text/event-stream']);
  if (isAllowed && isStream) return;
  const { status, data } = await send(backend.address.url, operation, harmlessRequest(operation), token);
  if (isAllowed) assert.ok(![401, 403].includes(status), `${operation.id} with ${permission}: ${status}`);
  else assert.deepEqual([status, data?.permission], [403, operation.permission], `${operation.id} with ${permission}`);
}
