import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import type { RecordData } from '../suite/data.ts';
import type { Scene } from '../suite/scene.ts';
import { at } from '../suite/staff.ts';
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
    name: 'finds somebody by a part of the name',
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
      name: `narrows and sorts by ${Object.entries(query).flat().join(' ')}`,
      needs: admin,
      request: () => ({ query }),
      expect: { status: 200, check: ({ data }) => assert.equal(typeof data.total, 'number') },
    }),
  ),
  {
    operationId: 'getUser',
    name: 'tells of a user, without any secret',
    needs: admin,
    request: async ({ world }) => ({ params: { id: (await world.staff.invited()).id } }),
    expect: { status: 200, check: ({ data }) => assert.equal(data.record?.status, 'invited') },
  },
  {
    operationId: 'listUserSessions',
    name: 'lists the sessions of another',
    needs: admin,
    request: async ({ world }) => ({ params: { id: await idOf(world, 'viewer') } }),
    expect: { status: 200, check: ({ data }) => assert.ok((data.items ?? []).length > 0) },
  },
];

const writing: Case[] = [
  {
    operationId: 'createUser',
    name: 'invites somebody',
    needs: admin,
    request: ({ world }) => ({ body: world.staff.newUser() }),
    expect: {
      status: 201,
      check: (answer, { world }) => assert.equal(world.staff.remember(answer).status, 'invited'),
    },
  },
  {
    operationId: 'createUser',
    name: 'refuses a user name and an e-mail that are taken',
    needs: admin,
    request: async ({ world }) => {
      const { username, email } = await world.staff.invited();
      return { body: { ...world.staff.newUser(), username, email: String(email).toUpperCase() } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/username taken'] },
  },
  {
    operationId: 'createUser',
    name: 'refuses a role that does not exist',
    needs: admin,
    request: ({ world }) => ({ body: world.staff.newUser(['viewer', 'no-such-role']) }),
    expect: { status: 422, key: 'validationError', fields: ['/roles/1 unknownRole'] },
  },
  {
    operationId: 'updateUser',
    name: 'gives another name and another role',
    needs: admin,
    request: async ({ world }) => {
      const user = await world.staff.invited();
      return { ...at(user), body: { ...keep(user), displayName: 'Another', roles: ['editor'] } };
    },
    expect: { status: 200, check: ({ data }) => assert.equal(data.record?.displayName, 'Another') },
  },
  {
    operationId: 'updateUser',
    name: 'keeps the user name',
    needs: admin,
    request: async ({ world }) => {
      const user = await world.staff.invited();
      return { ...at(user), body: { ...keep(user), username: 'another-name' } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/username fixed'] },
  },
  {
    operationId: 'updateUser',
    name: 'leaves an administrator',
    needs: admin,
    // Where there are several, it would take the role from one of them.
    onlyDisposable: true,
    request: async ({ world }) => {
      const user = await world.staff.fresh(await idOf(world, 'admin'));
      return { ...at(user), body: { ...keep(user), roles: [] } };
    },
    expect: { status: 409, key: 'lastAdministrator' },
  },
  ...withoutVersion('updateUser', (user) => ({ body: { ...keep(user), displayName: 'Another' } })),
  {
    operationId: 'deleteUser',
    name: 'takes a user away',
    needs: admin,
    request: async ({ world }) => at(await world.staff.invited()),
    expect: { status: 200 },
  },
  {
    operationId: 'deleteUser',
    name: 'refuses to delete oneself',
    needs: admin,
    onlyDisposable: true,
    request: async ({ world }) => at(await world.staff.fresh(await idOf(world, 'admin'))),
    expect: { status: 409, key: 'ownAccount' },
  },
  ...withoutVersion('deleteUser', () => ({})),
];

/** The token of who was signed out last. */
let ended = '';

const moving: Case[] = [
  {
    operationId: 'transitionUser',
    name: 'lets somebody in, with a role, and deactivates: signed out everywhere',
    needs: admin,
    onlyDisposable: true,
    request: async ({ world }) => {
      const member = await world.staff.member(['editor']);
      return { ...at(member.record), body: { event: 'deactivate' } };
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
    name: 'refuses somebody, and says why',
    needs: admin,
    onlyDisposable: true,
    request: async ({ world }) => ({
      ...at(await world.staff.pending()),
      body: { event: 'reject', reason: 'nobody of ours' },
    }),
    expect: { status: 200, check: ({ data }) => assert.equal(data.record?.reason, 'nobody of ours') },
  },
  {
    operationId: 'transitionUser',
    name: 'knows which status an event starts from',
    needs: admin,
    request: async ({ world }) => ({ ...at(await world.staff.invited()), body: { event: 'activate' } }),
    expect: { status: 409, key: 'invalidTransition' },
  },
  {
    operationId: 'transitionUser',
    name: 'takes roles with approval only',
    needs: admin,
    request: async ({ world }) => ({
      ...at(await world.staff.invited()),
      body: { event: 'deactivate', roles: ['viewer'] },
    }),
    expect: { status: 422, key: 'validationError', fields: ['/roles notWithEvent'] },
  },
  refusesAnother('transitionUser', () => ({ body: { event: 'deactivate' } })),
  {
    operationId: 'transitionUser',
    name: 'asks for a version',
    needs: admin,
    request: invitedAt(undefined, () => ({ body: { event: 'deactivate' } })),
    expect: unversioned,
  },
  ...[{ event: 'approve' }, { event: 'reject', reason: 'nobody of ours' }].map(
    (body): Case => ({
      operationId: 'transitionUser',
      name: `asks for the version that was read: ${body.event}`,
      needs: admin,
      request: invitedAt('*', () => ({ body })),
      expect: undecided,
    }),
  ),
  {
    operationId: 'inviteUser',
    name: 'sends the invitation again',
    needs: admin,
    request: async ({ world }) => ({ params: { id: (await world.staff.invited()).id } }),
    expect: { status: 200 },
  },
  {
    operationId: 'inviteUser',
    name: 'invites nobody who is in',
    needs: admin,
    request: async ({ world }) => ({ params: { id: await idOf(world, 'viewer') } }),
    expect: { status: 409, key: 'invalidTransition' },
  },
  ...['endUserSessions', 'endUserSession'].map(
    (operationId): Case => ({
      operationId,
      name: 'signs another out',
      needs: admin,
      onlyDisposable: true,
      request: async ({ world }) => {
        const { record, token } = await world.staff.member();
        const { data } = await world.callWith(token, world.operation('listSessions'), {});
        const [session] = data.items as { id: string }[]; // Cast: validated against the list's schema before.
        ended = token;
        return { params: { id: record.id, sessionId: session?.id ?? '' } };
      },
      expect: {
        status: 200,
        check: async (_, { world }) => assert.equal(await statusOf(world, 'getProfile', ended), 401),
      },
    }),
  ),
  {
    operationId: 'removeUserTotp',
    name: 'takes away a second factor that is lost',
    needs: admin,
    onlyDisposable: true,
    request: async ({ world }) => ({ params: { id: (await world.staff.guarded()).record.id } }),
    expect: { status: 200 },
  },
  {
    operationId: 'removeUserTotp',
    name: 'says where there is none',
    needs: admin,
    request: async ({ world }) => ({ params: { id: (await world.staff.invited()).id } }),
    expect: { status: 409, key: 'noSecondFactor' },
  },
];

export const userCases: Case[] = [...finding, ...writing, ...moving];

type Version = number | '*' | undefined;

function invitedAt(version: Version, input: (user: RecordData) => object): Case['request'] {
  return async ({ world }) => {
    const user = await world.staff.invited();
    return { params: { id: user.id }, ...input(user), ...(version === undefined ? {} : { version }) };
  };
}

function refusesAnother(operationId: string, input: (user: RecordData) => object): Case {
  const name = 'refuses a version that is not the present one';
  return { operationId, name, needs: admin, request: invitedAt(99, input), expect: stale };
}

/** What needs no version, and takes one where it is there. */
function withoutVersion(operationId: string, input: (user: RecordData) => object): Case[] {
  const base = { operationId, needs: admin, expect: { status: 200 } };
  return [
    refusesAnother(operationId, input),
    { ...base, name: 'asks for no version', request: invitedAt(undefined, input) },
    { ...base, name: 'takes any version', request: invitedAt('*', input) },
  ];
}

async function idOf(world: Scene['world'], role: string): Promise<number> {
  const { data } = await world.call(world.operation('getProfile'), role, {});
  return Number(data.id);
}
