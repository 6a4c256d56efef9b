import assert from 'node:assert/strict';
import { statusWithToken } from '../../suite/accounts/token-status.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { requireRecord, versionedTarget } from '../../suite/records/records.ts';
import { send } from '../../suite/requests/client.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';

const admin = { role: 'admin' };
const versionConflict = { status: 412, key: 'versionConflict' };
const preconditionRequired = { status: 428, key: 'preconditionRequired' };
const explicitVersionRequired = { status: 422, key: 'validationError', fields: ['/header/If-Match versionToDecide'] };

function toWriteBody({ username, displayName, email, roles }: RecordData) {
  const names = (roles as { name: string }[]).map(({ name }) => name); // Cast: validated against the schema before.
  return { username, displayName, email, roles: names };
}

const readCases: Case[] = [
  {
    operationId: 'listUsers',
    name: 'finds a user by part of the name',
    needs: admin,
    request: () => ({ query: { q: 'view', sort: '-username' } }),
    expect: {
      status: 200,
      check: ({ data }) =>
        assert.ok(
          (data.items as RecordData[]).some(({ username }) => username === 'viewer'),
          'the user viewer is listed',
        ),
    },
  },
  ...[
    { status: 'active' },
    { role: 'viewer' },
    { lastSeen: 'day' },
    { secondFactor: 'false' },
    { sort: 'lastSeen' },
    { sort: '-createTime' },
  ].map(
    (query): Case => ({
      operationId: 'listUsers',
      name: `filters and sorts by ${Object.entries(query).flat().join(' ')}`,
      needs: admin,
      request: () => ({ query }),
      expect: { status: 200, check: ({ data }) => assert.equal(typeof data.total, 'number') },
    }),
  ),
  {
    operationId: 'getUser',
    name: 'returns a user without secrets',
    needs: admin,
    request: async ({ backend }) => ({ params: { id: (await backend.staff.createInvited()).id } }),
    expect: { status: 200, check: ({ data }) => assert.equal(data.record?.status, 'invited') },
  },
  {
    operationId: 'listUserSessions',
    name: 'lists the sessions of another user',
    needs: admin,
    request: async ({ backend }) => ({ params: { id: await idOf(backend, 'viewer') } }),
    expect: { status: 200, check: ({ data }) => assert.ok((data.items ?? []).length > 0, 'there are sessions') },
  },
];

