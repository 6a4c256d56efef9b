import { createSession, type SessionEffects } from './create-session.ts';
import { createStorage } from './storage.ts';

export const storage = createStorage();

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

export const { session, api } = createSession({
  effects,
  storage,
  tabs: typeof window === 'undefined' ? undefined : window,
});
