import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aProduct } from './kit/journey.ts';
import { card, choice, choose, dialog, field, press, save, toast } from './kit/screen.ts';

const product = aProduct();

const conflict = (page: Page) => dialog(page, '这条记录在你编辑时已被更新');
const saveMerged = (page: Page) => conflict(page).getByRole('button', { name: /^保存为 v/ });
const line = (page: Page, name: string) =>
  conflict(page)
    .getByRole('row')
    .filter({ hasText: new RegExp(`^${name}`) });

test('two windows change one record: what does not collide is merged, the rest is chosen, nothing typed is lost', async () => {
  const { id } = await (await product.as('editor')).create({
    code: 'XA',
    name: '原名',
    continent: 'AS',
    symbol: 'A',
    alpha3Code: 'XAA',
  });
  const mine = await product.open('editor', `/country?id=${id}&panel=edit`);
  const theirs = await product.open('admin', `/country?id=${id}&panel=edit`);
  mine.foresee(/^412 PUT \/dc\/api\/v1\/countries\/\d+$/);

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
  await conflict(page).getByText('你从 v1 开始编辑；admin 于').waitFor();
  await conflict(page).getByText('2 处不冲突的改动已合并，2 处请你选定').waitFor();
  await expect
    .poll(() => line(page, '名称').getByRole('cell').allTextContents())
    .toEqual(['名称', '原名', expect.stringContaining('对方名称'), expect.stringContaining('我的名称')]);
  await expect.poll(() => line(page, '货币符号').textContent()).toMatch(/A.*B.*已合并对方.*未改动/);
  await expect.poll(() => line(page, '货币欧元|^货币（空）').textContent()).toMatch(/未改动.*欧元.*已合并我的/);
  await expect.poll(() => saveMerged(page).getAttribute('aria-disabled')).toBe('true');
  await conflict(page).getByText('还有 2 处未选：名称、大洲').waitFor();

  await press(conflict(page), '返回编辑');
  await conflict(page).waitFor({ state: 'detached' });
  await expect.poll(() => field(page, '名称').inputValue()).toBe('我的名称');
  await expect.poll(() => choice(page, '大洲').inputValue()).toBe('欧洲');
  await expect.poll(() => choice(page, '货币').inputValue()).toBe('欧元');

  await save(page);
  await conflict(page)
    .getByRole('radio', { name: /^名称.*我的名称/ })
    .check();
  await conflict(page).getByText('还有 1 处未选：大洲').waitFor();
  await expect.poll(() => saveMerged(page).getAttribute('aria-disabled')).toBe('true');
  await conflict(page)
    .getByRole('radio', { name: /^大洲.*非洲/ })
    .check();
  await conflict(page).getByText('全部选定').waitFor();
  await saveMerged(page).click();
  await toast(page, '更新成功').waitFor();
  await card(page).getByText('我的名称').first().waitFor();
  expect(await (await product.as('viewer')).find('XA')).toMatchObject({
    name: '我的名称',
    continent: 'AF',
    currency: 'EUR',
    symbol: 'B',
    version: 3,
  });
});

test('one may drop one’s own changes and go on from theirs', async () => {
  const editor = await product.as('editor');
  const { id } = await editor.create({ code: 'XB', name: '原名' });
  const { page, foresee } = await product.open('editor', `/country?id=${id}&panel=edit`);
  foresee(/^412 PUT/);
  await field(page, '名称').fill('我的名称');
  await editor.change('XB', { name: '对方名称' });
  await save(page);
  await press(conflict(page), '放弃我的改动');
  await conflict(page).waitFor({ state: 'detached' });
  await expect.poll(() => field(page, '名称').inputValue()).toBe('对方名称');
});
