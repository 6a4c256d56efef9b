import { createActor, fromPromise, type InspectionEvent, waitFor } from 'xstate';
import { type Client, createClient } from '#api/client.ts';
import { type ErrorKey, type Language, ownErrorTexts } from '#api/metadata.gen.ts';
import { can } from './permissions.ts';
import { sessionMachine } from './session.machine.ts';
import type { Credentials, Identity, LoginOutcome } from './session-types.ts';
import type { SessionStore } from './storage.ts';

/** Effects that need the router and the toasts, which are connected later. */
export interface SessionEffects {
  /** `returnAfterLogin` returns to the current page after signing in again. */
  goToLogin: (returnAfterLogin: boolean) => void;
  /** `requestKey` identifies the request that has failed, if it was one. */
  toast: (message: string, key: ErrorKey, requestKey?: string) => void;
  /** Takes back what was said of a request that has succeeded since. */
  clearToast: (requestKey: string) => void;
  getLanguage: () => Language;
}

export interface SessionOptions {
  effects: SessionEffects;
  storage: Pick<SessionStore, 'read' | 'write' | 'clear'>;
  /** a monotonic clock in milliseconds */
  now?: () => number;
  baseUrl?: string;
  /** where storage events of other tabs arrive, normally `window` */
  storageEvents?: Pick<EventTarget, 'addEventListener'> | undefined;
  /** called on every step of the machine, for tests */
  inspect?: (event: InspectionEvent) => void;
}

/** How long a navigation waits for the profile before it continues with the known one. */
export const PROFILE_WAIT_MS = 1000;
/** How long a sign-out waits for a server that may not answer. */
const UNSENT_WORK_WAIT_MS = 2000;

/**
 * Creates a clock that is monotonic and also runs while the computer sleeps. Of the browser's two clocks, Date.now() can be
 * set back and performance.now() may stop during sleep.
 */
export function createClock(date: () => number = Date.now, sinceStart: () => number = () => performance.now()) {
  let time = 0;
  let lastReadings = [date(), sinceStart()];
  return (): number => {
    const readings = [date(), sinceStart()];
    time += Math.max(0, ...readings.map((value, index) => value - (lastReadings[index] ?? value)));
    lastReadings = readings;
    return time;
  };
}

