import type { Identity, User } from './session-types.ts';

/** A session that sees with a role's eyes: this tab's alone, beside the person's own, which stays as it is. */
export interface Preview {
  token: string;
  user: User;
  /** Where it was begun, and where leaving it leads back to. */
  from: string;
}

const keys = { preview: 'preview', over: 'preview-over' } as const;

/** Never throws: where the browser refuses its storage, there is no preview. */
export function createPreviewStorage(open: () => Storage = () => globalThis.sessionStorage) {
  function attempt<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(open());
    } catch {
      return otherwise;
    }
  }
  // The cast: only this product writes the key, and the server decides on every permission anyway.
  const read = () => attempt((storage) => JSON.parse(storage.getItem(keys.preview) ?? 'null') as Preview | null, null);
  return {
    begin: (preview: Preview) =>
      attempt((storage) => storage.setItem(keys.preview, JSON.stringify(preview)), undefined),
    read,
    /** What the session writes of it while it lasts: the profile may change. */
    write: ({ user, token }: Identity) =>
      attempt((storage) => {
        const kept = read();
        if (kept) storage.setItem(keys.preview, JSON.stringify({ ...kept, user, token }));
      }, undefined),
    clear: () => attempt((storage) => storage.removeItem(keys.preview), undefined),
    /** It ended by itself: the page that is loaded next says so. */
    markOver: () => attempt((storage) => storage.setItem(keys.over, '1'), undefined),
    takeOver: () =>
      attempt((storage) => {
        const over = storage.getItem(keys.over) !== null;
        storage.removeItem(keys.over);
        return over;
      }, false),
  };
}
