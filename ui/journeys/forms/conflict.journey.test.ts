import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct } from '../kit/journey.ts';
import {
  chooseCountryOption,
  countryCard,
  countryCombobox,
  countryField,
  saveCountry,
} from '../kit/page/country-locators.ts';
import { fillFields, saveButton } from '../kit/page/form-controls.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

const conflictDialog = (page: Page) => dialogNamed(page, '这条记录在你编辑时已被更新');
const saveMergedButton = (page: Page) => conflictDialog(page).getByRole('button', { name: /^保存为 v/ });
const fieldRow = (page: Page, name: string) =>
  conflictDialog(page)
    .getByRole('row')
    .filter({ hasText: new RegExp(`^${name}`) });

test('when two windows change one record, separate changes are merged and the user resolves conflicting ones', async () => {
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

  await countryField(mine.page, '名称').fill('我的名称');
  await chooseCountryOption(mine.page, '大洲', '欧', '欧洲');
  await chooseCountryOption(mine.page, '货币', 'EUR', '欧元');
  await countryField(theirs.page, '名称').fill('对方名称');
  await chooseCountryOption(theirs.page, '大洲', '非', '非洲');
  await countryField(theirs.page, '货币符号').fill('B');
  await saveCountry(theirs.page);
  await toast(theirs.page, /^已更新/).waitFor();

  const { page } = mine;
  await saveCountry(page);
  await conflictDialog(page).getByText('你从 v1 开始编辑；admin 已保存').waitFor();
  await conflictDialog(page).getByText('2 处不冲突的改动已合并，2 处冲突须由你选择').waitFor();
  await expect
    .poll(() => fieldRow(page, '名称').getByRole('cell').allTextContents())
    .toEqual(['名称', '原名', expect.stringContaining('对方名称'), expect.stringContaining('我的名称')]);
  await expect.poll(() => fieldRow(page, '货币符号').textContent()).toMatch(/A.*B.*已合并对方的改动.*不变/);
  await expect.poll(() => fieldRow(page, '货币欧元|^货币（空）').textContent()).toMatch(/不变.*欧元.*已合并我的改动/);
  await expect.poll(() => saveMergedButton(page).getAttribute('aria-disabled')).toBe('true');
  await conflictDialog(page).getByText('还有 2 处未选：名称、大洲').waitFor();
  await conflictDialog(page).getByRole('radio', { name: '名称, 对方 admin: 对方名称' }).waitFor();

  await clickButton(conflictDialog(page), '返回编辑');
  await conflictDialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => countryField(page, '名称').inputValue()).toBe('我的名称');
  await expect.poll(() => countryCombobox(page, '大洲').inputValue()).toBe('欧洲');
  await expect.poll(() => countryCombobox(page, '货币').inputValue()).toBe('欧元');

  await saveCountry(page);
  await conflictDialog(page)
    .getByRole('radio', { name: /^名称.*我的名称/ })
    .check();
  await conflictDialog(page).getByText('还有 1 处未选：大洲').waitFor();
  await expect.poll(() => saveMergedButton(page).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Control+s');
  await conflictDialog(page)
    .locator('input:focus')
    .and(page.getByRole('radio', { name: /^大洲/ }))
    .waitFor();
  await conflictDialog(page)
    .getByRole('radio', { name: /^大洲.*非洲/ })
    .check();
  await conflictDialog(page).getByText('已全部选择').waitFor();
  await page.keyboard.press('Control+s');
  await toast(page, /^已更新/).waitFor();
  await countryCard(page).getByText('我的名称').first().waitFor();
  expect(await (await product.apiAs('viewer')).find('XA')).toMatchObject({
    name: '我的名称',
    continent: 'AF',
    currency: 'EUR',
    symbol: 'B',
    version: 3,
  });
});

test('in a conflict, users can discard their own changes and continue from the other version', async () => {
  const editor = await product.apiAs('editor');
  const { id } = await editor.create({ code: 'XB', name: '原名' });
  const { page, expectErrors } = await product.open('editor', `/country?id=${id}&panel=edit`);
  expectErrors(/^412 PUT/);
  await countryField(page, '名称').fill('我的名称');
  await editor.change('XB', { name: '对方名称' });
  await saveCountry(page);
  await clickButton(conflictDialog(page), '放弃我的改动');
  await conflictDialog(page).waitFor({ state: 'detached' });
  await expect.poll(() => countryField(page, '名称').inputValue()).toBe('对方名称');
});

test('when two tabs of one user change an active record, the second submission does not replace the first unseen', async () => {
  const editor = await product.apiAs('editor');
  const stations = editor.resource('/eu-stations');
  const { items } = await editor.call('GET', '/eu-stations?page=1&pageSize=10&status=active');
  const { id, code, name } = items[0];
  const first = await product.open('editor', `/eu-stations/form?id=${id}`);
  const secondPage = await first.context.newPage();
  await secondPage.goto(`/eu-stations/form?id=${id}`);
  first.expectErrors(/^412 PUT \/dc\/api\/v1\/eu-stations\/\d+$/);

  await fillFields(secondPage, { 名称: 'Second tab' });
  await fillFields(first.page, { 地址: 'First tab 1', 名称: 'First tab' });
  await saveButton(first.page).click();
  await toast(first.page, /^已提交审核：/).waitFor();
  await saveButton(secondPage).click();
  const conflict = dialogNamed(secondPage, '待审核的修改在你编辑时已有变化');
  await conflict.getByText('1 处不冲突的改动已合并，1 处冲突须由你选择').waitFor();
  const addressRow = conflict.getByRole('row').filter({ hasText: /^地址/ });
  await expect.poll(() => addressRow.textContent()).toMatch(/First tab 1.*已合并提交的修改.*不变/);
  await conflict.getByRole('radio', { name: '名称, 已提交的修改: First tab' }).waitFor();
  await conflict.getByRole('radio', { name: '名称, 我的改动: Second tab' }).check();
  await clickButton(conflict, /^提交审核/);
  await toast(secondPage, /^已提交审核：/).waitFor();

  const { proposal } = await editor.call('GET', `/eu-stations/${id}/proposal`);
  expect(proposal).toMatchObject({ version: 2, after: { address: 'First tab 1', name: 'Second tab' } });
  expect(await stations.find(code)).toMatchObject({ name, version: 1 });
});
