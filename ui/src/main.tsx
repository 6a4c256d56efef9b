import './styles/app.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { clearError, notify } from '#crud/notify.ts';
import { language, loadTexts, onLanguageChange, setLanguage, t } from '#i18n/i18n.ts';
import { onChunkError } from '#kit/lazy-code.ts';
import { normalisePath, PUBLIC_PATHS } from '#session/guard.ts';
import { linkToken } from '#session/link-token.ts';
import { hasPreviewEnded } from '#session/preview.ts';
import { loginSearchFor, safePath } from '#session/safe-path.ts';
import { connectSession, session } from '#session/session.ts';
import { pageReload, router } from './router.tsx';
import { setTheme } from './routes/-frame/theme-menu.tsx';

connectSession({
  getLanguage: language,
  goToLogin: (back) => {
    // public pages continue after a failed refresh, such as an invitation opened with an expired token
    if (back && PUBLIC_PATHS.includes(normalisePath(router.latestLocation.pathname))) return;
    void router.navigate({ to: '/login', search: back ? loginSearchFor(router.state.location.href) : {} });
  },
  toast: (message, key, requestKey) =>
    key === 'unauthorized' ? notify.warning(message) : notify.error(message, requestKey),
  clearToast: clearError,
});

// route titles are texts, so they change with the language
onLanguageChange(() => void router.invalidate());
onChunkError(() => notify.error(t('pageFailed.missing')));

let inside = session.loggedIn;
session.subscribe(() => {
  const entered = session.loggedIn && !inside;
  inside = session.loggedIn;
  const { pathname, search } = router.state.location;
  // signed in here or in another tab: continues to the requested page
  if (entered && PUBLIC_PATHS.includes(normalisePath(pathname)))
    void applyAccountAppearance()
      // without its texts the language stays, as does everything where the browser refuses storage
      .catch(() => {})
      .then(() => router.navigate({ href: safePath(search.to), replace: true }));
  // changed roles apply to the open page at once; if the session has ended, its effects navigate to /login
  else if (inside) void router.invalidate();
});

/** Shows what the account has chosen, before the first page, on a device where nothing was chosen yet. */
async function applyAccountAppearance(): Promise<void> {
  const { outcome } = session.actor.getSnapshot().context;
  const appearance = outcome?.status === 200 && outcome.data.appearance;
  if (!appearance) return;
  const { theme, language } = appearance;
  if (theme && !localStorage.getItem('theme')) setTheme(theme);
  if (language && !localStorage.getItem('language')) await setLanguage(language);
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
loadTexts('core').then(
  () => start(root),
  () => {
    pageReload.reportLoadFailure();
    const showUnlessReloading = () => {
      if (!pageReload.reloading) showStartFailed(root, () => location.reload());
    };
    showUnlessReloading();
    pageReload.actor.subscribe(showUnlessReloading);
  },
);

function start(root: HTMLElement): void {
  if (session.loggedIn && linkToken('reset')) notify.info(t('login.alreadyIn'));
  if (hasPreviewEnded()) notify.info(t('login.previewEnded'));
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}

/** Shown if no texts could be loaded, so it is in both languages and unstyled. */
function showStartFailed(root: HTMLElement, reload: () => void): void {
  const alert = document.createElement('div');
  alert.role = 'alert';
  for (const [lang, text] of [
    ['zh-CN', '页面未能加载。请检查网络，再试一次。'],
    ['en', 'This page could not be loaded. Check the network and try again.'],
  ] as const) {
    const line = document.createElement('p');
    line.lang = lang;
    line.textContent = text;
    alert.append(line);
  }
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = '重新加载 / Reload';
  button.addEventListener('click', reload);
  root.style.padding = '2rem';
  root.replaceChildren(alert, button);
}
