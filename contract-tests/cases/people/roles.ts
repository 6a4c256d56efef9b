import assert from 'node:assert/strict';
import type { Case } from '../../suite/case.ts';
import { versionedTarget } from '../../suite/records/records.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';

const admin = { role: 'admin' };

function toWriteBody({ name, displayName, description, permissions }: RecordData) {
  return { name, displayName, description, permissions };
}

export const roleCases: Case[] = [
  ...[{ sort: '-people' }, { permission: 'country:read' }, { q: 'edit' }].map(
    (query): Case => ({
      operationId: 'listRoles',
      name: `filters and sorts by ${Object.entries(query).flat().join(' ')}`,
      needs: admin,
      request: () => ({ query }),
      expect: {
        status: 200,
        check: ({ data }) =>
          assert.ok(
            (data.items as RecordData[]).some(({ name }) => name === 'editor'),
            'the role editor is listed',
          ),
      },
    }),
  ),
  {
    operationId: 'createRole',
    name: 'creates a role',
    needs: admin,
    request: ({ backend }) => ({ body: backend.staff.newRoleBody() }),
    expect: {
      status: 201,
      check: (response, { backend }) =>
        assert.deepEqual(backend.staff.trackRole(response).permissions, ['country:read']),
    },
  },
  {
    operationId: 'createRole',
    name: 'refuses a name that exists',
    needs: admin,
    request: ({ backend }) => ({ body: { ...backend.staff.newRoleBody(), name: 'viewer' } }),
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
      return { ...versionedTarget(role), body: { ...toWriteBody(role), permissions: ['city:read', 'city:update'] } };
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
    needsDisposableBackend: true,
    request: async ({ backend }) => {
      const { data } = await backend.call(backend.operation('listRoles'), 'admin', { query: { q: 'admin' } });
      const role = (data.items as RecordData[]).find(({ administrator }) => administrator); // Cast: validated before.
      assert.ok(role, 'there is one');
      return { ...versionedTarget(role), body: { ...toWriteBody(role), name: 'no-longer', displayName: 'No longer' } };
    },
    expect: { status: 409, key: 'lastAdministrator' },
  },
  {
    operationId: 'deleteRole',
    name: 'deletes a role without users',
    needs: admin,
    request: async ({ backend }) => versionedTarget(await backend.staff.createRole()),
    expect: { status: 200 },
  },
  {
    operationId: 'deleteRole',
    name: 'refuses to delete a role with users',
    needs: admin,
    request: async ({ backend }) => {
      const role = await backend.staff.createRole();
      await backend.staff.createInvited([String(role.name)]);
      return versionedTarget(role);
    },
    expect: { status: 409, key: 'roleInUse', message: '有 1 人持有这个角色，不能删除' },
  },
  ...['updateRole', 'deleteRole', 'confirmAdministratorRole'].flatMap((operationId): Case[] =>
    [99, undefined].map((version) => ({
      operationId,
      name: version ? 'refuses a stale version' : 'requires a version',
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
    name: 'confirms an administrator role without a new version',
    needs: admin,
    request: async ({ backend }) => {
      const body = { ...backend.staff.newRoleBody([]), displayName: 'System Administrator' };
      const response = await backend.call(backend.operation('createRole'), 'admin', { body });
      assert.equal(response.data.record?.administrator, true);
      return versionedTarget(backend.staff.trackRole(response));
    },
    expect: {
      status: 200,
      check: ({ data }) => assert.deepEqual([data.record?.administrator, data.record?.version], [true, 1]),
    },
  },
  {
    operationId: 'confirmAdministratorRole',
    name: 'refuses a role that is not an administrator role',
    needs: admin,
    request: async ({ backend }) => versionedTarget(await backend.staff.createRole()),
    expect: { status: 409, key: 'invalidTransition' },
  },
  {
    operationId: 'confirmAdministratorRole',
    name: 'requires an explicit version',
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
        const callInPreview = (id: string, body?: object) =>
          backend
            .callWith(data.token ?? '', backend.operation(id), body ? { body } : {})
            .catch((error: Error) => error.message);
        assert.match(String(await callInPreview('listCities')), /forbidden/);
        assert.match(
          String(await callInPreview('updateProfile', { displayName: 'x', email: 'x@y.example' })),
          /readOnlyPreview/,
        );
        await callInPreview('logout');
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
