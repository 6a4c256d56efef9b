import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Routes the requests of an open page, and returns once none can bypass the route. `page.route` alone returns when the
 * browser has accepted the route, while the renderer process may still send requests past it; a page that navigates
 * afterwards needs `page.route` only. The probe keeps its route, so routes added later are in force at once.
 */
export async function interceptRequests(
  page: Page,
  url: Parameters<Page['route']>[0],
  handler: (route: Route) => Promise<unknown> | unknown,
  options: { times?: number } = {},
): Promise<void> {
  const intercepted = 204;
  await page.route('**/healthz?probe', (route) => route.fulfill({ status: intercepted }));
  await page.route(url, handler, options);
  await expect
    .poll(() => page.evaluate(async () => (await fetch('/healthz?probe')).status), {
      message: 'the status of a request that must be intercepted',
    })
    .toBe(intercepted);
}
