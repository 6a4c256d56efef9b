import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { RecordData } from '../suite/data.ts';
import { at } from '../suite/staff.ts';

const admin = { as: 'admin' };

function keep({ name, displayName, description, permissions }: RecordData) {
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
    name: 'makes a role',
    needs: admin,
    request: ({ world }) => ({ body: world.staff.newRole() }),
    expect: {
      status: 201,
      check: (answer, { world }) => assert.deepEqual(world.staff.rememberRole(answer).permissions, ['country:read']),
    },
  },
  {
    operationId: 'createRole',
    name: 'refuses a name that is taken',
    needs: admin,
    request: ({ world }) => ({ body: { ...world.staff.newRole(), name: 'viewer' } }),
    expect: { status: 422, key: 'validationError', fields: ['/name taken'] },
  },
  {
    operationId: 'getRole',
    name: 'tells of a role',
    needs: admin,
    request: async ({ world }) => ({ params: { id: (await world.staff.role()).id } }),
    expect: { status: 200, check: ({ data }) => assert.equal(data.record?.people, 0) },
  },
  {
    operationId: 'updateRole',
    name: 'gives and takes permissions',
    needs: admin,
    request: async ({ world }) => {
      const role = await world.staff.role();
      return { ...at(role), body: { ...keep(role), permissions: ['city:read', 'city:update'] } };
    },
    expect: {
      status: 200,
      check: ({ data }) => assert.deepEqual(data.record?.permissions, ['city:read', 'city:update']),
    },
  },
  {
    operationId: 'updateRole',
    name: 'leaves an administrator',
    needs: admin,
    onlyDisposable: true,
    request: async ({ world }) => {
      const { data } = await world.call(world.operation('listRoles'), 'admin', { query: { q: 'admin' } });
      const role = (data.items as RecordData[]).find(({ administrator }) => administrator); // Cast: validated before.
      assert.ok(role);
      return { ...at(role), body: { ...keep(role), name: 'no-longer', displayName: 'No longer' } };
    },
    expect: { status: 409, key: 'lastAdministrator' },
  },
  {
    operationId: 'deleteRole',
    name: 'takes away a role that nobody has',
    needs: admin,
    request: async ({ world }) => at(await world.staff.role()),
    expect: { status: 200 },
  },
  {
    operationId: 'deleteRole',
    name: 'keeps a role that people have',
    needs: admin,
    request: async ({ world }) => {
      const role = await world.staff.role();
      await world.staff.invited([String(role.name)]);
      return at(role);
    },
    expect: { status: 409, key: 'roleInUse', message: '有 1 人持有这个角色，不能删除' },
  },
  ...['updateRole', 'deleteRole', 'confirmAdministratorRole'].flatMap((operationId): Case[] =>
    [99, undefined].map((version) => ({
      operationId,
      name: version ? 'refuses a version that is not the present one' : 'asks for a version',
      needs: admin,
      request: async ({ world }) => {
        const role = await world.staff.role();
        const body = operationId === 'updateRole' ? { body: keep(role) } : {};
        return { params: { id: role.id }, ...body, ...(version ? { version } : {}) };
      },
      expect: version ? { status: 412, key: 'versionConflict' } : { status: 428, key: 'preconditionRequired' },
    })),
  ),
  {
    operationId: 'confirmAdministratorRole',
    name: 'leaves a role that is an administrator’s as it is',
    needs: admin,
    request: async ({ world }) => {
      const body = { ...world.staff.newRole([]), displayName: 'System Administrator' };
      const answer = await world.call(world.operation('createRole'), 'admin', { body });
      assert.equal(answer.data.record?.administrator, true);
      return at(world.staff.rememberRole(answer));
    },
    expect: {
      status: 200,
      check: ({ data }) => assert.deepEqual([data.record?.administrator, data.record?.version], [true, 1]),
    },
  },
  {
    operationId: 'confirmAdministratorRole',
    name: 'makes no administrator’s role of any other',
    needs: admin,
    request: async ({ world }) => at(await world.staff.role()),
    expect: { status: 409, key: 'invalidTransition' },
  },
  {
    operationId: 'confirmAdministratorRole',
    name: 'wants the version that was read',
    needs: admin,
    request: async ({ world }) => ({ params: { id: (await world.staff.role()).id }, version: '*' }),
    expect: { status: 422, key: 'validationError', fields: ['/header/If-Match versionToDecide'] },
  },
  {
    operationId: 'getRoleEffect',
    name: 'counts who gains and who loses',
    needs: admin,
    request: async ({ world }) => {
      const role = await world.staff.role();
      return { params: { id: role.id }, body: { ...keep(role), permissions: ['city:read'] } };
    },
    // Nobody who is active has it.
    expect: { status: 200, check: ({ data }) => assert.equal(data.people, 0) },
  },
  {
    operationId: 'previewRole',
    name: 'opens a session that sees with its eyes and writes nothing',
    needs: admin,
    request: async ({ world }) => ({ params: { id: (await world.staff.role(['country:read', 'country:create'])).id } }),
    expect: {
      status: 201,
      check: async ({ data }, { world }) => {
        assert.equal(data.user?.preview, true);
        const ask = (id: string, body?: object) =>
          world
            .callWith(data.token ?? '', world.operation(id), body ? { body } : {})
            .catch((error: Error) => error.message);
        assert.match(String(await ask('listCities')), /forbidden/);
        assert.match(String(await ask('updateProfile', { displayName: 'x', email: 'x@y.example' })), /readOnlyPreview/);
        await ask('logout');
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
      check: ({ data }, { world }) => {
        const names = (data.items as { name: string }[]).map(({ name }) => name); // Cast: validated before.
        assert.deepEqual(names, world.contract.components.schemas.PermissionName?.enum);
      },
    },
  },
];
