import type { Identity, User } from './session-types.ts';

/** Never throws: where the browser refuses its storage, the session lives as long as the page. */
export interface SessionStorage {
  read: () => Identity;
  write: (stored: Identity) => void;
  clear: () => void;
  reloaded: () => boolean;
  /** Answers whether the flag is really kept. */
  setReloaded: () => boolean;
  clearReloaded: () => void;
}

const keys = { user: 'user-info', token: 'token', reloaded: 'page-reloaded' } as const;

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
  function attempt<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(open());
    } catch {
      return otherwise;
    }
  }
  return {
    read: () =>
      attempt(
        (storage) => ({ user: parseUser(storage.getItem(keys.user)), token: storage.getItem(keys.token) || null }),
        {
          user: null,
          token: null,
        },
      ),
    // The token last when signing in and first when signing out: other tabs hear of each key by itself.
    write: ({ user, token }) =>
      attempt((storage) => {
        storage.setItem(keys.user, JSON.stringify(user));
        storage.setItem(keys.token, token ?? '');
      }, undefined),
    clear: () =>
      attempt((storage) => {
        storage.removeItem(keys.token);
        storage.removeItem(keys.user);
      }, undefined),
    reloaded: () => attempt((storage) => storage.getItem(keys.reloaded) !== null, false),
    setReloaded: () =>
      attempt((storage) => {
        storage.setItem(keys.reloaded, '1');
        return storage.getItem(keys.reloaded) === '1';
      }, false),
    clearReloaded: () => attempt((storage) => storage.removeItem(keys.reloaded), undefined),
  };
}
