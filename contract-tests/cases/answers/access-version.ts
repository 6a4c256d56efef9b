import assert from 'node:assert/strict';
import type { StaffMember } from '../../suite/accounts/staff.ts';
import type { Case } from '../../suite/case.ts';
import { versionedTarget } from '../../suite/records/records.ts';
import type { TestBackend } from '../../suite/test-backend.ts';

const admin = { role: 'admin' };
const header = 'x-access-version';

/** Reads the profile of a member, with the version of what they may do. */
async function readAccess(backend: TestBackend, { token }: Pick<StaffMember, 'token'>) {
  const { data, headers } = await backend.callWith(token, backend.operation('getProfile'), {});
  const { roles } = data as unknown as { roles: { name: string; permissions: { name: string }[] }[] }; // Cast: validated.
  return {
    version: headers.get(header),
    permissions: roles.flatMap(({ permissions }) => permissions.map(({ name }) => name)),
  };
}

/** Tests that a client learns by `X-Access-Version` that its permissions are others than before, and only then. */
export const accessVersionCases: Case[] = [
  {
    operationId: 'getProfile',
    name: 'has the same access version as long as nobody changes roles',
    needs: { role: 'viewer' },
    request: () => ({}),
    expect: {
      status: 200,
      check: async ({ headers }, { backend, token = '' }) => {
        const again = await readAccess(backend, { token });
        assert.equal(again.version, headers.get(header));
        const signedIn = await backend.sessions.signIn('viewer');
        assert.equal(signedIn.headers.get(header), headers.get(header), 'a sign-in answers the same version');
        await backend.callWith(signedIn.data.token ?? '', backend.operation('logout'), {});
      },
    },
  },
  {
    operationId: 'updateUser',
    name: 'changes the access version, the profile and the access of a user who gets other roles',
    needs: admin,
    needsDisposableBackend: true,
    request: async ({ backend }) => {
      const member = await backend.spareMember.withPermissions('country:read');
      const before = await readAccess(backend, member);
      const moved = await backend.spareMember.withPermissions('city:read');
      const after = await readAccess(backend, member);
      assert.notEqual(after.version, before.version, 'the access version changes with the roles');
      assert.deepEqual([before.permissions, after.permissions], [['country:read'], ['city:read']]);
      await assertReads(backend, member, { listCities: true, listCountries: false });
      const { username, displayName, email } = moved.record;
      return { ...versionedTarget(moved.record), body: { username, displayName, email, roles: [] } };
    },
    expect: {
      status: 200,
      check: async ({ data }) => assert.deepEqual(data.record?.roles, []),
    },
  },
  {
    operationId: 'updateRole',
    name: 'changes the access version, the profile and the access of everybody who has the role',
    needs: admin,
    needsDisposableBackend: true,
    request: async ({ backend }) => {
      const role = await backend.staff.createRole(['airline:read']);
      const member = await backend.spareMember.withRoles(String(role.name));
      const before = await readAccess(backend, member);
      const { name, displayName, description } = role;
      const change = async (permissions: string[], version: number) => {
        const body = { name, displayName, description, permissions };
        const input = { params: { id: role.id }, version, body };
        return (await backend.call(backend.operation('updateRole'), 'admin', input)).data.record?.version ?? 0;
      };
      const version = await change(['airline:read', 'cabin:read'], role.version);
      const after = await readAccess(backend, member);
      assert.notEqual(after.version, before.version, 'the access version changes with the role');
      assert.deepEqual(after.permissions.toSorted(), ['airline:read', 'cabin:read']);
      await assertReads(backend, member, { listAirlines: true, listCabins: true });
      const body = { name, displayName, description, permissions: ['cabin:read'] };
      return { params: { id: role.id }, version, body };
    },
    expect: {
      status: 200,
      check: async ({ data }) => assert.deepEqual(data.record?.permissions, ['cabin:read']),
    },
  },
];

async function assertReads(
  backend: TestBackend,
  { token }: Pick<StaffMember, 'token'>,
  access: Record<string, boolean>,
): Promise<void> {
  for (const [operationId, isAllowed] of Object.entries(access)) {
    const attempt = backend.callWith(token, backend.operation(operationId), {});
    if (isAllowed) await attempt;
    else await assert.rejects(attempt, /forbidden/, `${operationId} is refused`);
  }
}
