import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';
import { toasts } from '#crud/notify.ts';
import { useTexts } from '#i18n/i18n.ts';
import { KitProvider } from '#kit/kit-texts.tsx';
import { Toaster } from '#kit/messages/toast.tsx';
import { canonicalLocation } from '#session/canonical-location.ts';
import { findRedirect } from '#session/guard.ts';
import type { PageReload } from '#session/page-reload.ts';
import { loginSearchFor } from '#session/safe-path.ts';
import { session } from '#session/session.ts';
import { PageTitle } from './-page-title.tsx';
import { AppFailed } from './-pages/page-failed.tsx';

interface RouterContext {
  pageReload: PageReload;
  /** Returns the part of a search object that a route supports. */
  knownSearch: (routeId: string, search: object) => object;
}

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ location, matches, context }) => {
    const match = matches.at(-1);
    const canonical = match && canonicalLocation(location, match, context.knownSearch(match.routeId, location.search));
    // The cast: the path has just been matched by the router, and the route itself has validated the search.
    if (canonical) throw redirect({ ...canonical, hash: true, state: true, replace: true } as never);

    const permission = matches.map(({ staticData }) => staticData.permission).findLast((name) => name !== undefined);
    const target = await findRedirect({ path: match?.fullPath ?? location.pathname, permission }, session);
    if (target?.to === '/login') throw redirect({ to: '/login', search: loginSearchFor(location.href) });
    if (target?.to === '/403') throw redirect({ to: '/403', state: { missing: target.permission } });
    if (target) throw redirect(target);
  },
  component: Root,
  errorComponent: AppFailed,
});

function Root() {
  const { t, language } = useTexts();
  const texts = { ...t('kit', { returnObjects: true }), ...t('common', { returnObjects: true }) };
  return (
    <KitProvider texts={texts} language={language}>
      <PageTitle />
      <Outlet />
      <Toaster toasts={toasts} />
    </KitProvider>
  );
}
