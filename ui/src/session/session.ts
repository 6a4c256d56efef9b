import { createSession, type SessionEffects } from './create-session.ts';
import { createPreviewStorage } from './preview-storage.ts';
import { safePath } from './safe-path.ts';
import { createStorage } from './storage.ts';

export const storage = createStorage();
export const previewStorage = createPreviewStorage();
const preview = previewStorage.read();

const effects: SessionEffects = {
  goToLogin: () => {
    if (location.pathname !== '/login') location.assign('/login');
  },
  toast: () => {},
  getLanguage: () => 'zh-CN',
};

/** Hands over the router, the toasts and the language: rooms that this one may not import. */
export function connectSession(real: Partial<SessionEffects>): void {
  Object.assign(effects, real);
}

/** What ends is the preview, never the person's own session: that one goes on with the page loaded anew. */
const effectsOfPreview = (from: string): SessionEffects => ({
  goToLogin: () => location.assign(safePath(from)),
  toast: (message, key) => (key === 'unauthorized' ? previewStorage.markOver() : effects.toast(message, key)),
  getLanguage: () => effects.getLanguage(),
});

const tabs = typeof window === 'undefined' ? undefined : window;

export const { session, api } = createSession(
  preview
    ? { effects: effectsOfPreview(preview.from), storage: { ...previewStorage, read: () => preview } }
    : { effects, storage, tabs },
);

// Whoever signs out in another tab does not mean to leave a preview behind.
if (preview) {
  tabs?.addEventListener('storage', ({ key, newValue }) => {
    if (key === null || (key === 'token' && newValue === null)) session.logout();
  });
}
