import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';

const INTERCEPTED_STATUS = 204;

/**
 * Routes the requests of an open page, and waits until no request can bypass the route. `page.route` returns as soon as the
 * browser has accepted the route, when the renderer process may still send requests past it. It is enough before a page
 * navigates. The route of the probe stays, so the next routes apply at once.
 */
export async function interceptRequests(
  page: Page,
  url: Parameters<Page['route']>[0],
  handler: (route: Route) => Promise<unknown> | unknown,
  options: { times?: number } = {},
): Promise<void> {
  await page.route('**/healthz?probe', (route) => route.fulfill({ status: INTERCEPTED_STATUS }));
  await page.route(url, handler, options);
  await expect
    .poll(() => page.evaluate(async () => (await fetch('/healthz?probe')).status), {
      message: 'the status of the intercepted probe',
    })
    .toBe(INTERCEPTED_STATUS);
}
