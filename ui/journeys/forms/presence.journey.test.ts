import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct } from '../kit/journey.ts';
import { countryCard, countryField, countryForm, saveCountry } from '../kit/page/country-locators.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

const isEditing = (page: Page, name: string) => page.getByText(`${name} 正在编辑`);

test('while somebody edits a record, others who open it are told, and each change of one is offered to the other', async () => {
  const { id } = await (await product.apiAs('editor')).create({ code: 'XA', name: '原名', symbol: 'A' });
  const form = `/country?id=${id}&panel=edit`;
  const mine = await product.open('editor', form);
  const theirs = await product.open('admin', `/country?id=${id}&panel=view`);
  await countryCard(theirs.page).getByText('原名').first().waitFor();

  await countryField(mine.page, '名称').fill('我的名称');
  await isEditing(theirs.page, 'editor').waitFor();
  await clickButton(countryCard(theirs.page), '编辑');
  await countryField(theirs.page, '货币符号').waitFor();
  await isEditing(theirs.page, 'editor').waitFor();
  // who only reads the form is not told to edit
  expect(await isEditing(mine.page, 'admin').count()).toBe(0);
  await countryField(theirs.page, '货币符号').fill('B');
  await isEditing(mine.page, 'admin').waitFor();
  await saveCountry(theirs.page);
  await toast(theirs.page, /^已更新/).waitFor();
  await isEditing(mine.page, 'admin').waitFor({ state: 'detached' });

  await countryForm(mine.page).getByText('admin 修改了这条记录（刚刚）：货币符号。').waitFor();
  await clickButton(countryForm(mine.page), '对比改动');
  const dialog = dialogNamed(mine.page, '这条记录在你编辑时已被更新');
  await clickButton(dialog, /^保存为 v3/);
  await toast(mine.page, /^已更新/).waitFor();
  await isEditing(theirs.page, 'editor').waitFor({ state: 'detached' });
  expect(await (await product.apiAs('viewer')).find('XA')).toMatchObject({ name: '我的名称', symbol: 'B', version: 3 });
});

test('a form without changes offers to load what somebody else has saved, and says that the record was deleted', {
  tags: ['slow'],
}, async () => {
  const editor = await product.apiAs('editor');
  const { id } = await editor.create({ code: 'XB', name: '原名' });
  const { page } = await product.open('admin', `/country?id=${id}&panel=edit`);
  await countryField(page, '名称').waitFor();
  await editor.change('XB', { name: '新名', symbol: 'B' });
  await countryForm(page).getByText('editor 修改了这条记录（刚刚）：名称、货币符号。').waitFor();
  expect(await countryField(page, '名称').inputValue()).toBe('原名');
  await clickButton(countryForm(page), '载入最新内容');
  await expect.poll(() => countryField(page, '名称').inputValue()).toBe('新名');
  expect(await page.getByText('修改了这条记录').count()).toBe(0);
  await editor.call('DELETE', `/countries/${id}`, undefined, 2);
  await page.getByText('这条记录刚刚被删除。').waitFor();
});

test('a change that somebody else submits for review is announced in an open form', { tags: ['slow'] }, async () => {
  const editor = await product.apiAs('editor');
  const { id } = await editor.find('FR');
  const { page } = await product.open('admin', `/country?id=${id}&panel=edit`);
  await countryField(page, '名称').waitFor();
  await editor.change('FR', { symbol: '₣' });
  await page.getByText(/^editor 的修改正在审核/).waitFor();
});
