import { assertEvent, assign, fromPromise, setup } from 'xstate';
import type { Credentials, Identity, LoginOutcome, SessionContext, SessionEvent, User } from './session-types.ts';

export const profileCacheMs = 5 * 60_000;

const provided = () => {
  throw new Error('This effect must be provided.');
};

/** The same object where nothing is new, so that nobody renders or loads again for it. */
function merge(user: User | null, profile: User): User {
  const merged = { ...user, ...profile };
  return JSON.stringify(merged) === JSON.stringify(user) && user ? user : merged;
}

export const sessionMachine = setup({
  types: {} as { context: SessionContext; events: SessionEvent; input: Identity & { now: () => number } },
  actors: {
    login: fromPromise<LoginOutcome, Credentials>(provided),
    fetchProfile: fromPromise<User>(provided),
    logout: fromPromise<void, { token: string | null }>(provided),
  },
  actions: {
    store: provided,
    clear: provided,
    goToLogin: provided,
    toastExpired: provided,
    forget: assign({ user: null, token: null, refreshedAt: null }),
    follow: assign(({ context, event }) =>
      event.type === 'STORED_ELSEWHERE'
        ? { ...event.stored, refreshedAt: event.stored.token === context.token ? context.refreshedAt : null }
        : {},
    ),
  },
  guards: {
    answered200: (_, { status }: LoginOutcome) => status === 200,
    hasToken: ({ context }) => Boolean(context.token),
    sameSession: ({ context, event }) => event.type === 'STORED_ELSEWHERE' && event.stored.token === context.token,
    signedInElsewhere: ({ event }) => event.type === 'STORED_ELSEWHERE' && Boolean(event.stored.token),
    refreshForced: ({ event }) => event.type === 'REFRESH' && event.force,
    refreshDue: ({ context, event }) =>
      (event.type === 'REFRESH' && event.force) ||
      context.refreshedAt === null ||
      context.now() - context.refreshedAt >= profileCacheMs,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...input, refreshedAt: null, outcome: null, problem: null, leaving: null }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'hasToken', target: 'loggedIn' }, { target: 'loggedOut' }] },
    loggedOut: {
      initial: 'idle',
      on: { STORED_ELSEWHERE: { guard: 'signedInElsewhere', target: 'loggedIn', actions: 'follow' } },
      states: {
        idle: { on: { LOGIN: 'signingIn' } },
        revoking: {
          invoke: {
            id: 'logout',
            src: 'logout',
            input: ({ context }) => ({ token: context.leaving }),
            onDone: 'idle',
            onError: 'idle',
          },
          exit: assign({ leaving: null }),
          on: { LOGIN: 'signingIn' },
        },
        signingIn: {
          entry: assign({ outcome: null, problem: null }),
          invoke: {
            id: 'login',
            src: 'login',
            input: ({ event }) => {
              assertEvent(event, 'LOGIN');
              return event.credentials;
            },
            onDone: [
              {
                guard: { type: 'answered200', params: ({ event }) => event.output },
                target: '#session.loggedIn',
                actions: [
                  assign(({ event: { output } }) => ({
                    outcome: output,
                    user: output.data.user ?? null,
                    token: output.data.token ?? null,
                  })),
                  'store',
                ],
              },
              { target: 'idle', actions: assign({ outcome: ({ event }) => event.output }) },
            ],
            onError: { target: 'idle', actions: assign({ problem: ({ event }) => event.error }) },
          },
        },
      },
    },
    loggedIn: {
      initial: 'idle',
      on: {
        LOGOUT: {
          target: 'loggedOut.revoking',
          actions: [assign({ leaving: ({ context }) => context.token }), 'forget', 'clear', 'goToLogin'],
        },
        UNAUTHORIZED: { target: 'loggedOut', actions: ['forget', 'clear', 'goToLogin', 'toastExpired'] },
        RENEWED: { actions: [assign({ token: ({ event }) => event.token }), 'store'] },
        STORED_ELSEWHERE: [
          { guard: 'sameSession', actions: 'follow' },
          // Leaving `refreshing`: its answer would be about somebody else.
          { guard: 'signedInElsewhere', target: '.idle', actions: 'follow' },
          { target: 'loggedOut', actions: ['forget', 'goToLogin'] },
        ],
      },
      states: {
        idle: { on: { REFRESH: { guard: 'refreshDue', target: 'refreshing' } } },
        refreshing: {
          on: { REFRESH: { guard: 'refreshForced', target: 'refreshing', reenter: true } },
          invoke: {
            id: 'fetchProfile',
            src: 'fetchProfile',
            onDone: {
              target: 'idle',
              actions: [
                assign(({ context, event }) => ({
                  user: merge(context.user, event.output),
                  refreshedAt: context.now(),
                })),
                'store',
              ],
            },
            // A 401 never comes here: the client tells of every one by UNAUTHORIZED, which ends this call.
            onError: 'idle',
          },
        },
      },
    },
  },
});
