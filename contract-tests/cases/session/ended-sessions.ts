import assert from 'node:assert/strict';
import type { StaffMember } from '../../suite/accounts/staff.ts';
import { statusWithToken } from '../../suite/accounts/token-status.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import { versionedTarget } from '../../suite/records/records.ts';
import type { RequestInput } from '../../suite/requests/client.ts';

interface MemberSession {
  /** A session of the member that the case may end. */
  first: string;
  /** Another session of theirs. */
  second: string;
  member: StaffMember;
}

async function openSessions({ backend }: CaseContext): Promise<MemberSession> {
  const member = await backend.spareMember.withRoles('viewer');
  return { member, first: member.token, second: await backend.staff.signIn(member.username) };
}

const asMember = (token: string, input: RequestInput = {}): RequestInput => ({
  ...input,
  headers: { authorization: `Bearer ${token}` },
});

/** Several operations, as a backend may look a session up in more than one place. */
async function assertEnded({ backend }: CaseContext, token: string, isEnded = true): Promise<void> {
  for (const operationId of ['getProfile', 'listCountries', 'listSessions'])
    assert.equal(await statusWithToken(backend, operationId, token), isEnded ? 401 : 200, operationId);
}

async function sessionIdOf({ backend }: CaseContext, token: string): Promise<string> {
  const { data } = await backend.callWith(token, backend.operation('listSessions'), {});
  return (data.items as { id: string; current: boolean }[]).find(({ current }) => current)?.id ?? ''; // Cast: validated.
}

/** Builds a case with two sessions of one member, and checks which of them are over afterwards. */
function endingCase(
  operationId: string,
  name: string,
  request: (sessions: MemberSession, context: CaseContext) => RequestInput | Promise<RequestInput>,
  ended: { first: boolean; second: boolean },
  after?: (sessions: MemberSession, context: CaseContext) => Promise<void>,
): Case {
  let sessions: MemberSession | undefined;
  return {
    operationId,
    name,
    needs: { role: 'admin' },
    needsDisposableBackend: true,
    request: async (context) => {
      sessions = await openSessions(context);
      return request(sessions, context);
    },
    expect: {
      status: 200,
      check: async (_, context) => {
        assert.ok(sessions, 'there is one');
        try {
          await assertEnded(context, sessions.first, ended.first);
          await assertEnded(context, sessions.second, ended.second);
        } finally {
          await after?.(sessions, context);
        }
      },
    },
  };
}

const newPassword = 'only for a little while';

/** Tests that the token of a session that has ended is refused everywhere, and that of another one is not. */
export const endedSessionCases: Case[] = [
  endingCase('logout', 'ends this session only', ({ first }) => asMember(first), { first: true, second: false }),
  endingCase(
    'endSession',
    'ends the session that is named, and no other',
    async ({ first, second }, context) =>
      asMember(first, { params: { sessionId: await sessionIdOf(context, second) } }),
    { first: false, second: true },
  ),
  endingCase('endOtherSessions', 'ends the other sessions', ({ first }) => asMember(first), {
    first: false,
    second: true,
  }),
  endingCase(
    'changePassword',
    'ends every session, and lets in with the new password only',
    ({ member, first }) => asMember(first, { body: { oldPassword: member.password, newPassword } }),
    { first: true, second: true },
    async ({ member }, { backend }) => {
      const { username, password } = member;
      const signIn = (attempt: string) =>
        statusWithToken(backend, 'login', undefined, { body: { username, password: attempt } });
      assert.equal(await signIn(password), 422, 'the old password is refused');
      const { data } = await backend.callWith('', backend.operation('login'), {
        body: { username, password: newPassword },
      });
      const body = { oldPassword: newPassword, newPassword: password };
      await backend.callWith(data.token ?? '', backend.operation('changePassword'), { body });
    },
  ),
  endingCase('endUserSessions', 'ends all sessions of a user', ({ member }) => ({ params: { id: member.record.id } }), {
    first: true,
    second: true,
  }),
  endingCase(
    'endUserSession',
    'ends one session of a user, and no other',
    async ({ member, second }, context) => ({
      params: { id: member.record.id, sessionId: await sessionIdOf(context, second) },
    }),
    { first: false, second: true },
  ),
  endingCase(
    'transitionUser',
    'refuses the tokens and the password of a user who was deactivated',
    async ({ member }, { backend }) => ({
      ...versionedTarget(await backend.staff.reload(member.record.id)),
      body: { event: 'deactivate' },
    }),
    { first: true, second: true },
    async ({ member }, { backend }) => {
      const { username, password } = member;
      const refused = await statusWithToken(backend, 'login', undefined, { body: { username, password } });
      const user = await backend.staff.reload(member.record.id);
      await backend.call(backend.operation('transitionUser'), 'admin', {
        ...versionedTarget(user),
        body: { event: 'activate' },
      });
      assert.equal(refused, 403, 'a deactivated user cannot sign in');
      assert.equal(user.status, 'inactive');
      await backend.staff.signIn(username);
    },
  ),
];
