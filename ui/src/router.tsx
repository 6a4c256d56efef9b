import { createRouter } from '@tanstack/react-router';
import { createPageReload } from '#session/page-reload.ts';
import { storage } from '#session/session.ts';
import { routeTree } from './routeTree.gen.ts';

export const pageReload = createPageReload({ storage, reload: () => location.reload(), page: window });

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  // texts are all that pages load so, and those do not age
  defaultStaleTime: Number.POSITIVE_INFINITY,
  scrollRestoration: true,
  context: { pageReload },
});

router.subscribe('onBeforeLoad', () => pageReload.navigating());
router.subscribe('onResolved', () => pageReload.navigated());

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Without it a route asks for this permission; none: any signed-in person may open it. */
    permission?: string;
  }
}
