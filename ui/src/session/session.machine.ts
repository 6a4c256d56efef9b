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

const PROFILE_CACHE_MS = 5 * 60_000;

const throwNotProvided = () => {
  throw new Error('This effect must be provided.');
};

/** Merges the profile into the user; returns the same object if nothing changed, to avoid rerenders and reloads. */
function mergeProfile(user: User | null, profile: User): User {
  const merged = { ...user, ...profile };
  return JSON.stringify(merged) === JSON.stringify(user) && user ? user : merged;
}

const CLEARED_ATTEMPT = { outcome: null, problem: null, challenge: null, hasChallengeExpired: false };
const ANONYMOUS = { user: null, token: null, refreshedAt: null, recoveryCodes: null };

/** The setup of the session machine; actors and effects are provided by `createSession`. */
const sessionSetup = setup({
  types: {} as { context: SessionContext; events: SessionEvent; input: Identity & { now: () => number } },
  actors: {
    login: fromPromise<LoginOutcome, Credentials>(throwNotProvided),
    loginTotp: fromPromise<SignedIn, { challenge: string; code: string }>(throwNotProvided),
    fetchProfile: fromPromise<User>(throwNotProvided),
    logout: fromPromise<void, { token: string | null }>(throwNotProvided),
  },
  actions: {
    store: throwNotProvided,
    clear: throwNotProvided,
    /** `back` returns after login to the page that the end of the session interrupted. */
    goToLogin: (_, _params: { back: boolean }) => throwNotProvided(),
    toastExpired: throwNotProvided,
    forget: assign(ANONYMOUS),
    forgetCodes: assign({ recoveryCodes: null }),
    forgetChallenge: assign({ challenge: null }),
    begin: assign(CLEARED_ATTEMPT),
    /** Stores the result of a login: the user, or the challenge that requires a code. */
    take: assign((_, outcome: LoginOutcome) => {
      if (!('token' in outcome.data)) return { outcome, challenge: outcome.data };
      const { user, token, recoveryCodes = null } = outcome.data;
      return { outcome, user, token, recoveryCodes, challenge: null };
    }),
    follow: assign(({ context, event }) =>
      event.type === 'STORED_ELSEWHERE'
        ? { ...ANONYMOUS, ...(event.stored.token === context.token ? context : CLEARED_ATTEMPT), ...event.stored }
        : {},
    ),
  },
  guards: {
    answered200: (_, { status }: LoginOutcome) => status === 200,
    /** Whether the challenge was rejected, not the code. */
    challengeSpent: (_, error: unknown) =>
      error instanceof Problem && error.fields.some(({ pointer }) => pointer === '/challenge'),
    hasToken: ({ context }) => Boolean(context.token),
    sameSession: ({ context, event }) => event.type === 'STORED_ELSEWHERE' && event.stored.token === context.token,
    signedInElsewhere: ({ event }) => event.type === 'STORED_ELSEWHERE' && Boolean(event.stored.token),
    refreshForced: ({ event }) => event.type === 'REFRESH' && event.isForced,
    refreshDue: ({ context, event }) =>
      (event.type === 'REFRESH' && event.isForced) ||
      context.refreshedAt === null ||
      context.now() - context.refreshedAt >= PROFILE_CACHE_MS,
  },
});

const goToLogin = { type: 'goToLogin', params: { back: false } } as const;

/** The session from sign-in to sign-out. It is logged in while it has a token. */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  context: ({ input }) => ({
    refreshedAt: null,
    challenge: null,
    hasChallengeExpired: false,
    recoveryCodes: null,
    outcome: null,
    problem: null,
    revokingToken: null,
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
            input: ({ context }) => ({ token: context.revokingToken }),
            onDone: 'idle',
            onError: 'idle',
          },
          exit: assign({ revokingToken: null }),
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
                actions: [
                  'forgetChallenge',
                  assign({ hasChallengeExpired: true, problem: ({ event }) => event.error }),
                ],
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
          actions: [assign({ revokingToken: ({ context }) => context.token }), 'forget', 'clear', goToLogin],
        },
        UNAUTHORIZED: {
          target: 'loggedOut',
          actions: ['forget', 'clear', { type: 'goToLogin', params: { back: true } }, 'toastExpired'],
        },
        CODES_KEPT: { actions: 'forgetCodes' },
        RENEWED: { actions: [assign({ token: ({ event }) => event.token }), 'store'] },
        STORED_ELSEWHERE: [
          { guard: 'sameSession', actions: 'follow' },
          // leaves `refreshing`, whose response would belong to another user
          { guard: 'signedInElsewhere', target: '.idle', actions: 'follow' },
          { target: 'loggedOut', actions: ['forget', goToLogin] },
        ],
        // the navigation that notices it redirects to /login
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
                  user: mergeProfile(context.user, event.output),
                  refreshedAt: context.now(),
                })),
                'store',
              ],
            },
            // never a 401, because the client sends UNAUTHORIZED for it, which ends this call
            onError: 'idle',
          },
        },
      },
    },
  },
});
