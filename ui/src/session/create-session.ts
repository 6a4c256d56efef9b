import { createActor, fromPromise, type InspectionEvent, waitFor } from 'xstate';
import { type Client, createClient } from '#api/client.ts';
import { type ErrorKey, errorTexts, type Language } from '#api/facts.gen.ts';
import { can } from './can.ts';
import { sessionMachine } from './session.machine.ts';
import type { Credentials, Identity, LoginOutcome } from './session-types.ts';
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
  /** Milliseconds that never go back. */
  now?: () => number;
  baseUrl?: string;
  /** Where other tabs' changes to the storage are heard. */
  tabs?: Pick<EventTarget, 'addEventListener'> | undefined;
  /** Hears of every step; for the tests. */
  inspect?: (event: InspectionEvent) => void;
}

/** How long a navigation waits for the profile before it goes on with what is known. */
export const PROFILE_WAIT_MS = 1000;

/**
 * A clock that a change of the computer's time never sets back, and that goes on while the computer sleeps: of the two
 * that a browser has, each lacks one of these.
 */
export function createClock(date: () => number = Date.now, sinceStart: () => number = () => performance.now()) {
  let time = 0;
  let last = [date(), sinceStart()];
  return (): number => {
    const next = [date(), sinceStart()];
    time += Math.max(0, ...next.map((value, index) => value - (last[index] ?? value)));
    last = next;
    return time;
  };
}

export function createSession(options: SessionOptions) {
  const { effects, storage, now = createClock(), baseUrl = '/dc', tabs, inspect = () => {} } = options;
  /** The token as this page last knew it to be stored. */
  let storedToken = storage.read().token;

  function store(identity: Identity): void {
    // a fresh profile does not bring back a token that was taken away meanwhile: the next navigation ends the session
    if (identity.token === storedToken && storage.read().token !== storedToken) return;
    storage.write(identity);
    storedToken = storage.read().token;
  }

  const api: Client = createClient({
    baseUrl,
    getToken: () => actor.getSnapshot().context.token,
    getLanguage: () => effects.getLanguage(),
    onUnauthorized: () => actor.send({ type: 'UNAUTHORIZED' }),
    onAccessChanged: () => actor.send({ type: 'REFRESH', force: true }),
    onProblem: ({ message, key }) => effects.toast(message, key),
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
        store: ({ context }) => store(context),
        clear: () => {
          storedToken = null;
          storage.clear();
        },
        // Later: until this step is over, the session still looks logged in, and a dirty form has not kept its draft.
        goToLogin: (_, { back }) => queueMicrotask(() => effects.goToLogin(back)),
        toastExpired: () => effects.toast(errorTexts.unauthorized[effects.getLanguage()], 'unauthorized'),
      },
    }),
    { input: { ...storage.read(), now }, inspect },
  ).start();
  const context = () => actor.getSnapshot().context;

  function follow(stored: Identity): void {
    storedToken = stored.token;
    actor.send({ type: 'STORED_ELSEWHERE', stored });
  }

  // `key` is null where another tab cleared the whole storage; the other keys are not the session's.
  tabs?.addEventListener('storage', (event) => {
    const key = 'key' in event ? event.key : null;
    if (key === null || key === 'token' || key === 'user-info') {
      follow(storage.read());
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
    /**
     * Fetches the profile, unless that was done less than five minutes ago; never throws. Whoever is known by then is
     * not held up for long: the answer to a call that hangs is applied when it arrives.
     */
    async refresh(force = false): Promise<void> {
      actor.send({ type: 'REFRESH', force });
      const timeout = context().user === null ? Number.POSITIVE_INFINITY : PROFILE_WAIT_MS;
      await waitFor(actor, (snapshot) => !snapshot.matches({ loggedIn: 'refreshing' }), { timeout }).catch(() => {});
    },
    /** Looks whether the token is still stored: logged in is whoever has one, and nothing tells when this tab loses it. */
    checkToken(): void {
      // where the browser refuses to store it, nothing was lost
      if (storedToken !== context().token) return;
      const stored = storage.read();
      if (stored.token === storedToken) return;
      if (stored.token) follow(stored);
      else actor.send({ type: 'TOKEN_GONE' });
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
