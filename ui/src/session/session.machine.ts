import { assertEvent, assign, type ErrorActorEvent, fromPromise, setup } from 'xstate';
import { Problem } from '#api/problem.ts';
import type {
  Credentials,
  Identity,
  LoginOutcome,
  SessionContext,
  SessionEvent,
  SignedIn,
  User,
} from './session-types.ts';

const profileCacheMs = 5 * 60_000;

const provided = () => {
  throw new Error('This effect must be provided.');
};

/** The same object where nothing is new, so that nobody renders or loads again for it. */
function merge(user: User | null, profile: User): User {
  const merged = { ...user, ...profile };
  return JSON.stringify(merged) === JSON.stringify(user) && user ? user : merged;
}

const begun = { outcome: null, problem: null, challenge: null, lapsed: false };
const nobody = { user: null, token: null, refreshedAt: null, recoveryCodes: null };

/** What the machine of the session works with; its actors and effects are provided where it is started. */
const sessionSetup = setup({
  types: {} as { context: SessionContext; events: SessionEvent; input: Identity & { now: () => number } },
  actors: {
    login: fromPromise<LoginOutcome, Credentials>(provided),
    loginTotp: fromPromise<SignedIn, { challenge: string; code: string }>(provided),
    fetchProfile: fromPromise<User>(provided),
    logout: fromPromise<void, { token: string | null }>(provided),
  },
  actions: {
    store: provided,
    clear: provided,
    /** `back`: to be led back afterwards to what the session's end interrupted. */
    goToLogin: (_, _params: { back: boolean }) => provided(),
    toastExpired: provided,
    forget: assign(nobody),
    forgetCodes: assign({ recoveryCodes: null }),
    forgetChallenge: assign({ challenge: null }),
    begin: assign(begun),
    /** What a login answered: who is in now, or what a code is wanted for. */
    take: assign((_, outcome: LoginOutcome) => {
      if (!('token' in outcome.data)) return { outcome, challenge: outcome.data };
      const { user, token, recoveryCodes = null } = outcome.data;
      return { outcome, user, token, recoveryCodes, challenge: null };
    }),
    follow: assign(({ context, event }) =>
      event.type === 'STORED_ELSEWHERE'
        ? { ...nobody, ...(event.stored.token === context.token ? context : begun), ...event.stored }
        : {},
    ),
  },
  guards: {
    answered200: (_, { status }: LoginOutcome) => status === 200,
    /** What is wrong is not the code, but what it is an answer to. */
    challengeSpent: (_, error: unknown) =>
      error instanceof Problem && error.fields.some(({ pointer }) => pointer === '/challenge'),
    hasToken: ({ context }) => Boolean(context.token),
    sameSession: ({ context, event }) => event.type === 'STORED_ELSEWHERE' && event.stored.token === context.token,
    signedInElsewhere: ({ event }) => event.type === 'STORED_ELSEWHERE' && Boolean(event.stored.token),
    refreshForced: ({ event }) => event.type === 'REFRESH' && event.force,
    refreshDue: ({ context, event }) =>
      (event.type === 'REFRESH' && event.force) ||
      context.refreshedAt === null ||
      context.now() - context.refreshedAt >= profileCacheMs,
  },
});

const leave = { type: 'goToLogin', params: { back: false } } as const;

/** A life from signing in to signing out, by the spec: logged in is whoever holds a token. */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: ({ input }) => ({
    ...{ refreshedAt: null, challenge: null, lapsed: false, recoveryCodes: null },
    ...{ outcome: null, problem: null, leaving: null },
    ...input,
  }),
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
          entry: 'begin',
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
                actions: [{ type: 'take', params: ({ event }) => event.output }, 'store'],
              },
              { target: 'challenged', actions: { type: 'take', params: ({ event }) => event.output } },
            ],
            onError: { target: 'idle', actions: assign({ problem: ({ event }) => event.error }) },
          },
        },
        challenged: {
          on: { CODE: 'proving', LOGIN: 'signingIn', BACK: { target: 'idle', actions: 'forgetChallenge' } },
        },
        proving: {
          entry: assign({ problem: null }),
          on: { BACK: { target: 'idle', actions: 'forgetChallenge' } },
          invoke: {
            id: 'loginTotp',
            src: 'loginTotp',
            input: ({ context, event }) => {
              assertEvent(event, 'CODE');
              return { challenge: context.challenge?.challenge ?? '', code: event.code };
            },
            onDone: {
              target: '#session.loggedIn',
              actions: [{ type: 'take', params: ({ event }) => event.output }, 'store'],
            },
            onError: [
              {
                guard: { type: 'challengeSpent', params: ({ event }: { event: ErrorActorEvent }) => event.error },
                target: 'idle',
                actions: ['forgetChallenge', assign({ lapsed: true, problem: ({ event }) => event.error })],
              },
              { target: 'challenged', actions: assign({ problem: ({ event }) => event.error }) },
            ],
          },
        },
      },
    },
    loggedIn: {
      initial: 'idle',
      on: {
        LOGOUT: {
          target: 'loggedOut.revoking',
          actions: [assign({ leaving: ({ context }) => context.token }), 'forget', 'clear', leave],
        },
        UNAUTHORIZED: {
          target: 'loggedOut',
          actions: ['forget', 'clear', { type: 'goToLogin', params: { back: true } }, 'toastExpired'],
        },
        CODES_KEPT: { actions: 'forgetCodes' },
        RENEWED: { actions: [assign({ token: ({ event }) => event.token }), 'store'] },
        STORED_ELSEWHERE: [
          { guard: 'sameSession', actions: 'follow' },
          // Leaving `refreshing`: its answer would be about somebody else.
          { guard: 'signedInElsewhere', target: '.idle', actions: 'follow' },
          { target: 'loggedOut', actions: ['forget', leave] },
        ],
        // Whoever notices is on the way to a page and leads to /login from there.
        TOKEN_GONE: { target: 'loggedOut', actions: ['forget', 'clear'] },
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
