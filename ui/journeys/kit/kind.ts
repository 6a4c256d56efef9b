import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { arrive } from './journey.ts';
import { toast } from './screen.ts';

type Scope = Page | Locator;

/** A kind's list and card, by the names a Chinese reader finds, and its form wherever it stands. */
export function kindOn(page: Page, one: string, many = one) {
  const grid = page.getByRole('grid', { name: many, exact: true });
  return {
    grid,
    card: page.getByRole('complementary', { name: `${one}信息` }),
    /** Beside the list. */
    panel: page.getByRole('complementary', { name: /^(新建|编辑)/ }),
    row: (text: string | RegExp) => grid.getByRole('row').filter({ hasText: text }),
  };
}

export const text = (place: Scope, name: string) => place.getByRole('textbox', { name, exact: true });
export const combo = (place: Scope, name: string) => place.getByRole('combobox', { name, exact: true });
/** Several controls under one label: dates, letters, what is shown only. */
export const group = (place: Scope, name: string) => place.getByRole('group', { name, exact: true }).first();

/** Types into fields of text by their labels. */
export async function fill(place: Scope, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await text(place, name).fill(value);
}

/** Finds an option by typing, and chooses it by a click. */
export async function take(place: Scope, name: string, typed: string, option: string | RegExp): Promise<void> {
  const page = 'page' in place ? place.page() : place;
  await combo(place, name).fill(typed);
  await page.getByRole('option', { name: option }).first().click();
}

/** A date by its digits, as they are typed one after another. */
export async function typeDate(place: Scope, name: string, digits: string): Promise<void> {
  const first = group(place, name).getByRole('spinbutton').first();
  await first.focus();
  await first.page().keyboard.type(digits);
}

/** What is said at a field, where a screen reader finds it. */
export const saysAt = (field: Locator, message: string | RegExp) =>
  expect
    .poll(() =>
      field.evaluate((control) => {
        const ids = control.getAttribute('aria-describedby')?.split(' ') ?? [];
        return ids.map((id) => document.getElementById(id)?.innerText ?? '').join(' ');
      }),
    )
    .toMatch(message);

export const saveButton = (place: Scope) => place.getByRole('button', { name: /^(保存|提交审核|Save|Submit)/ });

/** Saves a new record on its page, which then stays on it. */
export async function saveNew(page: Page): Promise<number> {
  await saveButton(page).click();
  await toast(page, '创建成功').waitFor();
  await arrive(page, /\?id=\d+/);
  return Number(new URL(page.url()).searchParams.get('id'));
}

/** Everything that is sent to change something, from now on. */
export function writesOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return sent;
}
