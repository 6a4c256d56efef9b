import type { Locator, Page } from 'playwright-core';
import { waitForPath } from '../journey.ts';
import { textField, typeDigits } from './form-controls.ts';
import { clickButton, dialogNamed, toast } from './page-actions.ts';

export const saveToSet = (scope: Page | Locator) => scope.getByRole('button', { name: /^存入变更集/ });
/** The band above every page while one works in a set. */
export const workingBand = (page: Page) => page.getByRole('region', { name: '变更集', exact: true });

/** Begins a set by the dialog of the list, for a day such as 2026-12-01 or without a date, and returns its id; one works in it from then on. */
export async function beginSet(page: Page, title: string, day?: string): Promise<string> {
  // the empty list offers it, too
  await page.getByRole('button', { name: '新建变更集', exact: true }).first().click();
  const dialog = dialogNamed(page, '新建变更集');
  await textField(dialog, '标题').fill(title);
  if (day) await typeDigits(dialog, '何时生效', day.replaceAll('-', ''));
  await textField(dialog, '标题').press('Enter');
  await workingBand(page).getByText(title).waitFor();
  await waitForPath(page, /^\/change-sets\/\d+$/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Clicks an event of the set that is shown, and what its dialog asks, if any, and waits for the message. */
export async function triggerEvent(page: Page, event: string, done: RegExp): Promise<void> {
  await clickButton(page, event);
  if (/^(通过|驳回|撤)/.test(event)) await clickButton(page.getByRole('alertdialog'), event);
  await toast(page, done).waitFor();
}
