import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { card, dialog, field, form, press } from './kit/country-locators.ts';
import { pathOf, setUpProduct, waitForPath } from './kit/journey.ts';

const product = setUpProduct({ reducedMotion: 'no-preference' });

const leaveDialog = (page: Page) => dialog(page, '离开并放弃未保存的更改？');
const homeLink = (page: Page) => page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '首页' });

async function openJapanForm() {
  const { id } = await (await product.apiAs('viewer')).find('JP');
  const { page } = await product.open('editor', `/country?id=${id}&panel=view`);
  await press(card(page), '编辑');
  await field(page, '货币符号').waitFor();
  return { page };
}

test('leaving a changed form asks first: staying keeps the changes, leaving drops them', async () => {
  const { page } = await openJapanForm();
  await field(page, '货币符号').fill('円');
  await form(page).getByText('1 处未保存').waitFor();
  for (const leave of [() => homeLink(page).click(), () => press(form(page), '关闭'), () => page.goBack()]) {
    await leave();
    await press(leaveDialog(page), '继续编辑');
    await leaveDialog(page).waitFor({ state: 'detached' });
    expect(pathOf(page)).toMatch(/panel=edit/);
    await expect.poll(() => field(page, '货币符号').inputValue()).toBe('円');
  }
  await page.getByRole('button', { name: /^启用/ }).click();
  await waitForPath(page, /status=active.*panel=edit|panel=edit.*status=active/);
  await expect.poll(() => field(page, '货币符号').inputValue()).toBe('円');

  await homeLink(page).click();
  await press(leaveDialog(page), '放弃并离开');
  await waitForPath(page, /^\/$/);
  await page.goBack();
  await expect.poll(() => field(page, '货币符号').inputValue()).toBe('¥');
});

test('a form without changes, or with discarded ones, is left without a question', async () => {
  const { page } = await openJapanForm();
  await field(page, '货币符号').fill('円');
  await press(form(page), '放弃更改');
  await expect.poll(() => field(page, '货币符号').inputValue()).toBe('¥');
  await press(form(page), '关闭');
  await card(page).waitFor();
  await homeLink(page).click();
  await waitForPath(page, /^\/$/);
});

test('the browser asks before a reload loses unsaved changes', async () => {
  const { page } = await openJapanForm();
  const dialogTypes: string[] = [];
  let reaction: 'stay' | 'leave' = 'stay';
  page.on('dialog', (browserDialog) => {
    dialogTypes.push(browserDialog.type());
    void (reaction === 'stay' ? browserDialog.dismiss() : browserDialog.accept());
  });
  await field(page, '货币符号').click();
  await page.keyboard.type('円');
  await page.evaluate(() => location.reload());
  await expect.poll(() => dialogTypes).toEqual(['beforeunload']);
  await expect.poll(() => field(page, '货币符号').inputValue()).toBe('¥円');
  reaction = 'leave';
  await page.reload();
  await expect.poll(() => field(page, '货币符号').inputValue()).toBe('¥');
  expect(dialogTypes).toEqual(['beforeunload', 'beforeunload']);
  await page.reload();
  await field(page, '货币符号').waitFor();
  expect(dialogTypes).toHaveLength(2);
});
