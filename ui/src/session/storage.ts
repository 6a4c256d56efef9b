import type { Identity, User } from './session-types.ts';

/** Stores the session in the browser. Never throws; if the browser denies storage, the session lasts as long as the page. */
export interface SessionStore {
  read: () => Identity;
  write: (stored: Identity) => void;
  clear: () => void;
  wasAutoReloaded: () => boolean;
  /** Returns whether the flag was stored. */
  markAutoReloaded: () => boolean;
  clearAutoReloaded: () => void;
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

/** Creates a function that uses a storage of the browser, or returns the fallback if the browser denies it. */
const createAttempt =
  (open: () => Storage) =>
  <T>(use: (storage: Storage) => T, fallback: T): T => {
    try {
      return use(open());
    } catch {
      return fallback;
    }
  };

export function createStorage(open: () => Storage = () => globalThis.localStorage): SessionStore {
  const attempt = createAttempt(open);
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
    wasAutoReloaded: () => attempt((storage) => storage.getItem(KEYS.reloaded) !== null, false),
    markAutoReloaded: () =>
      attempt((storage) => {
        storage.setItem(KEYS.reloaded, '1');
        return storage.getItem(KEYS.reloaded) === '1';
      }, false),
    clearAutoReloaded: () => attempt((storage) => storage.removeItem(KEYS.reloaded), undefined),
  };
}

/** A session of this tab with the permissions of a role. The user's own session stays unchanged. */
export interface Preview {
  token: string;
  user: User;
  /** the path to return to when the preview ends */
  from: string;
}

const PREVIEW_KEYS = { preview: 'preview', over: 'preview-over' } as const;

/** Stores the preview in this tab. Never throws; if the browser denies storage, there is no preview. */
export function createPreviewStorage(open: () => Storage = () => globalThis.sessionStorage) {
  const attempt = createAttempt(open);
  // The cast: only this product writes the key, and the server decides on every permission anyway.
  const read = () =>
    attempt((storage) => JSON.parse(storage.getItem(PREVIEW_KEYS.preview) ?? 'null') as Preview | null, null);
  return {
    start: (preview: Preview) =>
      attempt((storage) => storage.setItem(PREVIEW_KEYS.preview, JSON.stringify(preview)), undefined),
    read,
    /** Updates user and token during a preview. */
    write: ({ user, token }: Identity) =>
      attempt((storage) => {
        const stored = read();
        if (stored) storage.setItem(PREVIEW_KEYS.preview, JSON.stringify({ ...stored, user, token }));
      }, undefined),
    clear: () => attempt((storage) => storage.removeItem(PREVIEW_KEYS.preview), undefined),
    /** Records that the preview has ended by itself, for a message on the next page. */
    markEnded: () => attempt((storage) => storage.setItem(PREVIEW_KEYS.over, '1'), undefined),
    takeEnded: () =>
      attempt((storage) => {
        const wasEnded = storage.getItem(PREVIEW_KEYS.over) !== null;
        storage.removeItem(PREVIEW_KEYS.over);
        return wasEnded;
      }, false),
  };
}
