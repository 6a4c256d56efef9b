import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import { codeOf, type Member } from '../suite/staff.ts';
import { statusOf } from '../suite/with-token.ts';

const nobody = { as: 'none' };
const password = 'correct horse battery';
/** They make accounts by registration, which an address may do twenty times an hour. */
const disposable = { onlyDisposable: true };

export const entryCases: Case[] = [
  {
    ...disposable,
    operationId: 'register',
    name: 'leaves somebody waiting',
    needs: nobody,
    request: ({ world }) => {
      const { roles: _, ...body } = world.staff.newUser();
      return { body: { ...body, password } };
    },
    expect: { status: 202, check: ({ data }) => assert.equal(data.status, 'pending') },
  },
  {
    operationId: 'register',
    name: 'refuses a user name that is taken',
    needs: nobody,
    request: ({ world }) => {
      const { roles: _, ...body } = world.staff.newUser();
      return { body: { ...body, username: 'viewer', password } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/username taken'] },
  },
  {
    operationId: 'register',
    name: 'refuses a common password',
    needs: nobody,
    request: ({ world }) => {
      const { roles: _, ...body } = world.staff.newUser();
      return { body: { ...body, password: 'password123' } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/password commonPassword'] },
  },
  {
    ...disposable,
    operationId: 'register',
    name: 'takes up an invitation',
    needs: nobody,
    request: async ({ world }) => {
      const { username, email } = await world.staff.invited();
      const invite = await world.staff.letterToken('invitation', email);
      return { body: { username, email, displayName: 'Sample', password, invite } };
    },
    expect: { status: 201, check: ({ data }) => assert.equal(data.status, 'active') },
  },
  {
    ...disposable,
    operationId: 'getInvitation',
    name: 'tells whom it is for',
    needs: nobody,
    request: async ({ world }) => {
      const { email } = await world.staff.invited();
      return { body: { token: await world.staff.letterToken('invitation', email) } };
    },
    expect: { status: 200 },
  },
  {
    operationId: 'getInvitation',
    name: 'does not know a token made up',
    needs: nobody,
    request: () => ({ body: { token: 'made-up' } }),
    expect: { status: 422, key: 'validationError', fields: ['/token spentToken'] },
  },
  ...['nobody-at-all@gazetteer.example', 'viewer@gazetteer.example'].map(
    (email): Case => ({
      operationId: 'forgotPassword',
      name: `answers ${email} as any other`,
      needs: nobody,
      request: () => ({ body: { email } }),
      expect: { status: 202, message: 'Accepted', check: ({ data }) => assert.deepEqual(data, {}) },
    }),
  ),
  {
    ...disposable,
    operationId: 'resetPassword',
    name: 'sets a new one by the link, once',
    needs: nobody,
    request: async ({ world }) => {
      const { email } = (await world.staff.member()).record;
      await world.callWith('', world.operation('forgotPassword'), { body: { email } });
      return { body: { token: await world.staff.letterToken('reset', email), newPassword: 'another good one' } };
    },
    expect: { status: 200 },
  },
  {
    operationId: 'resetPassword',
    name: 'does not know a token made up',
    needs: nobody,
    request: () => ({ body: { token: 'made-up', newPassword: password } }),
    expect: { status: 422, key: 'validationError', fields: ['/token spentToken'] },
  },
];

const guarded = (operationId: string, name: string, rest: Pick<Case, 'request' | 'expect'>): Case => ({
  ...disposable,
  operationId,
  name,
  needs: nobody,
  ...rest,
});

export const challengeCases: Case[] = [
  guarded('login', 'asks for the second factor of who has one', {
    request: async ({ world }) => ({ body: { username: (await world.staff.guarded()).username, password } }),
    expect: { status: 202, check: ({ data }) => assert.ok(data.challenge && !data.token) },
  }),
  guarded('login', 'tells who is not let in yet, after the right password', {
    request: async ({ world }) => ({ body: { username: (await world.staff.pending()).username, password } }),
    expect: { status: 403, key: 'accountPending' },
  }),
  guarded('loginTotp', 'lets in with the code', {
    request: async ({ world }) => {
      const { username, secret } = await world.staff.guarded();
      const { data } = await world.callWith('', world.operation('login'), { body: { username, password } });
      return { body: { challenge: data.challenge, code: codeOf(secret) } };
    },
    expect: {
      status: 200,
      check: async ({ data }, { world }) => assert.equal(await statusOf(world, 'getProfile', data.token), 200),
    },
  }),
  guarded('loginTotp', 'refuses who was deactivated meanwhile', {
    request: async ({ world }) => {
      const { username, secret, record } = await world.staff.guarded();
      const { data } = await world.callWith('', world.operation('login'), { body: { username, password } });
      const { id, version } = await world.staff.fresh(record.id);
      const body = { event: 'deactivate' };
      await world.call(world.operation('transitionUser'), 'admin', { params: { id }, version, body });
      return { body: { challenge: data.challenge, code: codeOf(secret) } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/challenge spentToken'] },
  }),
  {
    operationId: 'loginTotp',
    name: 'does not know a challenge made up',
    needs: nobody,
    request: () => ({ body: { challenge: 'made-up', code: '123456' } }),
    expect: { status: 422, key: 'validationError', fields: ['/challenge spentToken'] },
  },
];

/** Asks as a member made for the case, not as one of the accounts given. */
function asMember(member: Pick<Member, 'token'>, body: object) {
  return { headers: { authorization: `Bearer ${member.token}` }, body };
}

const own = { as: 'viewer', ownSession: true };

export const profileCases: Case[] = [
  {
    ...disposable,
    operationId: 'updateProfile',
    name: 'changes one’s own name',
    needs: own,
    request: async ({ world }) => {
      const member = await world.staff.member();
      return asMember(member, { displayName: 'Another', email: member.record.email });
    },
    expect: { status: 200, check: ({ data }) => assert.equal(data.displayName, 'Another') },
  },
  {
    operationId: 'updateProfile',
    name: 'asks for the password before another e-mail',
    needs: own,
    request: () => ({ body: { displayName: 'Viewer', email: 'another@gazetteer.example' } }),
    expect: { status: 422, key: 'validationError', fields: ['/password required'] },
  },
  {
    ...disposable,
    operationId: 'beginTotp',
    name: 'gives a secret',
    needs: own,
    request: async ({ world }) => asMember(await world.staff.member(), { password }),
    expect: { status: 200, check: ({ data }) => assert.ok(data.uri?.includes(data.secret ?? '?')) },
  },
  {
    ...disposable,
    operationId: 'confirmTotp',
    name: 'is in force with the first code',
    needs: own,
    request: async ({ world }) => {
      const member = await world.staff.member();
      const { data } = await world.callWith(member.token, world.operation('beginTotp'), { body: { password } });
      return asMember(member, { code: codeOf(data.secret ?? '') });
    },
    expect: { status: 200, check: ({ data }) => assert.equal(data.recoveryCodes?.length, 10) },
  },
  {
    operationId: 'confirmTotp',
    name: 'says where nothing was begun',
    needs: own,
    request: () => ({ body: { code: '123456' } }),
    expect: { status: 409, key: 'noSecondFactor' },
  },
  {
    ...disposable,
    operationId: 'beginTotp',
    name: 'is not begun twice',
    needs: own,
    request: async ({ world }) => asMember(await world.staff.guarded(), { password }),
    expect: { status: 409, key: 'invalidTransition' },
  },
  {
    ...disposable,
    operationId: 'renewRecoveryCodes',
    name: 'gives new ones',
    needs: own,
    request: async ({ world }) => asMember(await world.staff.guarded(), { password }),
    expect: { status: 200, check: ({ data }) => assert.equal(data.recoveryCodes?.length, 10) },
  },
  {
    ...disposable,
    operationId: 'removeTotp',
    name: 'goes without from now on',
    needs: own,
    request: async ({ world }) => asMember(await world.staff.guarded(), { password }),
    expect: { status: 200 },
  },
  ...['removeTotp', 'renewRecoveryCodes'].map(
    (operationId): Case => ({
      operationId,
      name: 'says where there is none',
      needs: own,
      request: ({ world }) => ({ body: { password: world.sessions.account('viewer').password } }),
      expect: { status: 409, key: 'noSecondFactor' },
    }),
  ),
];
