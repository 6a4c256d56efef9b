import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

export const toast = (page: Page, text: string | RegExp) => page.locator('#kit-toasts').getByText(text);
export const snackbar = (page: Page, text: string | RegExp) => page.locator('#kit-snackbar').getByText(text);

/** Locates a dialog. The element has no size of its own, so wait for it to be attached rather than visible. */
export const dialogNamed = (page: Page, name: string | RegExp) =>
  page.getByRole('alertdialog', { name }).or(page.getByRole('dialog', { name }));

export const clickButton = (scope: Page | Locator, name: string | RegExp) =>
  scope.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) }).click();

/** Expects that a control is disabled and gives the reason in its tooltip. */
export async function expectDisabledWithReason(control: Locator, page: Page, reason: string): Promise<void> {
  await expect.poll(() => control.getAttribute('aria-disabled')).toBe('true');
  await control.focus();
  await page.getByRole('tooltip', { name: reason }).waitFor();
}

/** Chooses a theme from the menu in the top bar. */
export async function chooseTheme(page: Page, name: '浅色' | '深色' | '跟随系统'): Promise<void> {
  await page.getByRole('button', { name: /^主题/ }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
