import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { toast } from './country-locators.ts';
import { waitForPath } from './journey.ts';

type Scope = Page | Locator;

/** Locators of a kind's list, card and form panel by their Chinese labels. */
export function kindLocators(page: Page, singular: string, plural = singular) {
  const grid = page.getByRole('grid', { name: plural, exact: true });
  return {
    grid,
    card: page.getByRole('complementary', { name: `${singular}信息` }),
    /** The form beside the list. */
    panel: page.getByRole('complementary', { name: /^(新建|编辑)/ }),
    row: (text: string | RegExp) => grid.getByRole('row').filter({ hasText: text }),
  };
}

export const textField = (scope: Scope, name: string) => scope.getByRole('textbox', { name, exact: true });
export const combobox = (scope: Scope, name: string) => scope.getByRole('combobox', { name, exact: true });
/** Several controls under one label, such as the parts of a date; also values that are only shown. */
export const group = (scope: Scope, name: string) => scope.getByRole('group', { name, exact: true }).first();

/** Fills text fields, by label. */
export async function fillFields(scope: Scope, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await textField(scope, name).fill(value);
}

/** Types into a combobox and clicks an option. */
export async function chooseOption(scope: Scope, name: string, typed: string, option: string | RegExp): Promise<void> {
  const page = 'page' in scope ? scope.page() : scope;
  await combobox(scope, name).fill(typed);
  await page.getByRole('option', { name: option }).first().click();
}

/** Types the digits of a date or time into its parts. */
export async function typeDate(scope: Scope, name: string, digits: string): Promise<void> {
  const firstPart = group(scope, name).getByRole('spinbutton').first();
  await firstPart.focus();
  await firstPart.page().keyboard.type(digits);
}

/** Waits for a message in the description of a field, where a screen reader finds it. */
export const expectFieldMessage = (field: Locator, message: string | RegExp) =>
  expect
    .poll(() =>
      field.evaluate((control) => {
        const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
        return ids.map((id) => document.getElementById(id)?.innerText ?? '').join(' ');
      }),
    )
    .toMatch(message);

export const saveButton = (scope: Scope) => scope.getByRole('button', { name: /^(保存|提交审核|Save|Submit)/ });

/** Saves a new record on its form page, which then shows that record, and returns its id. */
export async function saveNewRecord(page: Page): Promise<number> {
  await saveButton(page).click();
  await toast(page, '创建成功').waitFor();
  await waitForPath(page, /\?id=\d+/);
  return Number(new URL(page.url()).searchParams.get('id'));
}

/** Collects every request other than GET from now on. */
export function recordWrites(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') writes.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return writes;
}
