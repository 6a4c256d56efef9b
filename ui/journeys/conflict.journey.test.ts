import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { card, choose, dialog, field, formCombobox, press, save, toast } from './kit/country-locators.ts';
import { setUpProduct } from './kit/journey.ts';

const product = setUpProduct();

const conflictDialog = (page: Page) => dialog(page, '这条记录在你编辑时已被更新');
const saveMergedButton = (page: Page) => conflictDialog(page).getByRole('button', { name: /^保存为 v/ });
const fieldRow = (page: Page, name: string) =>
  conflictDialog(page)
    .getByRole('row')
    .filter({ hasText: new RegExp(`^${name}`) });

test('two windows change one record: separate changes are merged, conflicting ones are chosen, nothing typed is lost', async () => {
  const { id } = await (await product.apiAs('editor')).create({
    code: 'XA',
    name: '原名',
    continent: 'AS',
    symbol: 'A',
    alpha3Code: 'XAA',
  });
  const mine = await product.open('editor', `/country?id=${id}&panel=edit`);
  const theirs = await product.open('admin', `/country?id=${id}&panel=edit`);
  mine.expectErrors(/^412 PUT \/dc\/api\/v1\/countries\/\d+$/);

  await field(mine.page, '名称').fill('我的名称');
  await choose(mine.page, '大洲', '欧', '欧洲');
  await choose(mine.page, '货币', 'EUR', '欧元');
  await field(theirs.page, '名称').fill('对方名称');
  await choose(theirs.page, '大洲', '非', '非洲');
  await field(theirs.page, '货币符号').fill('B');
  await save(theirs.page);
  await toast(theirs.page, '更新成功').waitFor();

  const { page } = mine;
  await save(page);
  await conflictDialog(page).getByText('你从 v1 开始编辑；admin 于').waitFor();
  await conflictDialog(page).getByText('2 处不冲突的改动已合并，2 处请你选定').waitFor();
  await expect
    .poll(() => fieldRow(page, '名称').getByRole('cell').allTextContents())
    .toEqual(['名称', '原名', expect.stringContaining('对方名称'), expect.stringContaining('我的名称')]);
  await expect.poll(() => fieldRow(page, '货币符号').textContent()).toMatch(/A.*B.*已合并对方.*未改动/);
  await expect.poll(() => fieldRow(page, '货币欧元|^货币（空）').textContent()).toMatch(/未改动.*欧元.*已合并我的/);
  await expect.poll(() => saveMergedButton(page).getAttribute('aria-disabled')).toBe('true');
  await conflictDialog(page).getByText('还有 2 处未选：名称、大洲').waitFor();

  await press(conflictDialog(page), '返回编辑');
  await conflictDialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => field(page, '名称').inputValue()).toBe('我的名称');
  await expect.poll(() => formCombobox(page, '大洲').inputValue()).toBe('欧洲');
  await expect.poll(() => formCombobox(page, '货币').inputValue()).toBe('欧元');

  await save(page);
  await conflictDialog(page)
    .getByRole('radio', { name: /^名称.*我的名称/ })
    .check();
  await conflictDialog(page).getByText('还有 1 处未选：大洲').waitFor();
  await expect.poll(() => saveMergedButton(page).getAttribute('aria-disabled')).toBe('true');
  await conflictDialog(page)
    .getByRole('radio', { name: /^大洲.*非洲/ })
    .check();
  await conflictDialog(page).getByText('全部选定').waitFor();
  await saveMergedButton(page).click();
  await toast(page, '更新成功').waitFor();
  await card(page).getByText('我的名称').first().waitFor();
  expect(await (await product.apiAs('viewer')).find('XA')).toMatchObject({
    name: '我的名称',
    continent: 'AF',
    currency: 'EUR',
    symbol: 'B',
    version: 3,
  });
});

test('in a conflict one can discard one’s own changes and continue from the other version', async () => {
  const editor = await product.apiAs('editor');
  const { id } = await editor.create({ code: 'XB', name: '原名' });
  const { page, expectErrors } = await product.open('editor', `/country?id=${id}&panel=edit`);
  expectErrors(/^412 PUT/);
  await field(page, '名称').fill('我的名称');
  await editor.change('XB', { name: '对方名称' });
  await save(page);
  await press(conflictDialog(page), '放弃我的改动');
  await conflictDialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => field(page, '名称').inputValue()).toBe('对方名称');
});
