import { type AnyRoute, createRouter } from '@tanstack/react-router';
import { createPageReload } from '#session/page-reload.ts';
import { tidyPath } from '#session/repair-address.ts';
import { storage } from '#session/session.ts';
import { PageFailed } from './routes/-pages/page-failed.tsx';
import { routeTree } from './routeTree.gen.ts';

// Before the router looks: the history takes `//country` for another host, and the router no way from /country/ to /country.
const path = tidyPath(location.pathname);
if (path !== location.pathname) history.replaceState(null, '', path + location.search + location.hash);

export const pageReload = createPageReload({ storage, reload: () => location.reload(), page: window });

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  // how long data stay fresh is decided where they are read
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: PageFailed,
  context: {
    pageReload,
    knownSearch: (routeId, search): object => {
      // the cast: a route's own check, whichever route that is
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
    /** On the way to /403: which permission is missing. */
    missing?: string;
  }
  interface StaticDataRouteOption {
    /** Without it a route asks for this permission; none: any signed-in person may open it. */
    permission?: string;
  }
}
