import './styles/app.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { notify } from '#crud/notify.ts';
import { language, t } from '#i18n/i18n.ts';
import { previewIsOver } from '#session/preview.ts';
import { connectSession, session } from '#session/session.ts';
import { router } from './router.tsx';

connectSession({
  getLanguage: language,
  goToLogin: () => void router.navigate({ to: '/login' }),
  toast: (message) => notify.warning(message),
});

// a change of roles or of the session shows at once on the page that is open
session.subscribe(() => void router.invalidate());

if (previewIsOver()) notify.info(t('preview.over'));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
