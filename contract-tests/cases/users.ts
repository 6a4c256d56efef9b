import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { RecordData } from '../suite/data.ts';
import type { Scene } from '../suite/scene.ts';
import { targetOf } from '../suite/staff.ts';
import { statusOf } from '../suite/with-token.ts';

const admin = { as: 'admin' };
const stale = { status: 412, key: 'versionConflict' };
const unversioned = { status: 428, key: 'preconditionRequired' };
const undecided = { status: 422, key: 'validationError', fields: ['/header/If-Match versionToDecide'] };

function keep({ username, displayName, email, roles }: RecordData) {
  const names = (roles as { name: string }[]).map(({ name }) => name); // Cast: validated against the schema before.
  return { username, displayName, email, roles: names };
}

const finding: Case[] = [
  {
    operationId: 'listUsers',
    name: 'finds a user by part of the name',
    needs: admin,
    request: () => ({ query: { q: 'view', sort: '-username' } }),
    expect: {
      status: 200,
      check: ({ data }) => assert.ok((data.items as RecordData[]).some(({ username }) => username === 'viewer')),
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
    expect: { status: 200, check: ({ data }) => assert.ok((data.items ?? []).length > 0) },
  },
];

const writing: Case[] = [
  {
    operationId: 'createUser',
    name: 'invites a user',
    needs: admin,
    request: ({ backend }) => ({ body: backend.staff.newUser() }),
    expect: {
      status: 201,
      check: (answer, { backend }) => assert.equal(backend.staff.remember(answer).status, 'invited'),
    },
  },
  {
    operationId: 'createUser',
    name: 'refuses a user name and an e-mail address that exist',
    needs: admin,
    request: async ({ backend }) => {
      const { username, email } = await backend.staff.createInvited();
      return { body: { ...backend.staff.newUser(), username, email: String(email).toUpperCase() } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/username taken'] },
  },
  {
    operationId: 'createUser',
    name: 'refuses a role that does not exist',
    needs: admin,
    request: ({ backend }) => ({ body: backend.staff.newUser(['viewer', 'no-such-role']) }),
    expect: { status: 422, key: 'validationError', fields: ['/roles/1 unknownRole'] },
  },
  {
    operationId: 'updateUser',
    name: 'changes name and role',
    needs: admin,
    request: async ({ backend }) => {
      const user = await backend.staff.createInvited();
      return { ...targetOf(user), body: { ...keep(user), displayName: 'Another', roles: ['editor'] } };
    },
    expect: { status: 200, check: ({ data }) => assert.equal(data.record?.displayName, 'Another') },
  },
  {
    operationId: 'updateUser',
    name: 'refuses to change the user name',
    needs: admin,
    request: async ({ backend }) => {
      const user = await backend.staff.createInvited();
      return { ...targetOf(user), body: { ...keep(user), username: 'another-name' } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/username fixed'] },
  },
  {
    operationId: 'updateUser',
    name: 'keeps at least one administrator',
    needs: admin,
    // With several administrators the request would succeed and demote one of them.
    onlyDisposable: true,
    request: async ({ backend }) => {
      const user = await backend.staff.reload(await idOf(backend, 'admin'));
      return { ...targetOf(user), body: { ...keep(user), roles: [] } };
    },
    expect: { status: 409, key: 'lastAdministrator' },
  },
  ...withoutVersion('updateUser', (user) => ({ body: { ...keep(user), displayName: 'Another' } })),
  {
    operationId: 'deleteUser',
    name: 'deletes a user',
    needs: admin,
    request: async ({ backend }) => targetOf(await backend.staff.createInvited()),
    expect: { status: 200 },
  },
  {
    operationId: 'deleteUser',
    name: 'refuses to delete oneself',
    needs: admin,
    onlyDisposable: true,
    request: async ({ backend }) => targetOf(await backend.staff.reload(await idOf(backend, 'admin'))),
    expect: { status: 409, key: 'ownAccount' },
  },
  ...withoutVersion('deleteUser', () => ({})),
];

/** The token of the user who was signed out last. */
let ended = '';

const moving: Case[] = [
  {
    operationId: 'transitionUser',
    name: 'approves a user with a role, and ends all sessions on deactivation',
    needs: admin,
    onlyDisposable: true,
    request: async ({ backend }) => {
      const member = await backend.staff.member(['editor']);
      return { ...targetOf(member.record), body: { event: 'deactivate' } };
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
    onlyDisposable: true,
    request: async ({ backend }) => ({
      ...targetOf(await backend.staff.createPending()),
      body: { event: 'reject', reason: 'nobody of ours' },
    }),
    expect: { status: 200, check: ({ data }) => assert.equal(data.record?.reason, 'nobody of ours') },
  },
  {
    operationId: 'transitionUser',
    name: 'refuses an event in the wrong status',
    needs: admin,
    request: async ({ backend }) => ({ ...targetOf(await backend.staff.createInvited()), body: { event: 'activate' } }),
    expect: { status: 409, key: 'invalidTransition' },
  },
  {
    operationId: 'transitionUser',
    name: 'accepts roles only with approval',
    needs: admin,
    request: async ({ backend }) => ({
      ...targetOf(await backend.staff.createInvited()),
      body: { event: 'deactivate', roles: ['viewer'] },
    }),
    expect: { status: 422, key: 'validationError', fields: ['/roles notWithEvent'] },
  },
  refusesAnother('transitionUser', () => ({ body: { event: 'deactivate' } })),
  {
    operationId: 'transitionUser',
    name: 'requires a version',
    needs: admin,
    request: invitedAt(undefined, () => ({ body: { event: 'deactivate' } })),
    expect: unversioned,
  },
  ...[{ event: 'approve' }, { event: 'reject', reason: 'nobody of ours' }].map(
    (body): Case => ({
      operationId: 'transitionUser',
      name: `requires the version that was read: ${body.event}`,
      needs: admin,
      request: invitedAt('*', () => ({ body })),
      expect: undecided,
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
      onlyDisposable: true,
      request: async ({ backend }) => {
        const { record, token } = await backend.staff.member();
        const { data } = await backend.callWith(token, backend.operation('listSessions'), {});
        const [session] = data.items as { id: string }[]; // Cast: validated against the list's schema before.
        ended = token;
        return { params: { id: record.id, sessionId: session?.id ?? '' } };
      },
      expect: {
        status: 200,
        check: async (_, { backend }) => assert.equal(await statusOf(backend, 'getProfile', ended), 401),
      },
    }),
  ),
  {
    operationId: 'removeUserTotp',
    name: 'removes a second factor',
    needs: admin,
    onlyDisposable: true,
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

export const userCases: Case[] = [...finding, ...writing, ...moving];

type Version = number | '*' | undefined;

function invitedAt(version: Version, input: (user: RecordData) => object): Case['request'] {
  return async ({ backend }) => {
    const user = await backend.staff.createInvited();
    return { params: { id: user.id }, ...input(user), ...(version === undefined ? {} : { version }) };
  };
}

function refusesAnother(operationId: string, input: (user: RecordData) => object): Case {
  const name = 'refuses a version that is not the present one';
  return { operationId, name, needs: admin, request: invitedAt(99, input), expect: stale };
}

/** Operations with an optional version. */
function withoutVersion(operationId: string, input: (user: RecordData) => object): Case[] {
  const base = { operationId, needs: admin, expect: { status: 200 } };
  return [
    refusesAnother(operationId, input),
    { ...base, name: 'requires no version', request: invitedAt(undefined, input) },
    { ...base, name: 'accepts any version', request: invitedAt('*', input) },
  ];
}

async function idOf(backend: Scene['backend'], role: string): Promise<number> {
  const { data } = await backend.call(backend.operation('getProfile'), role, {});
  return Number(data.id);
}
