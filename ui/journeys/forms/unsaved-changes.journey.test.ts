import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pathOf, setUpProduct, waitForPath } from '../kit/journey.ts';
import { countryCard, countryField, countryForm } from '../kit/page/country-locators.ts';
import { clickButton, dialogNamed } from '../kit/page/page-actions.ts';

const product = setUpProduct({ reducedMotion: 'no-preference' });

const leaveDialog = (page: Page) => dialogNamed(page, '离开并放弃未保存的更改？');
const homeLink = (page: Page) => page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '首页' });

async function openJapanForm() {
  const { id } = await (await product.apiAs('viewer')).find('JP');
  const { page } = await product.open('editor', `/country?id=${id}&panel=view`);
  await clickButton(countryCard(page), '编辑');
  await countryField(page, '货币符号').waitFor();
  return { page };
}

test('leaving a changed form asks for confirmation; staying keeps the changes and leaving discards them', async () => {
  const { page } = await openJapanForm();
  await countryField(page, '货币符号').fill('円');
  await countryForm(page).getByText('1 处未保存').waitFor();
  for (const leave of [
    () => homeLink(page).click(),
    () => clickButton(countryForm(page), '关闭'),
    () => page.goBack(),
  ]) {
    await leave();
    await clickButton(leaveDialog(page), '继续编辑');
    await leaveDialog(page).waitFor({ state: 'detached' });
    expect(pathOf(page)).toMatch(/panel=edit/);
    await expect.poll(() => countryField(page, '货币符号').inputValue()).toBe('円');
  }
  await page.getByRole('button', { name: /^启用/ }).click();
  await waitForPath(page, /status=active.*panel=edit|panel=edit.*status=active/);
  await expect.poll(() => countryField(page, '货币符号').inputValue()).toBe('円');

  await homeLink(page).click();
  await clickButton(leaveDialog(page), '放弃并离开');
  await waitForPath(page, /^\/$/);
  await page.goBack();
  await expect.poll(() => countryField(page, '货币符号').inputValue()).toBe('¥');
});

test('a form without changes or with discarded changes can be left without confirmation', async () => {
  const { page } = await openJapanForm();
  await countryField(page, '货币符号').fill('円');
  await clickButton(countryForm(page), '放弃更改');
  await expect.poll(() => countryField(page, '货币符号').inputValue()).toBe('¥');
  await clickButton(countryForm(page), '关闭');
  await countryCard(page).waitFor();
  await homeLink(page).click();
  await waitForPath(page, /^\/$/);
});

test('the browser asks for confirmation before a reload discards changes', { tags: ['slow'] }, async () => {
  const { page } = await openJapanForm();
  const dialogTypes: string[] = [];
  let userChoice: 'stay' | 'leave' = 'stay';
  page.on('dialog', (browserDialog) => {
    dialogTypes.push(browserDialog.type());
    void (userChoice === 'stay' ? browserDialog.dismiss() : browserDialog.accept());
  });
  await countryField(page, '货币符号').click();
  await page.keyboard.type('円');
  await page.evaluate(() => location.reload());
  await expect.poll(() => dialogTypes).toEqual(['beforeunload']);
  await expect.poll(() => countryField(page, '货币符号').inputValue()).toBe('¥円');
  userChoice = 'leave';
  await page.reload();
  await expect.poll(() => countryField(page, '货币符号').inputValue()).toBe('¥');
  expect(dialogTypes).toEqual(['beforeunload', 'beforeunload']);
  await page.reload();
  await countryField(page, '货币符号').waitFor();
  expect(dialogTypes).toHaveLength(2);
});
