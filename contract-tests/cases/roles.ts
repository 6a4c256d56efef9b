import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { RecordData } from '../suite/data.ts';
import { targetOf } from '../suite/staff.ts';

const admin = { as: 'admin' };

function toWriteBody({ name, displayName, description, permissions }: RecordData) {
  return { name, displayName, description, permissions };
}

export const roleCases: Case[] = [
  ...[{ sort: '-people' }, { permission: 'country:read' }, { q: 'edit' }].map(
    (query): Case => ({
      operationId: 'listRoles',
      name: `lists by ${Object.entries(query).flat().join(' ')}`,
      needs: admin,
      request: () => ({ query }),
      expect: {
        status: 200,
        check: ({ data }) => assert.ok((data.items as RecordData[]).some(({ name }) => name === 'editor')),
      },
    }),
  ),
  {
    operationId: 'createRole',
    name: 'creates a role',
    needs: admin,
    request: ({ backend }) => ({ body: backend.staff.newRole() }),
    expect: {
      status: 201,
      check: (answer, { backend }) =>
        assert.deepEqual(backend.staff.rememberRole(answer).permissions, ['country:read']),
    },
  },
  {
    operationId: 'createRole',
    name: 'refuses a name that exists',
    needs: admin,
    request: ({ backend }) => ({ body: { ...backend.staff.newRole(), name: 'viewer' } }),
    expect: { status: 422, key: 'validationError', fields: ['/name taken'] },
  },
  {
    operationId: 'getRole',
    name: 'returns a role',
    needs: admin,
    request: async ({ backend }) => ({ params: { id: (await backend.staff.createRole()).id } }),
    expect: { status: 200, check: ({ data }) => assert.equal(data.record?.people, 0) },
  },
  {
    operationId: 'updateRole',
    name: 'grants and revokes permissions',
    needs: admin,
    request: async ({ backend }) => {
      const role = await backend.staff.createRole();
      return { ...targetOf(role), body: { ...toWriteBody(role), permissions: ['city:read', 'city:update'] } };
    },
    expect: {
      status: 200,
      check: ({ data }) => assert.deepEqual(data.record?.permissions, ['city:read', 'city:update']),
    },
  },
  {
    operationId: 'updateRole',
    name: 'keeps at least one administrator',
    needs: admin,
    onlyDisposable: true,
    request: async ({ backend }) => {
      const { data } = await backend.call(backend.operation('listRoles'), 'admin', { query: { q: 'admin' } });
      const role = (data.items as RecordData[]).find(({ administrator }) => administrator); // Cast: validated before.
      assert.ok(role);
      return { ...targetOf(role), body: { ...toWriteBody(role), name: 'no-longer', displayName: 'No longer' } };
    },
    expect: { status: 409, key: 'lastAdministrator' },
  },
  {
    operationId: 'deleteRole',
    name: 'deletes a role without users',
    needs: admin,
    request: async ({ backend }) => targetOf(await backend.staff.createRole()),
    expect: { status: 200 },
  },
  {
    operationId: 'deleteRole',
    name: 'refuses to delete a role with users',
    needs: admin,
    request: async ({ backend }) => {
      const role = await backend.staff.createRole();
      await backend.staff.createInvited([String(role.name)]);
      return targetOf(role);
    },
    expect: { status: 409, key: 'roleInUse', message: '有 1 人持有这个角色，不能删除' },
  },
  ...['updateRole', 'deleteRole', 'confirmAdministratorRole'].flatMap((operationId): Case[] =>
    [99, undefined].map((version) => ({
      operationId,
      name: version ? 'refuses a version that is not the present one' : 'asks for a version',
      needs: admin,
      request: async ({ backend }) => {
        const role = await backend.staff.createRole();
        const body = operationId === 'updateRole' ? { body: toWriteBody(role) } : {};
        return { params: { id: role.id }, ...body, ...(version ? { version } : {}) };
      },
      expect: version ? { status: 412, key: 'versionConflict' } : { status: 428, key: 'preconditionRequired' },
    })),
  ),
  {
    operationId: 'confirmAdministratorRole',
    name: 'refuses to change the permissions of an administrator role',
    needs: admin,
    request: async ({ backend }) => {
      const body = { ...backend.staff.newRole([]), displayName: 'System Administrator' };
      const answer = await backend.call(backend.operation('createRole'), 'admin', { body });
      assert.equal(answer.data.record?.administrator, true);
      return targetOf(backend.staff.rememberRole(answer));
    },
    expect: {
      status: 200,
      check: ({ data }) => assert.deepEqual([data.record?.administrator, data.record?.version], [true, 1]),
    },
  },
  {
    operationId: 'confirmAdministratorRole',
    name: 'refuses to rename a role to an administrator role',
    needs: admin,
    request: async ({ backend }) => targetOf(await backend.staff.createRole()),
    expect: { status: 409, key: 'invalidTransition' },
  },
  {
    operationId: 'confirmAdministratorRole',
    name: 'requires the version that was read',
    needs: admin,
    request: async ({ backend }) => ({ params: { id: (await backend.staff.createRole()).id }, version: '*' }),
    expect: { status: 422, key: 'validationError', fields: ['/header/If-Match versionToDecide'] },
  },
  {
    operationId: 'getRoleEffect',
    name: 'counts users who gain and lose permissions',
    needs: admin,
    request: async ({ backend }) => {
      const role = await backend.staff.createRole();
      return { params: { id: role.id }, body: { ...toWriteBody(role), permissions: ['city:read'] } };
    },
    // No active user has the role.
    expect: { status: 200, check: ({ data }) => assert.equal(data.people, 0) },
  },
  {
    operationId: 'previewRole',
    name: 'opens a read-only session with the role’s permissions',
    needs: admin,
    request: async ({ backend }) => ({
      params: { id: (await backend.staff.createRole(['country:read', 'country:create'])).id },
    }),
    expect: {
      status: 201,
      check: async ({ data }, { backend }) => {
        assert.equal(data.user?.preview, true);
        const fetchRole = (id: string, body?: object) =>
          backend
            .callWith(data.token ?? '', backend.operation(id), body ? { body } : {})
            .catch((error: Error) => error.message);
        assert.match(String(await fetchRole('listCities')), /forbidden/);
        assert.match(
          String(await fetchRole('updateProfile', { displayName: 'x', email: 'x@y.example' })),
          /readOnlyPreview/,
        );
        await fetchRole('logout');
      },
    },
  },
  {
    operationId: 'listPermissions',
    name: 'lists every permission once',
    needs: admin,
    request: () => ({}),
    expect: {
      status: 200,
      check: ({ data }, { backend }) => {
        const names = (data.items as { name: string }[]).map(({ name }) => name); // Cast: validated before.
        assert.deepEqual(names, backend.contract.components.schemas.PermissionName?.enum);
      },
    },
  },
];
