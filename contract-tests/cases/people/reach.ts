import assert from 'node:assert/strict';
import type { StaffMember } from '../../suite/accounts/staff.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { memberCase } from '../../suite/member-case.ts';
import { versionedTarget } from '../../suite/records/records.ts';
import type { ApiResponse, RequestInput } from '../../suite/requests/client.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';

const may = ['country:read', 'user:read', 'user:create', 'user:update', 'user:delete'];
const mayRoles = ['country:read', 'role:read', 'role:create', 'role:update', 'role:delete'];
const beyondReach = { status: 403, key: 'beyondReach' };

const namesOf = ({ roles }: RecordData) => (roles as { name: string }[]).map(({ name }) => name); // Cast: validated before.
const bodyOf = (user: RecordData, roles = namesOf(user)) => ({
  username: user.username,
  displayName: user.displayName,
  email: user.email,
  roles,
});
const asMember = ({ token }: StaffMember, input: RequestInput): RequestInput => ({
  ...input,
  headers: { authorization: `Bearer ${token}` },
});

/** What somebody who manages users may not do to themselves, and to those who hold more. */
export const reachCases: Case[] = [
  ...ownAccountCases(),
  ...[
    { operationId: 'updateUser', body: (user: RecordData) => bodyOf({ ...user, displayName: 'Another' }) },
    { operationId: 'deleteUser' },
    { operationId: 'transitionUser', body: () => ({ event: 'deactivate' }) },
    { operationId: 'inviteUser' },
  ].map(({ operationId, body }) => {
    let user: RecordData | undefined;
    return memberCase(
      operationId,
      'is refused for a user who holds more than the caller',
      async (member, { backend }) => {
        user = await backend.staff.createInvited(['editor']);
        return asMember(member, { ...versionedTarget(user), ...(body && { body: body(user) }) });
      },
      beyondReach,
      async (_, __, { backend }) => assert.deepEqual(await backend.staff.reload(user?.id ?? 0), user),
      may,
    );
  }),
  memberCase(
    'createUser',
    'gives no role that holds more than the caller',
    async (member, { backend }) => {
      const own = namesOf(member.record);
      return asMember(member, { body: backend.staff.newUserBody([...own, 'editor']) });
    },
    { ...beyondReach, fields: ['/roles/1 notHeld'] },
    undefined,
    may,
  ),
  memberCase(
    'createUser',
    'gives a role that holds no more than the caller',
    async (member, { backend }) => asMember(member, { body: backend.staff.newUserBody(namesOf(member.record)) }),
    { status: 201 },
    async (member, response, { backend }) => {
      const user = backend.staff.trackUser(response);
      assert.deepEqual(
        [namesOf(user), user.createdBy, user.withinReach],
        [namesOf(member.record), member.username, true],
      );
    },
    may,
  ),
  memberCase(
    'updateUser',
    'adds no role that holds more than the caller',
    async (member, { backend }) => {
      const user = await backend.staff.createInvited(namesOf(member.record));
      const body = bodyOf(user, ['editor', ...namesOf(user)]);
      return asMember(member, { ...versionedTarget(user), body });
    },
    { ...beyondReach, fields: ['/roles/0 notHeld'] },
    undefined,
    may,
  ),
  memberCase(
    'listUsers',
    'says of each user whether the caller holds all that the user holds',
    async (member, { backend }) => {
      const { username } = await backend.staff.createInvited(namesOf(member.record));
      return asMember(member, { query: { q: String(username) } });
    },
    { status: 200 },
    async (member, { data }, { backend }) => {
      const within = (users: unknown) => (users as RecordData[]).map(({ withinReach }) => withinReach); // Cast: validated.
      assert.deepEqual(within(data.items), [true]);
      const { id, username } = await backend.staff.createInvited(['editor']);
      const query = { q: String(username) };
      const list = await backend.callWith(member.token, backend.operation('listUsers'), { query });
      const found = await backend.callWith(member.token, backend.operation('getUser'), { params: { id } });
      assert.deepEqual([...within(list.data.items), found.data.record?.withinReach], [false, false]);
      assert.equal((await backend.staff.reload(id)).withinReach, true, 'an administrator holds everything');
    },
    may,
  ),
  ...roleReachCases(),
];

function ownAccountCases(): Case[] {
  const own = (
    operationId: string,
    name: string,
    input: (user: RecordData) => RequestInput,
    check?: (member: StaffMember, response: ApiResponse, context: CaseContext) => Promise<void>,
  ) =>
    memberCase(
      operationId,
      name,
      (member) => asMember(member, { ...versionedTarget(member.record), ...input(member.record) }),
      { status: 409, key: 'ownAccount' },
      check,
      may,
    );
  const unchanged = async ({ record }: StaffMember, _: ApiResponse, { backend }: CaseContext) => {
    const { email, displayName, status, version } = await backend.staff.reload(record.id);
    assert.deepEqual(
      [email, displayName, status, version],
      [record.email, record.displayName, record.status, record.version],
    );
  };
  return [
    own(
      'updateUser',
      'leaves one’s own e-mail to the profile',
      (user) => ({ body: bodyOf({ ...user, email: `z-${user.email}` }) }),
      unchanged,
    ),
    own('deleteUser', 'is refused for one’s own account', () => ({}), unchanged),
    own('transitionUser', 'does not deactivate the caller', () => ({ body: { event: 'deactivate' } }), unchanged),
    memberCase(
      'updateUser',
      'changes one’s own name',
      (member) =>
        asMember(member, {
          ...versionedTarget(member.record),
          body: bodyOf({ ...member.record, displayName: 'Own Name' }),
        }),
      { status: 200 },
      async ({ username, record }, { data }, { backend }) => {
        const user = await backend.staff.reload(record.id);
        assert.deepEqual([user.displayName, user.updatedBy, user.version], ['Own Name', username, record.version + 1]);
        assert.equal(data.record?.displayName, 'Own Name');
      },
      may,
    ),
  ];
}

