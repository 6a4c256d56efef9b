import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';
import { snacks, toasts } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { KitProvider } from '#kit/kit-texts.tsx';
import { Snackbar } from '#kit/snackbar.tsx';
import { Toaster } from '#kit/toast.tsx';
import { guard } from '#session/guard.ts';
import type { createPageReload } from '#session/page-reload.ts';
import { wishOf } from '#session/safe-path.ts';
import { session } from '#session/session.ts';
import { PageFailed } from './-pages/page-failed.tsx';

interface Context {
  pageReload: ReturnType<typeof createPageReload>;
}

export const Route = createRootRouteWithContext<Context>()({
  beforeLoad: async ({ location, matches }) => {
    const permission = matches.map(({ staticData }) => staticData.permission).findLast((name) => name !== undefined);
    const elsewhere = await guard({ path: location.pathname, permission }, session);
    if (elsewhere?.to === '/login') throw redirect({ to: '/login', search: wishOf(location.href) });
    if (elsewhere) throw redirect(elsewhere);
  },
  component: Root,
  errorComponent: PageFailed,
});

function Root() {
  const { t, language } = useTexts();
  const texts = { ...t('kit', { returnObjects: true }), ...t('common', { returnObjects: true }) };
  return (
    <KitProvider texts={texts} language={language}>
      <Outlet />
      <Toaster toasts={toasts} />
      <Snackbar snacks={snacks} />
    </KitProvider>
  );
}
