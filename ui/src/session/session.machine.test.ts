import { expect, it, vi } from 'vitest';
import { type AnyActor, type AnyEventObject, type AnyMachineSnapshot, waitFor } from 'xstate';
import { Problem } from '#api/problem.ts';
import { sessionMachine } from './session.machine.ts';
import { sessionWorld, userOf } from './session-world.ts';
import { effectOf, walk } from './walk-machine.ts';

const user = userOf('ann');
const calls: Record<string, string> = {
  login: '/api/v1/auth/login',
  loginTotp: '/api/v1/auth/login/totp',
  logout: '/api/v1/auth/logout',
  fetchProfile: '/api/v1/profile',
};

function problem(status: number, pointer?: string): Problem {
  const fields = pointer === undefined ? [] : [{ pointer, rule: 'spentToken' as const, message: '…' }];
  return new Problem({ status, code: status, key: 'unknownError', message: '…', fields });
}

function answered(effect: string, output?: unknown): AnyEventObject {
  return { type: `xstate.done.actor.${effect}`, output };
}

function failed(effect: string, status: number, pointer?: string): AnyEventObject {
  return { type: `xstate.error.actor.${effect}`, error: problem(status, pointer) };
}

const events: AnyEventObject[] = [
  { type: 'LOGIN', credentials: { username: 'ann', password: 'secret' } },
  { type: 'CODE', code: '492039' },
  { type: 'BACK' },
  { type: 'CODES_KEPT' },
  { type: 'LOGOUT' },
  { type: 'UNAUTHORIZED' },
  { type: 'REFRESH', force: false },
  { type: 'REFRESH', force: true },
  { type: 'RENEWED', token: 'renewed' },
  { type: 'TOKEN_GONE' },
  { type: 'STORED_ELSEWHERE', stored: { user: null, token: null } },
  { type: 'STORED_ELSEWHERE', stored: { user, token: 'first' } },
  { type: 'STORED_ELSEWHERE', stored: { user: userOf('bob'), token: 'elsewhere' } },
  answered('login', { status: 200, data: { user, token: 'first' } }),
  answered('login', { status: 202, data: { challenge: 'c' } }),
  answered('loginTotp', { status: 200, data: { user, token: 'first', recoveryCodes: ['7kq4-m2xd-9fwa'] } }),
  failed('loginTotp', 422, '/code'),
  failed('loginTotp', 422, '/challenge'),
  failed('login', 422),
  failed('login', 0),
  answered('fetchProfile', userOf('ann', 'country:read')),
  failed('fetchProfile', 500),
  failed('fetchProfile', 0),
  answered('logout'),
  failed('logout', 401),
];

function respondTo(world: ReturnType<typeof sessionWorld>, event: AnyEventObject): void {
  const effect = effectOf(event);
  const path = calls[effect] ?? '';
  if (event.error instanceof Problem) {
    world.respond(path, event.error.status, { key: 'unauthorized', traceId: 't', fields: event.error.fields });
  } else if (effect === 'login' || effect === 'loginTotp') {
    world.respond(path, event.output.status, event.output.data);
  } else {
    world.respond(path, 200, event.output ?? {});
  }
}

it('keeps storage, effects and state in step, and leaves no state or transition unvisited', async () => {
  const unvisited = await walk({
    machine: sessionMachine,
    inputs: [
      { user: null, token: null, now: () => 0 },
      { user, token: 'first', now: () => 0 },
    ],
    events,
    serialize: ({ value, context }) => {
      const { token, refreshedAt, challenge, lapsed, recoveryCodes } = context;
      return JSON.stringify([value, token, refreshedAt !== null, challenge !== null, lapsed, recoveryCodes !== null]);
    },
    start: (input, inspect) => {
      // The cast: one of `inputs` above.
      const { token } = input as { token: string | null };
      const stored: Record<string, string> = token === null ? {} : { token, 'user-info': JSON.stringify(user) };
      const world = sessionWorld(stored, { inspect, now: () => 0 });
      const { session, local, effects } = world;
      const actor: AnyActor = session.actor;
      let wasLoggedIn = token !== null;
      return {
        actor,
        send: (event) => {
          if (event.type === 'STORED_ELSEWHERE') world.elsewhere(event.stored.token, event.stored.user);
          else if (event.type === 'TOKEN_GONE') {
            local.removeItem('token');
            session.checkToken();
          } else actor.send(event);
        },
        answer: async (event) => {
          const before = session.actor.getSnapshot();
          respondTo(world, event);
          await waitFor(session.actor, (snapshot) => snapshot !== before);
          // a read that failed is reported by a timer, so that its caller may try again instead
          await new Promise<void>((resolve) => setTimeout(resolve, 0));
        },
        check: (snapshot: AnyMachineSnapshot, path) => {
          const loggedIn = snapshot.matches('loggedIn');
          expect([session.loggedIn, session.token !== null]).toEqual([loggedIn, loggedIn]);
          expect(local.getItem('token')).toBe(session.token);
          expect(JSON.parse(local.getItem('user-info') ?? 'null')).toEqual(session.user);
          const { challenge, recoveryCodes } = snapshot.context;
          const asksForCode =
            snapshot.matches({ loggedOut: 'challenged' }) || snapshot.matches({ loggedOut: 'proving' });
          expect(challenge !== null).toBe(asksForCode);
          expect(recoveryCodes === null || loggedIn).toBe(true);
          const ended = wasLoggedIn && !loggedIn;
          const last = path.at(-1);
          expect(effects.goToLogin).toHaveBeenCalledTimes(ended && last?.type !== 'TOKEN_GONE' ? 1 : 0);
          const told = effects.toast.mock.calls.map(([message]) => message);
          if (ended && last?.type === 'UNAUTHORIZED') expect(told).toEqual(['登录已过期，请重新登录']);
          // every call that failed is told, but for one with 401, which ends a session
          else expect(told.length).toBe(last?.error instanceof Problem && last.error.status !== 401 ? 1 : 0);
          vi.clearAllMocks();
          wasLoggedIn = loggedIn;
        },
      };
    },
  });
  expect(unvisited).toEqual([]);
}, 20_000);