function roleReachCases(): Case[] {
  const roleBody = ({ name, displayName, description, permissions }: RecordData) => ({
    name,
    displayName,
    description,
    permissions: permissions as string[], // Cast: validated before.
  });
  return [
    memberCase(
      'createRole',
      'gives no permission that the caller does not hold',
      (member, { backend }) => asMember(member, { body: backend.staff.newRoleBody(['country:read', 'city:read']) }),
      { ...beyondReach, permission: 'city:read', fields: ['/permissions/1 notHeld'] },
      undefined,
      mayRoles,
    ),
    ...[
      { pointer: '/name', changes: { name: 'admin' } },
      { pointer: '/displayName', changes: { displayName: 'Administrator' } },
    ].map(({ pointer, changes }) =>
      memberCase(
        'createRole',
        `lets nobody else name an administrator’s role, by ${pointer}`,
        (member, { backend }) =>
          asMember(member, { body: { ...backend.staff.newRoleBody(['country:read']), ...changes } }),
        { ...beyondReach, fields: [`${pointer} administratorOnly`] },
        undefined,
        mayRoles,
      ),
    ),
    memberCase(
      'createRole',
      'gives what the caller holds',
      (member, { backend }) => asMember(member, { body: backend.staff.newRoleBody(['country:read']) }),
      { status: 201 },
      (member, response, { backend }) => {
        const role = backend.staff.trackRole(response);
        const { createdBy, updatedBy, withinReach, administrator, permissions } = role;
        assert.deepEqual(
          [createdBy, updatedBy, withinReach, administrator, permissions],
          [member.username, member.username, true, false, ['country:read']],
        );
      },
      mayRoles,
    ),
    memberCase(
      'updateRole',
      'adds no permission that the caller does not hold',
      async (member, { backend }) => {
        const role = await backend.staff.createRole(['country:read']);
        const body = { ...roleBody(role), permissions: ['country:read', 'airline:delete'] };
        return asMember(member, { ...versionedTarget(role), body });
      },
      { ...beyondReach, permission: 'airline:delete', fields: ['/permissions/1 notHeld'] },
      undefined,
      mayRoles,
    ),
    memberCase(
      'listRoles',
      'says of each role whether the caller holds all that it holds',
      async (member, { backend }) => {
        const { name } = await backend.staff.createRole(['country:read']);
        return asMember(member, { query: { q: String(name) } });
      },
      { status: 200 },
      async (member, { data }, { backend }) => {
        const within = (roles: unknown) => (roles as RecordData[]).map(({ withinReach }) => withinReach); // Cast: validated.
        assert.deepEqual(within(data.items), [true]);
        const { id, name } = await backend.staff.createRole(['country:read', 'airline:read']);
        const query = { q: String(name) };
        const list = await backend.callWith(member.token, backend.operation('listRoles'), { query });
        const found = await backend.callWith(member.token, backend.operation('getRole'), { params: { id } });
        assert.deepEqual([...within(list.data.items), found.data.record?.withinReach], [false, false]);
      },
      mayRoles,
    ),
    memberCase(
      'previewRole',
      'may do what both the role and the caller may',
      async (member, { backend }) => {
        const { id } = await backend.staff.createRole(['country:read', 'airline:read']);
        return asMember(member, { params: { id } });
      },
      { status: 201 },
      async (_, { data }, { backend }) => {
        const told = data.user?.roles.flatMap(({ permissions }) => permissions.map(({ name }) => name));
        assert.deepEqual(told, ['country:read']);
        await backend.callWith(data.token ?? '', backend.operation('listCountries'), {});
        await assert.rejects(backend.callWith(data.token ?? '', backend.operation('listAirlines'), {}), /forbidden/);
        const { data: session } = await backend.callWith(data.token ?? '', backend.operation('listSessions'), {});
        const [preview] = session.items as { createTime: string; expireTime: string; current: boolean }[]; // Cast: validated by its own cases.
        const minutes = (Date.parse(preview?.expireTime ?? '') - Date.parse(preview?.createTime ?? '')) / 60_000;
        assert.ok(Math.abs(minutes - 30) < 1, `the preview lasts ${minutes} minutes`);
        await backend.callWith(data.token ?? '', backend.operation('logout'), {});
      },
      mayRoles,
    ),
  ];
}
