import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { statusWithToken } from '../../suite/accounts/token-status.ts';
import type { Case } from '../../suite/case.ts';
import type { CaseContext } from '../../suite/case-context.ts';
import type { ApiResponse } from '../../suite/requests/client.ts';

const withoutSession = { role: 'none' };
const viewer = { role: 'viewer' };
const ownSession = { role: 'viewer', needsOwnSession: true };

export const sessionCases: Case[] = [
  {
    operationId: 'getAuthOptions',
    name: 'responds without a token',
    needs: withoutSession,
    request: () => ({}),
    expect: { status: 200 },
  },
  {
    operationId: 'login',
    name: 'signs in by user name',
    needs: withoutSession,
    request: ({ backend }) => ({ body: credentials(backend.sessions.account('viewer')) }),
    expect: {
      status: 200,
      check: async ({ data }, context) => {
        assert.ok(
          data.user?.roles.some(({ permissions }) => permissions.length > 0),
          'one of the roles has permissions',
        );
        await assertTokenStatus('accepted', data.token, context);
      },
    },
  },
  {
    operationId: 'login',
    name: 'signs in by e-mail address',
    needs: withoutSession,
    request: async ({ backend }) => {
      const { email } = await backend.sessions.user('viewer');
      return { body: { ...credentials(backend.sessions.account('viewer')), username: email } };
    },
    expect: {
      status: 200,
      check: ({ data }, { backend }) => assert.equal(data.user?.username, backend.sessions.username('viewer')),
    },
  },
  {
    operationId: 'login',
    name: 'refuses a wrong password',
    needs: withoutSession,
    request: ({ backend }) => ({ body: { username: backend.sessions.account('viewer').name, password: 'not it' } }),
    expect: { status: 422, key: 'invalidCredentials' },
  },
  {
    operationId: 'login',
    name: 'refuses an unknown name with the same message',
    needs: withoutSession,
    request: () => ({ body: { username: `nobody-${randomUUID()}`, password: 'not it' } }),
    expect: { status: 422, key: 'invalidCredentials' },
  },
  {
    operationId: 'login',
    name: 'refuses after too many wrong passwords',
    needs: withoutSession,
    needsDisposableBackend: true,
    request: async ({ backend }) => {
      const body = { username: `nobody-${randomUUID()}`, password: 'not it' };
      for (let attempt = 0; attempt < 10; attempt += 1) await statusWithToken(backend, 'login', undefined, { body });
      return { body };
    },
    expect: { status: 429, key: 'tooManyRequests' },
  },
  {
    operationId: 'logout',
    name: 'ends the current session',
    needs: ownSession,
    request: () => ({}),
    expect: { status: 200, check: (_, context) => assertTokenStatus('refused', context.token, context) },
  },
  ...['admin', 'editor', 'reviewer', 'viewer'].map(
    (role): Case => ({
      operationId: 'getProfile',
      name: `returns the profile of the ${role}`,
      needs: { role },
      request: () => ({}),
      expect: {
        status: 200,
        check: async ({ data }, { backend }) => assert.deepEqual(data, await backend.sessions.user(role)),
      },
    }),
  ),
  {
    operationId: 'listSessions',
    name: 'lists the newest first and marks the current one',
    needs: ownSession,
    request: () => ({}),
    expect: {
      status: 200,
      check: (response) => {
        const items = sessions(response);
        assert.equal(items.filter(({ current }) => current).length, 1);
        const times = items.map(({ createTime }) => createTime);
        assert.deepEqual(times, times.toSorted().reverse());
      },
    },
  },
  {
    operationId: 'endSession',
    name: 'ends another session of the same user',
    needs: ownSession,
    request: async (context) => ({ params: { sessionId: await sessionOf('viewer', context) } }),
    expect: {
      status: 200,
      check: async (_, context) => assertTokenStatus('accepted', context.token, context),
    },
  },
  {
    operationId: 'endSession',
    name: 'returns 404 for a session of another user',
    needs: viewer,
    request: async (context) => ({ params: { sessionId: await sessionOf('editor', context) } }),
    expect: { status: 404, key: 'notFound' },
  },
];

function credentials({ name, password }: { name: string; password: string }): object {
  return { username: name, password };
}

async function assertTokenStatus(
  expectedStatus: 'accepted' | 'refused',
  token: string | undefined,
  { backend }: CaseContext,
): Promise<void> {
  assert.equal(
    await statusWithToken(backend, 'getProfile', token),
    expectedStatus === 'accepted' ? 200 : 401,
    `the token is ${expectedStatus}`,
  );
}

interface SessionData {
  id: string;
  createTime: string;
  current: boolean;
}

function sessions(response: ApiResponse): SessionData[] {
  return (response.data.items ?? []) as SessionData[]; // Cast: validated against the list's schema before.
}

/** Opens a session and returns its id. */
async function sessionOf(role: string, { backend }: CaseContext): Promise<string> {
  const token = await backend.sessions.newToken(role);
  const response = await backend.callWith(token, backend.operation('listSessions'), {});
  return sessions(response).find(({ current }) => current)?.id ?? 'none';
}
