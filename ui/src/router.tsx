import { type AnyRoute, createRouter } from '@tanstack/react-router';
import { reportChunkError } from '#kit/lazy-code.ts';
import { searchFormat, tidyPath } from '#session/canonical-location.ts';
import { createPageReload } from '#session/page-reload.ts';
import { storage } from '#session/session.ts';
import { PageFailed } from './routes/-pages/page-failed.tsx';
import { routeTree } from './routeTree.gen.ts';

// Runs before the router reads the URL: the history treats `//country` as another host, and the router ignores a redirect
// from /country/ to /country.
const path = tidyPath(location.pathname);
if (path !== location.pathname) history.replaceState(null, '', path + location.search + location.hash);

export const pageReload = createPageReload({
  storage,
  reload: () => location.reload(),
  checkServer: async () => {
    const { status } = await fetch(location.href, { method: 'HEAD', signal: AbortSignal.timeout(5000) });
    if (status >= 500) throw new Error(String(status));
  },
  onUnreachable: reportChunkError,
  page: window,
});

export const router = createRouter({
  routeTree,
  ...searchFormat,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  // the queries decide how long data stay fresh
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: PageFailed,
  context: {
    pageReload,
    knownSearch: (routeId, search): object => {
      // the cast: the validateSearch of any route
      const route = Reflect.get(router.routesById, routeId) as AnyRoute | undefined;
      return route?.options.validateSearch?.(search) ?? {};
    },
  },
});

router.subscribe('onBeforeLoad', () => pageReload.startNavigation());
router.subscribe('onResolved', () => pageReload.endNavigation());

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** the missing permission, set by a redirect to /403 */
    missing?: string;
  }
  interface StaticDataRouteOption {
    /** the permission that the route requires; without it every signed-in user may open the route */
    permission?: string;
  }
}
