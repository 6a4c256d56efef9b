import assert from 'node:assert/strict';
import { type StaffMember, totpCode } from '../../suite/accounts/staff.ts';
import { statusWithToken } from '../../suite/accounts/token-status.ts';
import type { Case } from '../../suite/case.ts';
import { asMember } from '../../suite/member-case.ts';
import { send } from '../../suite/requests/client.ts';
import type { RecordData } from '../../suite/requests/response-data.ts';

const withoutSession = { role: 'none' };
const password = 'correct horse battery';
/** These cases register accounts, which is limited to twenty per hour and address. */
const disposable = { needsDisposableBackend: true };

export const accountCases: Case[] = [
  {
    ...disposable,
    operationId: 'register',
    name: 'creates a user who waits for approval',
    needs: withoutSession,
    request: ({ backend }) => {
      const { roles: _, ...body } = backend.staff.newUserBody();
      return { body: { ...body, password } };
    },
    expect: { status: 202, check: ({ data }) => assert.equal(data.status, 'pending') },
  },
  {
    operationId: 'register',
    name: 'refuses a user name that exists',
    needs: withoutSession,
    request: ({ backend }) => {
      const { roles: _, ...body } = backend.staff.newUserBody();
      return { body: { ...body, username: 'viewer', password } };
    },
    expect: { status: 422, key: 'validationError', fields: ['/username taken'] },
  },
  {
    operationId: 'register',
    name: 'refuses a common password',
    needs: withoutSession,
    request: ({ backend }) => {
      const { roles: _, ...body } = backend.staff.newUserBody();
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
  invitationCase(),
  {
    operationId: 'getInvitation',
    name: 'refuses an unknown token',
    needs: withoutSession,
    request: () => ({ body: { token: 'made-up' } }),
    expect: { status: 422, key: 'validationError', fields: ['/token spentToken'] },
  },
  ...['nobody-at-all@gazetteer.example', 'viewer@gazetteer.example'].map(
    (email): Case => ({
      operationId: 'forgotPassword',
      name: `gives the same response for ${email} as for any address`,
      needs: withoutSession,
      request: () => ({ body: { email } }),
      expect: { status: 202, message: 'Accepted', check: ({ data }) => assert.deepEqual(data, {}) },
    }),
  ),
  resetCase(),
  {
    operationId: 'resetPassword',
    name: 'refuses an unknown token',
    needs: withoutSession,
    request: () => ({ body: { token: 'made-up', newPassword: password } }),
    expect: { status: 422, key: 'validationError', fields: ['/token spentToken'] },
  },
];

/** Tests whom an invitation names, who may accept it, and that it is good once. */
function invitationCase(): Case {
  let invited: RecordData | undefined;
  let token = '';
  return {
    ...disposable,
    operationId: 'getInvitation',
    name: 'names the invited user, who alone accepts it, and once',
    needs: withoutSession,
    request: async ({ backend }) => {
      invited = await backend.staff.createInvited(['viewer', 'editor']);
      token = await backend.staff.emailedToken('invitation', invited.email);
      return { body: { token } };
    },
    expect: {
      status: 200,
      check: async ({ data }, { backend }) => {
        assert.ok(invited, 'there is one');
        const { id, username, email, displayName } = invited;
        assert.deepEqual(data, { username, email, displayName });
        const accept = (changes: object) => {
          const body = { username, email, displayName: 'Accepted', password, invite: token, ...changes };
          return send(backend.address.url, backend.operation('register'), { body });
        };
        const other = await accept({ email: `x-${email}` });
        assert.deepEqual(
          other.data.fields?.map(({ pointer, rule }) => [pointer, rule]),
          [['/email', 'otherAddressee']],
        );
        assert.equal((await accept({})).status, 201);
        const account = await backend.staff.reload(id);
        const roles = (account.roles as { name: string }[]).map(({ name }) => name); // Cast: validated before.
        assert.deepEqual([account.status, account.displayName], ['active', 'Accepted']);
        assert.deepEqual(roles.toSorted(), ['editor', 'viewer']);
        await backend.staff.signIn(String(username));
        assert.equal((await accept({})).status, 422, 'the invitation is good once');
        assert.equal(await statusWithToken(backend, 'getInvitation', undefined, { body: { token } }), 422);
      },
    },
  };
}

/** Tests that the link of an e-mail sets a new password once, and ends every session. */
function resetCase(): Case {
  let member: StaffMember | undefined;
  const newPassword = 'another good one';
  let token = '';
  return {
    ...disposable,
    operationId: 'resetPassword',
    name: 'sets a new password with the e-mailed token, once, and ends every session',
    needs: withoutSession,
    request: async ({ backend }) => {
      member = await backend.spareMember.withRoles('viewer');
      const { email } = member.record;
      await backend.callWith('', backend.operation('forgotPassword'), { body: { email } });
      token = await backend.staff.emailedToken('reset', email);
      return { body: { token, newPassword } };
    },
    expect: {
      status: 200,
      check: async (_, { backend }) => {
        assert.ok(member, 'the request prepares the account');
        const { username } = member;
        const ended = await statusWithToken(backend, 'getProfile', member.token);
        const old = await statusWithToken(backend, 'login', undefined, { body: { username, password } });
        const again = await statusWithToken(backend, 'resetPassword', undefined, {
          body: { token, newPassword: password },
        });
        const body = { username, password: newPassword };
        const { data } = await backend.callWith('', backend.operation('login'), { body });
        const change = { body: { oldPassword: newPassword, newPassword: password } };
        await backend.callWith(data.token ?? '', backend.operation('changePassword'), change);
        assert.deepEqual({ ended, old, again }, { ended: 401, old: 422, again: 422 });
      },
    },
  };
}

const challengeCase = (
  operationId: string,
  name: string,
  requestAndExpectation: Pick<Case, 'request' | 'expect'>,
): Case => ({
  ...disposable,
  operationId,
  name,
  needs: withoutSession,
  ...requestAndExpectation,
});

export const challengeCases: Case[] = [
  challengeCase('login', 'asks users with a second factor for a code', {
    request: async ({ backend }) => ({
      body: { username: (await backend.spareMember.withTotp()).username, password },
    }),
    expect: {
      status: 202,
      check: ({ data }) => assert.ok(data.challenge && !data.token, 'there is a challenge and no token'),
    },
  }),
  challengeCase('login', 'reports a pending account after the right password', {
    request: async ({ backend }) => ({ body: { username: (await backend.staff.createPending()).username, password } }),
    expect: { status: 403, key: 'accountPending' },
  }),
  challengeCase('loginTotp', 'signs in with the code', {
    request: async ({ backend }) => {
      const { username, secret } = await backend.spareMember.withTotp();
      const { data } = await backend.callWith('', backend.operation('login'), { body: { username, password } });
      return { body: { challenge: data.challenge, code: totpCode(secret) } };
    },
    expect: {
      status: 200,
      check: async ({ data }, { backend }) =>
        assert.equal(await statusWithToken(backend, 'getProfile', data.token), 200),
    },
  }),
  challengeCase('loginTotp', 'refuses a user who was deactivated in the meantime', {
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
    name: 'refuses an unknown challenge',
    needs: withoutSession,
    request: () => ({ body: { challenge: 'made-up', code: '123456' } }),
    expect: { status: 422, key: 'validationError', fields: ['/challenge spentToken'] },
  },
];

const viewerSession = { role: 'viewer', needsOwnSession: true };

const airportList = { list: 'airport', columns: ['name', 'status'], widths: [{ column: 'name', width: 240 }] };

export const profileCases: Case[] = [
  {
    ...disposable,
    operationId: 'updateProfile',
    name: 'changes the display name',
    needs: viewerSession,
    request: async ({ backend }) => {
      const member = await backend.spareMember.withRoles('viewer');
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
    operationId: 'getPreferences',
    name: 'returns nothing that the caller has not chosen',
    needs: viewerSession,
    request: async ({ backend }) => asMember(await backend.staff.createMember()),
    expect: {
      status: 200,
      check: ({ data }) => assert.deepEqual(data, { theme: null, language: null, lists: [] }),
    },
  },
  {
    ...disposable,
    operationId: 'updatePreferences',
    name: 'keeps what the body leaves out, and replaces a list as a whole',
    needs: viewerSession,
    request: async ({ backend }) => {
      const member = await backend.staff.createMember();
      const body = { theme: 'dark', lists: [airportList, { list: 'city', density: 'compact' }] };
      await backend.callWith(member.token, backend.operation('updatePreferences'), { body });
      return asMember(member, { language: 'en', lists: [{ list: 'city' }, { list: 'task', density: 'compact' }] });
    },
    expect: {
      status: 200,
      check: ({ data }) =>
        assert.deepEqual(data, {
          theme: 'dark',
          language: 'en',
          lists: [{ list: 'task', density: 'compact' }, airportList],
        }),
    },
  },
  {
    ...disposable,
    operationId: 'beginTotp',
    name: 'returns a secret',
    needs: viewerSession,
    request: async ({ backend }) => asMember(await backend.spareMember.withRoles('viewer'), { password }),
    expect: {
      status: 200,
      check: ({ data }) => assert.ok(data.uri?.includes(data.secret ?? '?'), 'the URI contains the secret'),
    },
  },
  {
    ...disposable,
    operationId: 'confirmTotp',
    name: 'activates the second factor with the first code',
    needs: viewerSession,
    request: async ({ backend }) => {
      const member = await backend.spareMember.withRoles('viewer');
      const { data } = await backend.callWith(member.token, backend.operation('beginTotp'), { body: { password } });
      return asMember(member, { code: totpCode(data.secret ?? '') });
    },
    expect: { status: 200, check: ({ data }) => assert.equal(data.recoveryCodes?.length, 10) },
  },
  endOtherSessionsCase(),
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
    name: 'refuses a second setup',
    needs: viewerSession,
    request: async ({ backend }) => asMember(await backend.spareMember.withTotp(), { password }),
    expect: { status: 409, key: 'invalidTransition' },
  },
  {
    ...disposable,
    operationId: 'renewRecoveryCodes',
    name: 'returns new codes',
    needs: viewerSession,
    request: async ({ backend }) => asMember(await backend.spareMember.withTotp(), { password }),
    expect: { status: 200, check: ({ data }) => assert.equal(data.recoveryCodes?.length, 10) },
  },
  {
    ...disposable,
    operationId: 'removeTotp',
    name: 'removes the second factor',
    needs: viewerSession,
    request: async ({ backend }) => asMember(await backend.spareMember.withTotp(), { password }),
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

function endOtherSessionsCase(): Case {
  let token = '';
  return {
    ...disposable,
    operationId: 'endOtherSessions',
    name: 'ends all sessions of the user except the current one',
    needs: viewerSession,
    request: async ({ backend }) => {
      const member = await backend.spareMember.withRoles('viewer');
      await backend.staff.signIn(member.username);
      token = member.token;
      return asMember(member);
    },
    expect: {
      status: 200,
      check: async (_, { backend }) => {
        const { data } = await backend.callWith(token, backend.operation('listSessions'), {});
        assert.equal(data.items?.length, 1);
      },
    },
  };
}