export function createSession(options: SessionOptions) {
  const { effects, storage, now = createClock(), baseUrl = '/dc', storageEvents, inspect = () => {} } = options;
  /** the token that this page last read or wrote */
  let storedToken = storage.read().token;

  function storeIdentity(identity: Identity): void {
    // a new profile must not restore a token that was removed meanwhile; the next navigation ends the session
    if (identity.token === storedToken && storage.read().token !== storedToken) return;
    storage.write(identity);
    storedToken = storage.read().token;
  }

  const api: Client = createClient({
    baseUrl,
    getToken: () => actor.getSnapshot().context.token,
    getLanguage: () => effects.getLanguage(),
    onUnauthorized: () => actor.send({ type: 'UNAUTHORIZED' }),
    onAccessChanged: () => actor.send({ type: 'REFRESH', isForced: true }),
    onProblem: ({ message, key }, requestKey) => effects.toast(message, key, requestKey),
    onRecovered: (requestKey) => effects.clearToast(requestKey),
  });
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        login: fromPromise(({ input }) => api.POST('/api/v1/auth/login', { body: input })),
        loginTotp: fromPromise(({ input }) => api.POST('/api/v1/auth/login/totp', { body: input })),
        fetchProfile: fromPromise(async ({ signal }) => (await api.GET('/api/v1/profile', { signal })).data),
        logout: fromPromise(async ({ input }) => {
          // keepalive, because leaving a preview reloads the page
          const headers = { Authorization: `Bearer ${input.token}` };
          await api.POST('/api/v1/auth/logout', { headers, keepalive: true });
        }),
      },
      actions: {
        store: ({ context }) => storeIdentity(context),
        clear: () => {
          storedToken = null;
          storage.clear();
        },
        // deferred: during this step the session is still logged in, and a dirty form has not saved its draft yet
        goToLogin: (_, { back: returnAfterLogin }) => queueMicrotask(() => effects.goToLogin(returnAfterLogin)),
        toastExpired: () => effects.toast(ownErrorTexts.unauthorized[effects.getLanguage()], 'unauthorized'),
      },
    }),
    { input: { ...storage.read(), now }, inspect },
  ).start();
  const context = () => actor.getSnapshot().context;
  const unsentWork = new Set<() => Promise<unknown>>();

  function adoptStored(stored: Identity): void {
    storedToken = stored.token;
    actor.send({ type: 'STORED_ELSEWHERE', stored });
  }

  // `key` is null if another tab cleared the whole storage
  storageEvents?.addEventListener('storage', (event) => {
    const key = 'key' in event ? event.key : null;
    if (key === null || key === 'token' || key === 'user-info') {
      adoptStored(storage.read());
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
    /** Returns the server's response, or null if another tab signed in meanwhile. Throws the server's `Problem`. */
    async login(credentials: Credentials): Promise<LoginOutcome | null> {
      actor.send({ type: 'LOGIN', credentials });
      await waitFor(actor, (snapshot) => !snapshot.matches({ loggedOut: 'signingIn' }));
      const { outcome, problem } = context();
      if (problem !== null) throw problem;
      return outcome;
    },
    /** Submits the code that a login requires. Throws the server's `Problem`; another code may then be tried, unless the challenge has expired. */
    async submitCode(code: string): Promise<void> {
      actor.send({ type: 'CODE', code });
      await waitFor(actor, (snapshot) => !snapshot.matches({ loggedOut: 'proving' }));
      const { problem } = context();
      if (problem !== null) throw problem;
    },
    /** Returns from the code to the password. */
    backToPassword: () => actor.send({ type: 'BACK' }),
    /** Forgets the recovery codes that the login has shown once the user has saved them. */
    confirmCodesSaved: () => actor.send({ type: 'CODES_KEPT' }),
    /**
     * Registers work to send before the user is signed out. Sign-out waits for it for at most UNSENT_WORK_WAIT_MS. Returns a function
     * that unregisters it.
     */
    beforeLogout(send: () => Promise<unknown>) {
      unsentWork.add(send);
      return () => void unsentWork.delete(send);
    },
    async logout(): Promise<void> {
      if (unsentWork.size > 0) {
        const timeout = new Promise((resolve) => setTimeout(resolve, UNSENT_WORK_WAIT_MS));
        await Promise.race([Promise.allSettled([...unsentWork].map((send) => send())), timeout]);
      }
      actor.send({ type: 'LOGOUT' });
    },
    /** Stores the new token after a change of the password. */
    replaceToken: (token: string) => actor.send({ type: 'RENEWED', token }),
    /**
     * Fetches the profile, unless that was done less than five minutes ago; never throws. If a profile is known already, it
     * waits only for PROFILE_WAIT_MS, and a late response is applied when it arrives.
     */
    async refresh(isForced = false): Promise<void> {
      actor.send({ type: 'REFRESH', isForced });
      const timeout = context().user === null ? Number.POSITIVE_INFINITY : PROFILE_WAIT_MS;
      await waitFor(actor, (snapshot) => !snapshot.matches({ loggedIn: 'refreshing' }), { timeout }).catch(() => {});
    },
    /** Ends the session if the token is no longer stored, since there is no event for changes made in this tab. */
    checkToken(): void {
      // the browser denies storage, so nothing was removed
      if (storedToken !== context().token) return;
      const stored = storage.read();
      if (stored.token === storedToken) return;
      if (stored.token) adoptStored(stored);
      else actor.send({ type: 'TOKEN_GONE' });
    },
    can: (permission: string) => can(context().user, permission),
    /** Calls the listener when the user or the token changes. */
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
