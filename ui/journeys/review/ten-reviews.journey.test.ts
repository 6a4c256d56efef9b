import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pathOf, setUpProduct, waitForPath } from '../kit/journey.ts';
import { failOnPointerUse, hasFocus } from '../kit/page/keyboard.ts';
import { dialogNamed } from '../kit/page/page-actions.ts';

const product = setUpProduct();

const codes = ['XA', 'XB', 'XC', 'XD', 'XE', 'XF', 'XG', 'XH', 'XI', 'XJ'];
const reason = '与国家标准不符';

const showsItem = (page: Page, number: number) =>
  page.getByRole('heading', { level: 2, name: new RegExp(`^第${number}国`) }).waitFor();
const isFocusLost = (page: Page) => page.evaluate(() => document.activeElement === document.body);

test('ten reviews take at most twenty keys from any page, and the focus stays in the queue', async () => {
  const editor = await product.apiAs('editor');
  for (const [index, code] of codes.entries())
    await editor.create({ code, name: `第${index + 1}国`, continent: 'AS', alpha3Code: `X${code}` });
  const { page } = await product.open('reviewer', '/airport', {
    storage: { 'reasons:["reviewer","record"]': JSON.stringify([reason]) },
  });
  failOnPointerUse(page);
  const keys: string[] = [];
  const press = async (key: string) => {
    keys.push(key);
    await page.keyboard.press(key);
  };

  await page.getByRole('grid').waitFor();
  await press('g');
  await press('q');
  await waitForPath(page, '/?review=all');
  await showsItem(page, 1);
  await expect.poll(() => isFocusLost(page), { message: 'the focus when the queue opens' }).toBe(false);
  for (let number = 1; number <= 9; number += 1) {
    await showsItem(page, number);
    await press(number === 9 ? 'Shift+A' : 'a');
    await showsItem(page, number + 1);
    expect(await isFocusLost(page), `the focus after item ${number}`).toBe(false);
  }
  await press('r');
  const dialog = dialogNamed(page, /^驳回 XJ 第10国？$/);
  await expect.poll(() => hasFocus(dialog.getByRole('textbox', { name: '原因' }))).toBe(true);
  await press('ArrowDown');
  await press('Enter');
  await press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('通过 9 · 驳回 1 · 跳过 0').waitFor();
  await expect.poll(() => isFocusLost(page)).toBe(false);
  expect(keys.length).toBeLessThanOrEqual(20);

  // leaving the page sends what could still be undone
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect.poll(() => pathOf(page)).toBe('/country');
  const statuses = async () => Promise.all(codes.map(async (code) => (await editor.find(code)).status));
  await expect.poll(statuses).toEqual([...codes.slice(0, 8).map(() => 'approved'), 'active', 'rejected']);
  const { id } = await editor.find('XJ');
  const { items } = await editor.call('GET', `/countries/${id}/history`);
  expect(items[0]).toMatchObject({ action: 'reject', reason });
});
