import type { Locator, Page, Request } from 'playwright-core';
import { expect } from 'vitest';

/** The names of things on the screen as a Chinese reader finds them. */
export const grid = (page: Page) => page.getByRole('grid', { name: '国家/地区' });
export const row = (page: Page, code: string) =>
  grid(page)
    .getByRole('row')
    .filter({ has: pick(page, code) });
export const pick = (page: Page, code: string) => page.getByRole('checkbox', { name: `选择 ${code}`, exact: true });
export const rows = (page: Page) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: /^选择 / }) });

export const card = (page: Page) => page.getByRole('complementary', { name: '国家/地区信息' });
export const form = (page: Page) => page.getByRole('complementary', { name: /^(新建|编辑)国家\/地区$/ });
export const field = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true });
export const choice = (page: Page, name: string) => form(page).getByRole('combobox', { name, exact: true });
export const save = (page: Page) =>
  form(page)
    .getByRole('button', { name: /^(保存|提交审核)/ })
    .click();

export const toast = (page: Page, text: string | RegExp) => page.locator('#kit-toasts').getByText(text);
export const snack = (page: Page, text: string | RegExp) => page.locator('#kit-snacks').getByText(text);
/**
 * Stops the page's clock, where it stands but for a second: a call's time runs out by that clock, also of the calls that
 * are under way. Of a busy machine that second may be over before the clock hears of it.
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

const isUnderWay = (request: Request): boolean =>
  request.timing().responseEnd === -1 && request.failure() === null && !request.url().endsWith('/events');

/** Waits until the page has all that it asked for, before more than a call's ten seconds pass on its clock. */
export const allAnswered = (page: Page) =>
  expect.poll(async () => (await page.requests()).filter(isUnderWay).map((request) => request.url())).toEqual([]);

/** Waits for something in a page whose clock is stopped: what brings it may need moments of that clock, which pass one by one. */
export const comes = (page: Page, what: Locator) =>
  expect.poll(() => page.clock.runFor(10).then(() => what.isVisible())).toBe(true);
/** Of no size itself, so that it is never “visible”: it is there or not. */
export const dialog = (page: Page, name: string | RegExp) =>
  page.getByRole('alertdialog', { name }).or(page.getByRole('dialog', { name }));
export const press = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();

/** A control that stays in its place and says why it cannot be used. */
export async function expectRefused(button: Locator, page: Page, reason: string): Promise<void> {
  await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true');
  await button.focus();
  await page.getByRole('tooltip', { name: reason }).waitFor();
}

/** Chooses in a combobox by typing, as people do. */
export async function choose(page: Page, name: string, typed: string, option: string): Promise<void> {
  await choice(page, name).fill(typed);
  await page.getByRole('option', { name: option }).click();
}
