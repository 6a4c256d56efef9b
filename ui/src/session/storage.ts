import type { Identity, User } from './session-types.ts';

/** Stores the session in the browser. Never throws; if the browser denies storage, the session lasts as long as the page. */
export interface SessionStorage {
  read: () => Identity;
  write: (stored: Identity) => void;
  clear: () => void;
  isReloaded: () => boolean;
  /** Returns whether the flag was stored. */
  markReloaded: () => boolean;
  clearReloaded: () => void;
}

const KEYS = { user: 'user-info', token: 'token', reloaded: 'page-reloaded' } as const;

function parseUser(text: string | null): User | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isUser = typeof value === 'object' && value !== null && 'roles' in value && Array.isArray(value.roles);
    // The cast: only this product writes the key, and the server decides on every permission anyway.
    return isUser ? (value as User) : null;
  } catch {
    return null;
  }
}

export function createStorage(open: () => Storage = () => globalThis.localStorage): SessionStorage {
  function attempt<T>(use: (storage: Storage) => T, fallback: T): T {
    try {
      return use(open());
    } catch {
      return fallback;
    }
  }
  return {
    read: () =>
      attempt(
        (storage) => ({ user: parseUser(storage.getItem(KEYS.user)), token: storage.getItem(KEYS.token) || null }),
        {
          user: null,
          token: null,
        },
      ),
    // the token is written last and removed first, because other tabs get an event for each key
    write: ({ user, token }) =>
      attempt((storage) => {
        storage.setItem(KEYS.user, JSON.stringify(user));
        storage.setItem(KEYS.token, token ?? '');
      }, undefined),
    clear: () =>
      attempt((storage) => {
        storage.removeItem(KEYS.token);
        storage.removeItem(KEYS.user);
      }, undefined),
    isReloaded: () => attempt((storage) => storage.getItem(KEYS.reloaded) !== null, false),
    markReloaded: () =>
      attempt((storage) => {
        storage.setItem(KEYS.reloaded, '1');
        return storage.getItem(KEYS.reloaded) === '1';
      }, false),
    clearReloaded: () => attempt((storage) => storage.removeItem(KEYS.reloaded), undefined),
  };
}