const writeCases: Case[] = [
  {
    operationId: 'createUser',
    name: 'invites a user',
    needs: admin,
    request: ({ backend }) => ({ body: backend.staff.newUserBody() }),
    expect: {
      status: 201,
      check: (response, { backend }) => assert.equal(backend.staff.trackUser(response).status, 'invited'),
    },
  },
  {
    operationId: 'createUser',
    name: 'refuses a user name and an e-mail address that exist',
    needs: admin,
    request: async ({ backend }) => {
      const { username, email } = await backend.staff.createInvited();
      return { body: { ...backend.staff.newUserBody(), username, email: String(email).toUpperCase() } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/username taken'] },
  },
  {
    operationId: 'createUser',
    name: 'refuses a role that does not exist',
    needs: admin,
    request: ({ backend }) => ({ body: backend.staff.newUserBody(['viewer', 'no-such-role']) }),
    expect: { status: 422, key: 'validationError', fields: ['/roles/1 unknownRole'] },
  },
  {
    operationId: 'updateUser',
    name: 'changes name and role',
    needs: admin,
    request: async ({ backend }) => {
      const user = await backend.staff.createInvited();
      return { ...versionedTarget(user), body: { ...toWriteBody(user), displayName: 'Another', roles: ['editor'] } };
    },
    expect: { status: 200, check: ({ data }) => assert.equal(data.record?.displayName, 'Another') },
  },
  {
    operationId: 'updateUser',
    name: 'refuses to change the user name',
    needs: admin,
    request: async ({ backend }) => {
      const user = await backend.staff.createInvited();
      return { ...versionedTarget(user), body: { ...toWriteBody(user), username: 'another-name' } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/username fixed'] },
  },
  {
    operationId: 'updateUser',
    name: 'keeps at least one administrator',
    needs: admin,
    // With several administrators the request would succeed and demote one of them.
    needsDisposableBackend: true,
    request: async ({ backend }) => {
      const user = await backend.staff.reload(await idOf(backend, 'admin'));
      return { ...versionedTarget(user), body: { ...toWriteBody(user), roles: [] } };
    },
    expect: { status: 409, key: 'lastAdministrator' },
  },
  ...optionalVersionCases('updateUser', (user) => ({ body: { ...toWriteBody(user), displayName: 'Another' } })),
  {
    operationId: 'deleteUser',
    name: 'deletes a user',
    needs: admin,
    request: async ({ backend }) => versionedTarget(await backend.staff.createInvited()),
    expect: { status: 200 },
  },
  {
    operationId: 'deleteUser',
    name: 'refuses to delete the caller',
    needs: admin,
    needsDisposableBackend: true,
    request: async ({ backend }) => versionedTarget(await backend.staff.reload(await idOf(backend, 'admin'))),
    expect: { status: 409, key: 'ownAccount' },
  },
  ...optionalVersionCases('deleteUser', () => ({})),
];

/** The token whose session the request of a case has ended. */
let endedToken = '';

const transitionCases: Case[] = [
  {
    operationId: 'transitionUser',
    name: 'ends all sessions on deactivation',
    needs: admin,
    needsDisposableBackend: true,
    request: async ({ backend }) => {
      const member = await backend.staff.createMember(['editor']);
      return { ...versionedTarget(member.record), body: { event: 'deactivate' } };
    },
    expect: {
      status: 200,
      check: ({ data }) => {
        assert.equal(data.record?.status, 'inactive');
        assert.equal(data.record?.openSessions, 0);
      },
    },
  },
  {
    operationId: 'transitionUser',
    name: 'rejects a user with a reason',
    needs: admin,
    needsDisposableBackend: true,
    request: async ({ backend }) => ({
      ...versionedTarget(await backend.staff.createPending()),
      body: { event: 'reject', reason: 'not on our staff' },
    }),
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        const { id, username, reason, status } = requireRecord(data.record);
        assert.deepEqual([reason, status], ['not on our staff', 'rejected']);
        assert.deepEqual(await backend.staff.reload(id), data.record);
        const input = { body: { username, password: 'correct horse battery' } };
        const signIn = await send(backend.address.url, backend.operation('login'), input);
        assert.deepEqual([signIn.status, signIn.data.key], [403, 'accountRejected']);
      },
    },
  },
  {
    operationId: 'transitionUser',
    name: 'refuses an event in the wrong status',
    needs: admin,
    request: async ({ backend }) => ({
      ...versionedTarget(await backend.staff.createInvited()),
      body: { event: 'activate' },
    }),
    expect: { status: 409, key: 'invalidTransition' },
  },
  {
    operationId: 'transitionUser',
    name: 'accepts roles only with approval',
    needs: admin,
    request: async ({ backend }) => ({
      ...versionedTarget(await backend.staff.createInvited()),
      body: { event: 'deactivate', roles: ['viewer'] },
    }),
    expect: { status: 422, key: 'validationError', fields: ['/roles notWithEvent'] },
  },
  staleVersionCase('transitionUser', () => ({ body: { event: 'deactivate' } })),
  {
    operationId: 'transitionUser',
    name: 'requires a version',
    needs: admin,
    request: invitedUserRequest(undefined, () => ({ body: { event: 'deactivate' } })),
    expect: preconditionRequired,
  },
  ...[{ event: 'approve' }, { event: 'reject', reason: 'not on our staff' }].map(
    (body): Case => ({
      operationId: 'transitionUser',
      name: `requires an explicit version to ${body.event}`,
      needs: admin,
      request: invitedUserRequest('*', () => ({ body })),
      expect: explicitVersionRequired,
    }),
  ),
  {
    operationId: 'inviteUser',
    name: 'sends the invitation again',
    needs: admin,
    request: async ({ backend }) => ({ params: { id: (await backend.staff.createInvited()).id } }),
    expect: { status: 200 },
  },
  {
    operationId: 'inviteUser',
    name: 'refuses to invite an active user again',
    needs: admin,
    request: async ({ backend }) => ({ params: { id: await idOf(backend, 'viewer') } }),
    expect: { status: 409, key: 'invalidTransition' },
  },
  ...['endUserSessions', 'endUserSession'].map(
    (operationId): Case => ({
      operationId,
      name: 'ends the sessions of another user',
      needs: admin,
      needsDisposableBackend: true,
      request: async ({ backend }) => {
        const { record, token } = await backend.spareMember.withRoles('viewer');
        await backend.callWith(token, backend.operation('endOtherSessions'), {});
        const { data } = await backend.callWith(token, backend.operation('listSessions'), {});
        const [session] = data.items as { id: string }[]; // Cast: validated against the list's schema before.
        endedToken = token;
        return { params: { id: record.id, sessionId: session?.id ?? '' } };
      },
      expect: {
        status: 200,
        check: async (_, { backend }) => assert.equal(await statusWithToken(backend, 'getProfile', endedToken), 401),
      },
    }),
  ),
  {
    operationId: 'removeUserTotp',
    name: 'removes a second factor',
    needs: admin,
    needsDisposableBackend: true,
    request: async ({ backend }) => ({ params: { id: (await backend.staff.createMemberWithTotp()).record.id } }),
    expect: { status: 200 },
  },
  {
    operationId: 'removeUserTotp',
    name: 'refuses without a second factor',
    needs: admin,
    request: async ({ backend }) => ({ params: { id: (await backend.staff.createInvited()).id } }),
    expect: { status: 409, key: 'noSecondFactor' },
  },
];

export const userCases: Case[] = [...readCases, ...writeCases, ...transitionCases];

type Version = number | '*' | undefined;

function invitedUserRequest(version: Version, input: (user: RecordData) => object): Case['request'] {
  return async ({ backend }) => {
    const user = await backend.staff.createInvited();
    return { params: { id: user.id }, ...input(user), ...(version === undefined ? {} : { version }) };
  };
}

function staleVersionCase(operationId: string, input: (user: RecordData) => object): Case {
  const name = 'refuses a stale version';
  return { operationId, name, needs: admin, request: invitedUserRequest(99, input), expect: versionConflict };
}

/** Tests an operation whose If-Match version is optional. */
function optionalVersionCases(operationId: string, input: (user: RecordData) => object): Case[] {
  const base = { operationId, needs: admin, expect: { status: 200 } };
  return [
    staleVersionCase(operationId, input),
    { ...base, name: 'requires no version', request: invitedUserRequest(undefined, input) },
    { ...base, name: 'accepts any version', request: invitedUserRequest('*', input) },
  ];
}

async function idOf(backend: CaseContext['backend'], role: string): Promise<number> {
  const { data } = await backend.call(backend.operation('getProfile'), role, {});
  return Number(data.id);
}
