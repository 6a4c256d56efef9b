import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';
import { snacks, toasts } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { KitProvider } from '#kit/kit-texts.tsx';
import { Snackbar } from '#kit/messages/snackbar.tsx';
import { Toaster } from '#kit/messages/toast.tsx';
import { guard } from '#session/guard.ts';
import type { PageReload } from '#session/page-reload.ts';
import { repairedAddress } from '#session/repaired-address.ts';
import { returnToSearch } from '#session/safe-path.ts';
import { session } from '#session/session.ts';
import { PageTitle } from './-page-title.tsx';
import { ProductFailed } from './-pages/page-failed.tsx';

interface Context {
  pageReload: PageReload;
  /** What of an address's search the page of a route understands. */
  understood: (routeId: string, search: object) => object;
}

export const Route = createRootRouteWithContext<Context>()({
  beforeLoad: async ({ location, matches, context }) => {
    const match = matches.at(-1);
    const repaired = match && repairedAddress(location, match, context.understood(match.routeId, location.search));
    // the casts: the router found the page by this very path, and its route accepts what it understood
    if (repaired) throw redirect({ ...repaired, hash: true, state: true, replace: true } as never);

    const permission = matches.map(({ staticData }) => staticData.permission).findLast((name) => name !== undefined);
    const elsewhere = await guard({ path: match?.fullPath ?? location.pathname, permission }, session);
    if (elsewhere?.to === '/login') throw redirect({ to: '/login', search: returnToSearch(location.href) });
    if (elsewhere?.to === '/403') throw redirect({ to: '/403', state: { missing: elsewhere.permission } });
    if (elsewhere) throw redirect(elsewhere);
  },
  component: Root,
  errorComponent: ProductFailed,
});

function Root() {
  const { t, language } = useTexts();
  const texts = { ...t('kit', { returnObjects: true }), ...t('common', { returnObjects: true }) };
  return (
    <KitProvider texts={texts} language={language}>
      <PageTitle />
      <Outlet />
      <Toaster toasts={toasts} />
      <Snackbar snacks={snacks} />
    </KitProvider>
  );
}
