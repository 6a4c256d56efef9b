import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { countryCheckbox, countryRow } from '../kit/page/country-locators.ts';
import { hasFocus } from '../kit/page/keyboard.ts';
import { clickButton, dialogNamed } from '../kit/page/page-actions.ts';

const product = setUpProduct();

test('Ctrl+K acts on the selection or the open record, with the same confirmation', { tags: ['slow'] }, async () => {
  const { page } = await product.open('reviewer', '/country?sort=code');
  const firstOptions = () => page.getByRole('option').allTextContents();
  await countryCheckbox(page, 'AD').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByRole('toolbar', { name: '对所选记录的操作' }).getByText('已选 3 条').waitFor();
  await page.keyboard.press('Control+K');
  await page.getByRole('group', { name: '国家/地区 · 已选 3 条' }).waitFor();
  // without a text, Enter opens a page
  expect((await firstOptions())[0]).not.toBe('停用 3 条记录');
  expect((await firstOptions()).filter((text) => /^(通过|删除)/.test(text))).toEqual([]);
  await page.keyboard.type('停用');
  await expect.poll(async () => (await firstOptions())[0]).toBe('停用 3 条记录');
  await page.keyboard.press('Enter');
  const question = dialogNamed(page, '停用 3 条记录？');
  await question.getByRole('button', { name: '取消' }).waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await hasFocus(countryCheckbox(page, 'AF')), 'the focus after the first dialog of the page').toBe(true);
  await page.keyboard.press('Control+K');
  await page.keyboard.type('停用');
  await expect.poll(async () => (await firstOptions())[0]).toBe('停用 3 条记录');
  await page.keyboard.press('Enter');
  await clickButton(question, '停用');
  await countryRow(page, 'AE').getByText('停用').waitFor();
  await page.keyboard.press('Escape');

  await countryRow(page, 'AE').click();
  await waitForPath(page, /id=\d+&panel=view/);
  await page.getByRole('button', { name: '启用' }).waitFor();
  await page.keyboard.press('Control+K');
  const group = page.getByRole('group', { name: /^AE / });
  await group.waitFor();
  expect(await group.getByRole('option').allTextContents()).toEqual(['启用']);
  await page.keyboard.type('启用');
  await expect.poll(async () => (await firstOptions())[0]).toBe('启用');
  await page.keyboard.press('Enter');
  await countryRow(page, 'AE').getByText('启用').waitFor();
});
