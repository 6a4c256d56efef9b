import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** Locators of the country list, card and form by their Chinese labels. */
export const grid = (page: Page) => page.getByRole('grid', { name: '国家/地区' });
export const row = (page: Page, code: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: rowCheckbox(page, code) });
export const rowCheckbox = (page: Page, code: string) =>
  page.getByRole('checkbox', { name: `选择 ${code}`, exact: true });
export const rows = (page: Page) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: /^选择 / }) });

export const card = (page: Page) => page.getByRole('complementary', { name: '国家/地区信息' });
export const form = (page: Page) => page.getByRole('complementary', { name: /^(新建|编辑)国家\/地区$/ });
export const field = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true });
export const formCombobox = (page: Page, name: string) => form(page).getByRole('combobox', { name, exact: true });
export const save = (page: Page) =>
  form(page)
    .getByRole('button', { name: /^(保存|提交审核)/ })
    .click();

export const toast = (page: Page, text: string | RegExp) => page.locator('#kit-toasts').getByText(text);
export const snackbar = (page: Page, text: string | RegExp) => page.locator('#kit-snacks').getByText(text);
/**
 * Stops the page's clock one second from now; requests time out by that clock, so it must not jump further. On a slow
 * machine the second may pass before Playwright acts, which it refuses; then this tries again.
 */
export const stopClock = (page: Page) =>
  expect
    .poll(async () => {
      const now = await page.evaluate(() => Date.now());
      return page.clock.pauseAt(now + 1000).then(
        () => 'stopped',
        (error: Error) => error.message,
      );
    })
    .toBe('stopped');

const isPending = (request: Request): boolean =>
  request.timing().responseEnd === -1 && request.failure() === null && !request.url().endsWith('/events');

/** Waits for all pending requests, since moving the page's clock ten seconds on would time them out. */
export const waitForResponses = (page: Page) =>
  expect.poll(async () => (await page.requests()).filter(isPending).map((request) => request.url())).toEqual([]);

/** Waits for an element of a page whose clock is stopped, moving the clock on in steps of 10 ms. */
export const waitOnStoppedClock = (page: Page, target: Locator) =>
  expect.poll(() => page.clock.runFor(10).then(() => target.isVisible())).toBe(true);
/** A dialog element has no size of its own, so wait for it to be attached rather than visible. */
export const dialog = (page: Page, name: string | RegExp) =>
  page.getByRole('alertdialog', { name }).or(page.getByRole('dialog', { name }));
export const press = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();

/** Expects a disabled control that gives the reason in its tooltip. */
export async function expectDisabled(button: Locator, page: Page, reason: string): Promise<void> {
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  await button.focus();
  await page.getByRole('tooltip', { name: reason }).waitFor();
}

/** Types into a combobox of the country form and clicks an option. */
export async function choose(page: Page, name: string, typed: string, option: string): Promise<void> {
  await formCombobox(page, name).fill(typed);
  await page.getByRole('option', { name: option }).click();
}
