import assert from 'node:assert/strict';
import type { Case } from '../suite/case.ts';
import { type Member, totpCode } from '../suite/staff.ts';
import { statusOf } from '../suite/with-token.ts';

const withoutSession = { as: 'none' };
const password = 'correct horse battery';
/** These cases register accounts, which an address may do only twenty times an hour. */
const disposable = { onlyDisposable: true };

export const entryCases: Case[] = [
  {
    ...disposable,
    operationId: 'register',
    name: 'creates a user who waits for approval',
    needs: withoutSession,
    request: ({ backend }) => {
      const { roles: _, ...body } = backend.staff.newUser();
      return { body: { ...body, password } };
    },
    expect: { status: 202, check: ({ data }) => assert.equal(data.status, 'pending') },
  },
  {
    operationId: 'register',
    name: 'refuses a user name that exists',
    needs: withoutSession,
    request: ({ backend }) => {
      const { roles: _, ...body } = backend.staff.newUser();
      return { body: { ...body, username: 'viewer', password } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/username taken'] },
  },
  {
    operationId: 'register',
    name: 'refuses a common password',
    needs: withoutSession,
    request: ({ backend }) => {
      const { roles: _, ...body } = backend.staff.newUser();
      return { body: { ...body, password: 'password123' } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/password commonPassword'] },
  },
  {
    ...disposable,
    operationId: 'register',
    name: 'accepts an invitation',
    needs: withoutSession,
    request: async ({ backend }) => {
      const { username, email } = await backend.staff.createInvited();
      const invite = await backend.staff.emailedToken('invitation', email);
      return { body: { username, email, displayName: 'Sample', password, invite } };
    },
    expect: { status: 201, check: ({ data }) => assert.equal(data.status, 'active') },
  },
  {
    ...disposable,
    operationId: 'getInvitation',
    name: 'names the invited user',
    needs: withoutSession,
    request: async ({ backend }) => {
      const { email } = await backend.staff.createInvited();
      return { body: { token: await backend.staff.emailedToken('invitation', email) } };
    },
    expect: { status: 200 },
  },
  {
    operationId: 'getInvitation',
    name: 'refuses an invented token',
    needs: withoutSession,
    request: () => ({ body: { token: 'made-up' } }),
    expect: { status: 422, key: 'validationError', fields: ['/token spentToken'] },
  },
  ...['nobody-at-all@gazetteer.example', 'viewer@gazetteer.example'].map(
    (email): Case => ({
      operationId: 'forgotPassword',
      name: `answers ${email} like any other address`,
      needs: withoutSession,
      request: () => ({ body: { email } }),
      expect: { status: 202, message: 'Accepted', check: ({ data }) => assert.deepEqual(data, {}) },
    }),
  ),
  {
    ...disposable,
    operationId: 'resetPassword',
    name: 'sets a new password by the link, once',
    needs: withoutSession,
    request: async ({ backend }) => {
      const { email } = (await backend.staff.member()).record;
      await backend.callWith('', backend.operation('forgotPassword'), { body: { email } });
      return { body: { token: await backend.staff.emailedToken('reset', email), newPassword: 'another good one' } };
    },
    expect: { status: 200 },
  },
  {
    operationId: 'resetPassword',
    name: 'refuses an invented token',
    needs: withoutSession,
    request: () => ({ body: { token: 'made-up', newPassword: password } }),
    expect: { status: 422, key: 'validationError', fields: ['/token spentToken'] },
  },
];

const challengeCase = (operationId: string, name: string, rest: Pick<Case, 'request' | 'expect'>): Case => ({
  ...disposable,
  operationId,
  name,
  needs: withoutSession,
  ...rest,
});

export const challengeCases: Case[] = [
  challengeCase('login', 'asks for the second factor of who has one', {
    request: async ({ backend }) => ({
      body: { username: (await backend.staff.createMemberWithTotp()).username, password },
    }),
    expect: { status: 202, check: ({ data }) => assert.ok(data.challenge && !data.token) },
  }),
  challengeCase('login', 'tells who is not let in yet, after the right password', {
    request: async ({ backend }) => ({ body: { username: (await backend.staff.createPending()).username, password } }),
    expect: { status: 403, key: 'accountPending' },
  }),
  challengeCase('loginTotp', 'lets in with the code', {
    request: async ({ backend }) => {
      const { username, secret } = await backend.staff.createMemberWithTotp();
      const { data } = await backend.callWith('', backend.operation('login'), { body: { username, password } });
      return { body: { challenge: data.challenge, code: totpCode(secret) } };
    },
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => assert.equal(await statusOf(backend, 'getProfile', data.token), 200),
    },
  }),
  challengeCase('loginTotp', 'refuses who was deactivated meanwhile', {
    request: async ({ backend }) => {
      const { username, secret, record } = await backend.staff.createMemberWithTotp();
      const { data } = await backend.callWith('', backend.operation('login'), { body: { username, password } });
      const { id, version } = await backend.staff.reload(record.id);
      const body = { event: 'deactivate' };
      await backend.call(backend.operation('transitionUser'), 'admin', { params: { id }, version, body });
      return { body: { challenge: data.challenge, code: totpCode(secret) } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/challenge spentToken'] },
  }),
  {
    operationId: 'loginTotp',
    name: 'refuses an invented challenge',
    needs: withoutSession,
    request: () => ({ body: { challenge: 'made-up', code: '123456' } }),
    expect: { status: 422, key: 'validationError', fields: ['/challenge spentToken'] },
  },
];

/** Sends the request as a member created for the case. */
function asMember(member: Pick<Member, 'token'>, body: object) {
  return { headers: { authorization: `Bearer ${member.token}` }, body };
}

const viewerSession = { as: 'viewer', ownSession: true };

export const profileCases: Case[] = [
  {
    ...disposable,
    operationId: 'updateProfile',
    name: 'changes the display name',
    needs: viewerSession,
    request: async ({ backend }) => {
      const member = await backend.staff.member();
      return asMember(member, { displayName: 'Another', email: member.record.email });
    },
    expect: { status: 200, check: ({ data }) => assert.equal(data.displayName, 'Another') },
  },
  {
    operationId: 'updateProfile',
    name: 'requires the password to change the e-mail address',
    needs: viewerSession,
    request: () => ({ body: { displayName: 'Viewer', email: 'another@gazetteer.example' } }),
    expect: { status: 422, key: 'validationError', fields: ['/password required'] },
  },
  {
    ...disposable,
    operationId: 'beginTotp',
    name: 'returns a secret',
    needs: viewerSession,
    request: async ({ backend }) => asMember(await backend.staff.member(), { password }),
    expect: { status: 200, check: ({ data }) => assert.ok(data.uri?.includes(data.secret ?? '?')) },
  },
  {
    ...disposable,
    operationId: 'confirmTotp',
    name: 'is active after the first code',
    needs: viewerSession,
    request: async ({ backend }) => {
      const member = await backend.staff.member();
      const { data } = await backend.callWith(member.token, backend.operation('beginTotp'), { body: { password } });
      return asMember(member, { code: totpCode(data.secret ?? '') });
    },
    expect: { status: 200, check: ({ data }) => assert.equal(data.recoveryCodes?.length, 10) },
  },
  {
    operationId: 'confirmTotp',
    name: 'refuses a code before setup has started',
    needs: viewerSession,
    request: () => ({ body: { code: '123456' } }),
    expect: { status: 409, key: 'noSecondFactor' },
  },
  {
    ...disposable,
    operationId: 'beginTotp',
    name: 'cannot be set up twice',
    needs: viewerSession,
    request: async ({ backend }) => asMember(await backend.staff.createMemberWithTotp(), { password }),
    expect: { status: 409, key: 'invalidTransition' },
  },
  {
    ...disposable,
    operationId: 'renewRecoveryCodes',
    name: 'returns new codes',
    needs: viewerSession,
    request: async ({ backend }) => asMember(await backend.staff.createMemberWithTotp(), { password }),
    expect: { status: 200, check: ({ data }) => assert.equal(data.recoveryCodes?.length, 10) },
  },
  {
    ...disposable,
    operationId: 'removeTotp',
    name: 'goes without from now on',
    needs: viewerSession,
    request: async ({ backend }) => asMember(await backend.staff.createMemberWithTotp(), { password }),
    expect: { status: 200 },
  },
  ...['removeTotp', 'renewRecoveryCodes'].map(
    (operationId): Case => ({
      operationId,
      name: 'refuses without a second factor',
      needs: viewerSession,
      request: ({ backend }) => ({ body: { password: backend.sessions.account('viewer').password } }),
      expect: { status: 409, key: 'noSecondFactor' },
    }),
  ),
];
