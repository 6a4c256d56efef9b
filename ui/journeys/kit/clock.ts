import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Pauses the page's clock one second from now. Requests time out by that clock, so it must not jump further. Playwright
 * refuses a time in the past, which a slow machine may have reached by then, so this tries again until it succeeds.
 */
export const pauseClock = (page: Page) =>
  expect
    .poll(async () => {
      const now = await page.evaluate(() => Date.now());
      return page.clock.pauseAt(now + 1000).then(
        () => 'paused',
        (error: Error) => error.message,
      );
    })
    .toBe('paused');

const isPending = (request: Request): boolean =>
  request.timing().responseEnd === -1 &&
  request.failure() === null &&
  !new URL(request.url()).pathname.endsWith('/events');

/** Waits for all pending requests, because advancing the page's clock by ten seconds would time them out. */
export const waitForPendingRequests = (page: Page) =>
  expect.poll(async () => (await page.requests()).filter(isPending).map((request) => request.url())).toEqual([]);

/** Waits for an element of a page whose clock is paused, advancing the clock in steps of 10 ms. */
export const waitWithPausedClock = (page: Page, target: Locator) =>
  expect.poll(() => page.clock.runFor(10).then(() => target.isVisible())).toBe(true);
