import { createSession, type SessionEffects } from './create-session.ts';
import { safePath } from './safe-path.ts';
import { createPreviewStorage, createStorage } from './storage.ts';

export const storage = createStorage();
export const previewStorage = createPreviewStorage();
const preview = previewStorage.read();

const effects: SessionEffects = {
  goToLogin: () => {
    if (location.pathname !== '/login') location.assign('/login');
  },
  toast: () => {},
  clearToast: () => {},
  getLanguage: () => 'zh-CN',
};

/** Connects the router, the toasts and the language, which this folder must not import. */
export function connectSession(connected: Partial<SessionEffects>): void {
  Object.assign(effects, connected);
}

/** Creates the effects of a preview: its end reloads the page with the user's own session. */
const createPreviewEffects = (from: string): SessionEffects => ({
  goToLogin: () => location.assign(safePath(from)),
  toast: (message, key, requestKey) =>
    key === 'unauthorized' ? previewStorage.markEnded() : effects.toast(message, key, requestKey),
  clearToast: (requestKey) => effects.clearToast(requestKey),
  getLanguage: () => effects.getLanguage(),
});

const storageEvents = typeof window === 'undefined' ? undefined : window;

export const { session, api } = createSession(
  preview
    ? { effects: createPreviewEffects(preview.from), storage: { ...previewStorage, read: () => preview } }
    : { effects, storage, storageEvents },
);

// signing out in another tab also ends the preview
if (preview) {
  storageEvents?.addEventListener('storage', ({ key, newValue }) => {
    if (key === null || (key === 'token' && newValue === null)) void session.logout();
  });
}
