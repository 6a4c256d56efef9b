import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case } from '../suite/case.ts';
import type { Answer } from '../suite/client.ts';
import type { Scene } from '../suite/scene.ts';
import { statusOf } from '../suite/with-token.ts';

const nobody = { as: 'none' };
const viewer = { as: 'viewer' };
const own = { as: 'viewer', ownSession: true };

export const sessionCases: Case[] = [
  {
    operationId: 'getAuthOptions',
    name: 'answers without token',
    needs: nobody,
    request: () => ({}),
    expect: { status: 200 },
  },
  {
    operationId: 'login',
    name: 'lets in by user name',
    needs: nobody,
    request: ({ world }) => ({ body: credentials(world.sessions.account('viewer')) }),
    expect: {
      status: 200,
      check: async ({ data }, scene) => {
        assert.ok(data.user?.roles.some(({ permissions }) => permissions.length > 0));
        await tokenIs('accepted', data.token, scene);
      },
    },
  },
  {
    operationId: 'login',
    name: 'lets in by e-mail',
    needs: nobody,
    request: async ({ world }) => {
      const { email } = await world.sessions.user('viewer');
      return { body: { ...credentials(world.sessions.account('viewer')), username: email } };
    },
    expect: {
      status: 200,
      check: ({ data }, { world }) => assert.equal(data.user?.username, world.sessions.username('viewer')),
    },
  },
  {
    operationId: 'login',
    name: 'refuses a wrong password',
    needs: nobody,
    request: ({ world }) => ({ body: { username: world.sessions.account('viewer').name, password: 'not it' } }),
    expect: { status: 422, key: 'invalidCredentials' },
  },
  {
    operationId: 'login',
    name: 'refuses an unknown name in the same words',
    needs: nobody,
    request: () => ({ body: { username: `nobody-${randomUUID()}`, password: 'not it' } }),
    expect: { status: 422, key: 'invalidCredentials' },
  },
  {
    operationId: 'login',
    name: 'refuses after too many wrong passwords',
    needs: nobody,
    onlyDisposable: true,
    request: async ({ world }) => {
      const body = { username: `nobody-${randomUUID()}`, password: 'not it' };
      for (let attempt = 0; attempt < 10; attempt += 1) await statusOf(world, 'login', undefined, { body });
      return { body };
    },
    expect: { status: 429, key: 'tooManyRequests' },
  },
  {
    operationId: 'logout',
    name: 'ends this session',
    needs: own,
    request: () => ({}),
    expect: { status: 200, check: (_, scene) => tokenIs('refused', scene.token, scene) },
  },
  ...['admin', 'editor', 'reviewer', 'viewer'].map(
    (role): Case => ({
      operationId: 'getProfile',
      name: `tells the ${role} who they are`,
      needs: { as: role },
      request: () => ({}),
      expect: {
        status: 200,
        check: async ({ data }, { world }) => assert.deepEqual(data, await world.sessions.user(role)),
      },
    }),
  ),
  {
    operationId: 'listSessions',
    name: 'lists the newest first and marks this one',
    needs: own,
    request: () => ({}),
    expect: {
      status: 200,
      check: (answer) => {
        const items = sessions(answer);
        assert.equal(items.filter(({ current }) => current).length, 1);
        const times = items.map(({ createTime }) => createTime);
        assert.deepEqual(times, times.toSorted().reverse());
      },
    },
  },
  {
    operationId: 'endSession',
    name: 'ends another of one’s own sessions',
    needs: own,
    request: async (scene) => ({ params: { sessionId: await sessionOf('viewer', scene) } }),
    expect: {
      status: 200,
      check: async (_, scene) => tokenIs('accepted', scene.token, scene),
    },
  },
  {
    operationId: 'endSession',
    name: 'does not know somebody else’s session',
    needs: viewer,
    request: async (scene) => ({ params: { sessionId: await sessionOf('editor', scene) } }),
    expect: { status: 404, key: 'notFound' },
  },
];

function credentials({ name, password }: { name: string; password: string }): object {
  return { username: name, password };
}

async function tokenIs(wanted: 'accepted' | 'refused', token: string | undefined, { world }: Scene): Promise<void> {
  assert.equal(await statusOf(world, 'getProfile', token), wanted === 'accepted' ? 200 : 401, `the token is ${wanted}`);
}

interface SessionData {
  id: string;
  createTime: string;
  current: boolean;
}

function sessions(answer: Answer): SessionData[] {
  return (answer.data.items ?? []) as SessionData[]; // Cast: validated against the list's schema before.
}

/** Opens a session and answers with its id. */
async function sessionOf(role: string, { world }: Scene): Promise<string> {
  const token = await world.sessions.newToken(role);
  const answer = await world.callWith(token, world.operation('listSessions'), {});
  return sessions(answer).find(({ current }) => current)?.id ?? 'none';
}
