import { assign, fromPromise, setup } from 'xstate';
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

export const profileCacheMs = 5 * 60_000;

const provided = () => {
  throw new Error('This effect must be provided.');
};

/** The same object where nothing is new, so that nobody renders or loads again for it. */
export function merge(user: User | null, profile: User): User {
  const merged = { ...user, ...profile };
  return JSON.stringify(merged) === JSON.stringify(user) && user ? user : merged;
}

const begun = { outcome: null, problem: null, challenge: null, lapsed: false };
const nobody = { user: null, token: null, refreshedAt: null, recoveryCodes: null };

/** What the machine of the session works with; its actors and effects are provided where it is started. */
export const sessionSetup = setup({
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
