import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitForPath } from '../journey.ts';
import { toast } from './page-actions.ts';

type Container = Page | Locator;

/** Returns locators of an entity's list, card and form panel by their Chinese labels. */
export function entityLocators(page: Page, singular: string, plural = singular) {
  const grid = page.getByRole('grid', { name: plural, exact: true });
  return {
    grid,
    card: page.getByRole('complementary', { name: `${singular}信息` }),
    /** The form next to the list. */
    panel: page.getByRole('complementary', { name: /^(新建|编辑)/ }),
    row: (text: string | RegExp) => grid.getByRole('row').filter({ hasText: text }),
  };
}

export const textField = (scope: Container, name: string) => scope.getByRole('textbox', { name, exact: true });
export const combobox = (scope: Container, name: string) => scope.getByRole('combobox', { name, exact: true });
/** Locates several controls with one label, such as the parts of a date, or a labelled value. */
export const controlGroup = (scope: Container, name: string) => scope.getByRole('group', { name, exact: true }).first();

/** Fills text fields by their labels. */
export async function fillFields(scope: Container, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await textField(scope, name).fill(value);
}

/** Types into a combobox and clicks an option. */
export async function chooseOption(
  scope: Container,
  name: string,
  typed: string,
  option: string | RegExp,
): Promise<void> {
  const page = 'page' in scope ? scope.page() : scope;
  await combobox(scope, name).fill(typed);
  await page.getByRole('option', { name: option }).first().click();
  // Headless UI focuses the combobox again on the next frame, which must not take the focus from what is focused next
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** Types the digits of a date or time into its parts. */
export async function typeDigits(scope: Container, name: string, digits: string): Promise<void> {
  const firstPart = controlGroup(scope, name).getByRole('spinbutton').first();
  await firstPart.focus();
  await firstPart.page().keyboard.type(digits);
}

/** Waits for a message in the accessible description of a field. */
export const expectFieldMessage = (field: Locator, message: string | RegExp) =>
  expect
    .poll(() =>
      field.evaluate((control) => {
        const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
        return ids.map((id) => document.getElementById(id)?.innerText ?? '').join(' ');
      }),
    )
    .toMatch(message);

export const saveButton = (scope: Container) => scope.getByRole('button', { name: /^(保存|提交审核|Save|Submit)/ });

/** Saves a new record on its form page, waits until the page shows the record, and returns its id. */
export async function saveNewRecord(page: Page): Promise<number> {
  await saveButton(page).click();
  await toast(page, /^已创建/).waitFor();
  await waitForPath(page, /\?id=\d+/);
  return Number(new URL(page.url()).searchParams.get('id'));
}

/** Collects all requests from now on, except GET and those that save preferences or say that a form is edited. */
export function collectWrites(page: Page): string[] {
  const writeRequests: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || /\/(profile\/preferences|presence)$/.test(pathname)) return;
    writeRequests.push(`${request.method()} ${pathname}`);
  });
  return writeRequests;
}
