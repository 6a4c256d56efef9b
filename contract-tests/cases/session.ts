import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case } from '../suite/case.ts';
import type { Answer } from '../suite/client.ts';
import type { Scene } from '../suite/scene.ts';
import { statusOf } from '../suite/with-token.ts';

const withoutSession = { as: 'none' };
const viewer = { as: 'viewer' };
const ownSession = { as: 'viewer', ownSession: true };

export const sessionCases: Case[] = [
  {
    operationId: 'getAuthOptions',
    name: 'answers without token',
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
      check: async ({ data }, scene) => {
        assert.ok(data.user?.roles.some(({ permissions }) => permissions.length > 0));
        await assertTokenStatus('accepted', data.token, scene);
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
    onlyDisposable: true,
    request: async ({ backend }) => {
      const body = { username: `nobody-${randomUUID()}`, password: 'not it' };
      for (let signInWrongly = 0; signInWrongly < 10; signInWrongly += 1)
        await statusOf(backend, 'login', undefined, { body });
      return { body };
    },
    expect: { status: 429, key: 'tooManyRequests' },
  },
  {
    operationId: 'logout',
    name: 'ends this session',
    needs: ownSession,
    request: () => ({}),
    expect: { status: 200, check: (_, scene) => assertTokenStatus('refused', scene.token, scene) },
  },
  ...['admin', 'editor', 'reviewer', 'viewer'].map(
    (role): Case => ({
      operationId: 'getProfile',
      name: `returns the profile of the ${role}`,
      needs: { as: role },
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
      check: (answer) => {
        const items = sessions(answer);
        assert.equal(items.filter(({ current: currentSession }) => currentSession).length, 1);
        const times = items.map(({ createTime }) => createTime);
        assert.deepEqual(times, times.toSorted().reverse());
      },
    },
  },
  {
    operationId: 'endSession',
    name: 'ends another session of the same user',
    needs: ownSession,
    request: async (scene) => ({ params: { sessionId: await sessionOf('viewer', scene) } }),
    expect: {
      status: 200,
      check: async (_, scene) => assertTokenStatus('accepted', scene.token, scene),
    },
  },
  {
    operationId: 'endSession',
    name: 'answers 404 for a session of another user',
    needs: viewer,
    request: async (scene) => ({ params: { sessionId: await sessionOf('editor', scene) } }),
    expect: { status: 404, key: 'notFound' },
  },
];

function credentials({ name, password }: { name: string; password: string }): object {
  return { username: name, password };
}

async function assertTokenStatus(
  expectedStatus: 'accepted' | 'refused',
  token: string | undefined,
  { backend }: Scene,
): Promise<void> {
  assert.equal(
    await statusOf(backend, 'getProfile', token),
    expectedStatus === 'accepted' ? 200 : 401,
    `the token is ${expectedStatus}`,
  );
}

interface SessionData {
  id: string;
  createTime: string;
  current: boolean;
}

function sessions(answer: Answer): SessionData[] {
  return (answer.data.items ?? []) as SessionData[]; // Cast: validated against the list's schema before.
}

/** Opens a session and returns its id. */
async function sessionOf(role: string, { backend }: Scene): Promise<string> {
  const token = await backend.sessions.newToken(role);
  const answer = await backend.callWith(token, backend.operation('listSessions'), {});
  return sessions(answer).find(({ current }) => current)?.id ?? 'none';
}
