import { createRouter } from '@tanstack/react-router';
import { awaitsCode } from '#kit/on-demand.ts';
import { createPageReload } from '#session/page-reload.ts';
import { storage } from '#session/session.ts';
import { routeTree } from './routeTree.gen.ts';

/** A minute after it began: what a page loads once it is there has come by then, or failed. */
function justReloaded(): boolean {
  const [entry] = performance.getEntriesByType('navigation');
  // the cast: entries of that type are of that kind
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'reload' && performance.now() < 60_000;
}

export const pageReload = createPageReload({
  ...{ storage, reload: () => location.reload(), page: window },
  ...{ awaitsCode, justReloaded },
});

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
