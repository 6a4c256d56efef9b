import { createActor, fromPromise, type InspectionEvent, waitFor } from 'xstate';
import { type Client, createClient } from '#api/client.ts';
import { type ErrorKey, errorTexts, type Language } from '#api/facts.gen.ts';
import { can } from './can.ts';
import { sessionMachine } from './session.machine.ts';
import type { Credentials, LoginOutcome } from './session-types.ts';
import type { SessionStorage } from './storage.ts';

/** What the session asks of the pages; they set it once the router and the toasts are there. */
export interface SessionEffects {
  /** `back`: after signing in again, to where one was. */
  goToLogin: (back: boolean) => void;
  toast: (message: string, key: ErrorKey) => void;
  getLanguage: () => Language;
}

export interface SessionOptions {
  effects: SessionEffects;
  storage: Pick<SessionStorage, 'read' | 'write' | 'clear'>;
  now?: () => number;
  baseUrl?: string;
  /** Where other tabs' changes to the storage are heard. */
  tabs?: Pick<EventTarget, 'addEventListener'> | undefined;
  /** Hears of every step; for the tests. */
  inspect?: (event: InspectionEvent) => void;
}

export function createSession(options: SessionOptions) {
  const { effects, storage, now = Date.now, baseUrl = '/dc', tabs, inspect = () => {} } = options;
  const api: Client = createClient({
    baseUrl,
    getToken: () => actor.getSnapshot().context.token,
    getLanguage: () => effects.getLanguage(),
    onUnauthorized: () => actor.send({ type: 'UNAUTHORIZED' }),
    onAccessChanged: () => actor.send({ type: 'REFRESH', force: true }),
  });
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        login: fromPromise(({ input }) => api.POST('/api/v1/auth/login', { body: input })),
        loginTotp: fromPromise(({ input }) => api.POST('/api/v1/auth/login/totp', { body: input })),
        fetchProfile: fromPromise(async ({ signal }) => (await api.GET('/api/v1/profile', { signal })).data),
        logout: fromPromise(async ({ input }) => {
          // outlives the page: leaving a preview loads another
          const headers = { Authorization: `Bearer ${input.token}` };
          await api.POST('/api/v1/auth/logout', { headers, keepalive: true });
        }),
      },
      actions: {
        store: ({ context }) => storage.write(context),
        clear: () => storage.clear(),
        // Later: until this step is over, the session still looks logged in, and a dirty form has not kept its draft.
        goToLogin: (_, { back }) => queueMicrotask(() => effects.goToLogin(back)),
        toastExpired: () => effects.toast(errorTexts.unauthorized[effects.getLanguage()], 'unauthorized'),
      },
    }),
    { input: { ...storage.read(), now }, inspect },
  ).start();
  const context = () => actor.getSnapshot().context;

  // `key` is null where another tab cleared the whole storage; the other keys are not the session's.
  tabs?.addEventListener('storage', (event) => {
    const key = 'key' in event ? event.key : null;
    if (key === null || key === 'token' || key === 'user-info') {
      actor.send({ type: 'STORED_ELSEWHERE', stored: storage.read() });
    }
  });

  const session = {
    actor,
    get user() {
      return context().user;
    },
    get token() {
      return context().token;
    },
    get loggedIn() {
      return actor.getSnapshot().matches('loggedIn');
    },
    /** Answers what the server answered (null where another tab signed in meanwhile), or throws its `Problem`. */
    async login(credentials: Credentials): Promise<LoginOutcome | null> {
      actor.send({ type: 'LOGIN', credentials });
      await waitFor(actor, (snapshot) => !snapshot.matches({ loggedOut: 'signingIn' }));
      const { outcome, problem } = context();
      if (problem !== null) throw problem;
      return outcome;
    },
    /** Gives the code that a login asked for; throws the server's `Problem`, after which another may be tried. */
    async proveCode(code: string): Promise<void> {
      actor.send({ type: 'CODE', code });
      await waitFor(actor, (snapshot) => !snapshot.matches({ loggedOut: 'proving' }));
      const { problem } = context();
      if (problem !== null) throw problem;
    },
    /** Gives up the code that is asked for: another password may be tried. */
    backToPassword: () => actor.send({ type: 'BACK' }),
    /** The recovery codes that came with the login are safe and need not be shown any more. */
    codesKept: () => actor.send({ type: 'CODES_KEPT' }),
    logout: () => actor.send({ type: 'LOGOUT' }),
    /** Takes the token that a change of the password answers. */
    renew: (token: string) => actor.send({ type: 'RENEWED', token }),
    /** Fetches the profile, unless that was done less than five minutes ago; never throws. */
    async refresh(force = false): Promise<void> {
      actor.send({ type: 'REFRESH', force });
      await waitFor(actor, (snapshot) => !snapshot.matches({ loggedIn: 'refreshing' }));
    },
    can: (permission: string) => can(context().user, permission),
    /** Tells of another user or token; the machine's own steps are nobody's business. */
    subscribe(listener: () => void): () => void {
      let { user, token } = context();
      const subscription = actor.subscribe(({ context: next }) => {
        if (next.user === user && next.token === token) return;
        ({ user, token } = next);
        listener();
      });
      return () => subscription.unsubscribe();
    },
  };
  return { session, api };
}

export type Session = ReturnType<typeof createSession>['session'];
