import type { Identity, User } from './session-types.ts';

/** A session of this tab with the permissions of a role. The user's own session stays unchanged. */
export interface Preview {
  token: string;
  user: User;
  /** the path to return to when the preview ends */
  from: string;
}

const KEYS = { preview: 'preview', over: 'preview-over' } as const;

/** Stores the preview in this tab. Never throws; if the browser denies storage, there is no preview. */
export function createPreviewStorage(open: () => Storage = () => globalThis.sessionStorage) {
  function attempt<T>(use: (storage: Storage) => T, fallback: T): T {
    try {
      return use(open());
    } catch {
      return fallback;
    }
  }
  // The cast: only this product writes the key, and the server decides on every permission anyway.
  const read = () => attempt((storage) => JSON.parse(storage.getItem(KEYS.preview) ?? 'null') as Preview | null, null);
  return {
    start: (preview: Preview) =>
      attempt((storage) => storage.setItem(KEYS.preview, JSON.stringify(preview)), undefined),
    read,
    /** Updates user and token during a preview. */
    write: ({ user, token }: Identity) =>
      attempt((storage) => {
        const stored = read();
        if (stored) storage.setItem(KEYS.preview, JSON.stringify({ ...stored, user, token }));
      }, undefined),
    clear: () => attempt((storage) => storage.removeItem(KEYS.preview), undefined),
    /** Records that the preview has ended by itself, for a message on the next page. */
    markEnded: () => attempt((storage) => storage.setItem(KEYS.over, '1'), undefined),
    takeEnded: () =>
      attempt((storage) => {
        const wasEnded = storage.getItem(KEYS.over) !== null;
        storage.removeItem(KEYS.over);
        return wasEnded;
      }, false),
  };
}
