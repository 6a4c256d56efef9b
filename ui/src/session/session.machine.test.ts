import { expect, it, vi } from 'vitest';
import { type AnyActor, type AnyEventObject, type AnyMachineSnapshot, waitFor } from 'xstate';
import { Problem } from '#api/problem.ts';
import { createTestSession, createUser } from '#testing/test-session.ts';
import { effectName, walkMachine } from '#testing/walk-machine.ts';
import { sessionMachine } from './session.machine.ts';

const user = createUser('ann');
const PATHS: Record<string, string> = {
  login: '/api/v1/auth/login',
  loginTotp: '/api/v1/auth/login/totp',
  logout: '/api/v1/auth/logout',
  fetchProfile: '/api/v1/profile',
};

function createProblem(status: number, pointer?: string): Problem {
  const fields = pointer === undefined ? [] : [{ pointer, rule: 'spentToken' as const, message: '…' }];
  return new Problem({ status, code: status, key: 'unknownError', message: '…', fields });
}

function doneEvent(effect: string, output?: unknown): AnyEventObject {
  return { type: `xstate.done.actor.${effect}`, output };
}

function errorEvent(effect: string, status: number, pointer?: string): AnyEventObject {
  return { type: `xstate.error.actor.${effect}`, error: createProblem(status, pointer) };
}

const events: AnyEventObject[] = [
  { type: 'LOGIN', credentials: { username: 'ann', password: 'secret' } },
  { type: 'CODE', code: '492039' },
  { type: 'BACK' },
  { type: 'CODES_KEPT' },
  { type: 'LOGOUT' },
  { type: 'UNAUTHORIZED' },
  { type: 'REFRESH', isForced: false },
  { type: 'REFRESH', isForced: true },
  { type: 'RENEWED', token: 'renewed' },
  { type: 'TOKEN_GONE' },
  { type: 'STORED_ELSEWHERE', stored: { user: null, token: null } },
  { type: 'STORED_ELSEWHERE', stored: { user, token: 'first' } },
  { type: 'STORED_ELSEWHERE', stored: { user: createUser('bob'), token: 'elsewhere' } },
  doneEvent('login', { status: 200, data: { user, token: 'first' } }),
  doneEvent('login', { status: 202, data: { challenge: 'c' } }),
  doneEvent('loginTotp', { status: 200, data: { user, token: 'first', recoveryCodes: ['7kq4-m2xd-9fwa'] } }),
  errorEvent('loginTotp', 422, '/code'),
  errorEvent('loginTotp', 422, '/challenge'),
  errorEvent('login', 422),
  errorEvent('login', 0),
  doneEvent('fetchProfile', createUser('ann', 'country:read')),
  errorEvent('fetchProfile', 500),
  errorEvent('fetchProfile', 0),
  doneEvent('logout'),
  errorEvent('logout', 401),
];

function respondTo(world: ReturnType<typeof createTestSession>, event: AnyEventObject): void {
  const effect = effectName(event);
  const path = PATHS[effect] ?? '';
  if (event.error instanceof Problem) {
    world.respond(path, event.error.status, { key: 'unauthorized', traceId: 't', fields: event.error.fields });
  } else if (effect === 'login' || effect === 'loginTotp') {
    world.respond(path, event.output.status, event.output.data);
  } else {
    world.respond(path, 200, event.output ?? {});
  }
}

it('keeps storage, effects and state consistent on every path through the machine', async () => {
  const unvisited = await walkMachine({
    machine: sessionMachine,
    inputs: [
      { user: null, token: null, now: () => 0 },
      { user, token: 'first', now: () => 0 },
    ],
    events,
    serialize: ({ value, context }) => {
      const { token, refreshedAt, challenge, hasChallengeExpired, recoveryCodes } = context;
      return JSON.stringify([
        value,
        token,
        refreshedAt !== null,
        challenge !== null,
        hasChallengeExpired,
        recoveryCodes !== null,
      ]);
    },
    start: (input, inspect) => {
      // The cast: one of `inputs` above.
      const { token } = input as { token: string | null };
      const stored: Record<string, string> = token === null ? {} : { token, 'user-info': JSON.stringify(user) };
      const world = createTestSession(stored, { inspect, now: () => 0 });
      const { session, localStorage, effects } = world;
      const actor: AnyActor = session.actor;
      let wasLoggedIn = token !== null;
      return {
        actor,
        send: (event) => {
          if (event.type === 'STORED_ELSEWHERE') world.changeInOtherTab(event.stored.token, event.stored.user);
          else if (event.type === 'TOKEN_GONE') {
            localStorage.removeItem('token');
            session.checkToken();
          } else actor.send(event);
        },
        completeEffect: async (event) => {
          const snapshot = session.actor.getSnapshot();
          respondTo(world, event);
          await waitFor(session.actor, (next) => next !== snapshot);
          // a failed read is reported by a timer, so that its caller may retry instead
          await new Promise<void>((resolve) => setTimeout(resolve, 0));
        },
        check: (snapshot: AnyMachineSnapshot, path) => {
          const loggedIn = snapshot.matches('loggedIn');
          expect([session.loggedIn, session.token !== null]).toEqual([loggedIn, loggedIn]);
          expect(localStorage.getItem('token')).toBe(session.token);
          expect(JSON.parse(localStorage.getItem('user-info') ?? 'null')).toEqual(session.user);
          const { challenge, recoveryCodes } = snapshot.context;
          const asksForCode =
            snapshot.matches({ loggedOut: 'challenged' }) || snapshot.matches({ loggedOut: 'proving' });
          expect(challenge !== null).toBe(asksForCode);
          expect(recoveryCodes === null || loggedIn).toBe(true);
          const hasEnded = wasLoggedIn && !loggedIn;
          const lastEvent = path.at(-1);
          expect(effects.goToLogin).toHaveBeenCalledTimes(hasEnded && lastEvent?.type !== 'TOKEN_GONE' ? 1 : 0);
          const toastMessages = effects.toast.mock.calls.map(([message]) => message);
          if (hasEnded && lastEvent?.type === 'UNAUTHORIZED') expect(toastMessages).toEqual(['登录已过期，请重新登录']);
          // every failed request shows a toast, except a 401, which ends the session
          else
            expect(toastMessages.length).toBe(
              lastEvent?.error instanceof Problem && lastEvent.error.status !== 401 ? 1 : 0,
            );
          vi.clearAllMocks();
          wasLoggedIn = loggedIn;
        },
      };
    },
  });
  expect(unvisited).toEqual([]);
}, 20_000);
