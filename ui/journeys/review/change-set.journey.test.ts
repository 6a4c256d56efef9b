import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { nameAtaturk } from '../kit/change-sets.ts';
import { setUpProduct } from '../kit/journey.ts';
import { beginSet, saveToSet, workingBand } from '../kit/page/change-set-locators.ts';
import { chooseOption, entityLocators, fillFields, textField } from '../kit/page/form-controls.ts';
import { failOnPointerUse, hasFocus, tabTo } from '../kit/page/keyboard.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

test('a code passes to a new airport in one set, which a second person approves and its author reverts', {
  tags: ['slow'],
}, async () => {
  const oldId = await nameAtaturk(product);
  const airports = (await product.apiAs('viewer')).resource('/airports');

  const author = (await product.open('editor', '/change-sets')).page;
  const setId = await beginSet(author, '伊斯坦布尔机场搬迁');
  await author.goto(`/airport/form?id=${oldId}`);
  await fillFields(author, { 代码: 'ISL' });
  await author.keyboard.press('Control+s');
  await toast(author, /已存入变更集/).waitFor();
  expect(await airports.find('IST')).toMatchObject({ id: oldId, version: 2 });

  await author.goto('/airport/form');
  await fillFields(author, { 代码: 'IST', 名称: 'Istanbul Airport', 'ICAO 代码': 'LTFM' });
  await chooseOption(author, '城市', 'istanbul', /^IST/);
  await fillFields(author, { 纬度: '41.27', 经度: '28.73' });
  await chooseOption(author, '时区', 'Europe/Istanbul', 'Europe/Istanbul');
  await saveToSet(author).click();
  await toast(author, /Istanbul Airport 已存入变更集$/).waitFor();

  await author.goto('/airport?q=IST');
  const { row } = entityLocators(author, '机场');
  await row('IST').getByRole('img', { name: '变更集将修改' }).first().waitFor();
  await workingBand(author)
    .getByRole('link', { name: /伊斯坦布尔/ })
    .click();
  const items = author.getByRole('region', { name: '机场' }).getByRole('listitem');
  await expect.poll(() => items.count()).toBe(2);
  await items.filter({ hasText: 'ISL' }).waitFor();
  // in a low window the items scroll, and the frame stays
  await author.setViewportSize({ width: 1280, height: 420 });
  expect(await author.evaluate(() => document.documentElement.scrollHeight)).toBe(420);
  await author.setViewportSize({ width: 1440, height: 900 });
  await clickButton(author, '提交审核');
  await toast(author, /^已提交审核/).waitFor();
  await expect.poll(() => workingBand(author).count()).toBe(0);

  const reviewer = (await product.open('reviewer', '/change-sets?scope=toReview')).page;
  await reviewer.getByRole('row').filter({ hasText: '伊斯坦布尔' }).click();
  await clickButton(reviewer, '通过并生效');
  await clickButton(reviewer.getByRole('alertdialog'), '通过并生效');
  await toast(reviewer, /已生效$/).waitFor();
  expect(await airports.find('ISL')).toMatchObject({ id: oldId, status: 'active', icaoCode: 'LTBA' });
  const { id: newId, ...created } = await airports.find('IST');
  expect(created).toMatchObject({ name: 'Istanbul Airport', status: 'active', icaoCode: 'LTFM' });
  expect(newId).not.toBe(oldId);

  await reviewer.goto('/data-logs?entity=airport');
  const log = reviewer.getByRole('grid');
  await log.getByRole('row').filter({ hasText: 'ISL' }).filter({ hasText: '修改' }).waitFor();
  await log.getByRole('row').filter({ hasText: 'IST' }).filter({ hasText: '新建' }).waitFor();

  await author.goto(`/change-sets/${setId}`);
  await clickButton(author, '撤销变更');
  await clickButton(author.getByRole('alertdialog'), '撤销变更');
  await toast(author, /^已撤销/).waitFor();
  const steps = author.getByRole('list', { name: '历史' }).getByRole('listitem');
  for (const step of ['提交审核', '已撤销']) await steps.filter({ hasText: step }).getByText('editor').waitFor();
  expect(await airports.find('IST')).toMatchObject({ id: oldId, status: 'active', icaoCode: 'LTBA' });
  expect(await airports.find('ISL')).toBeUndefined();
});

test('what a set holds is edited there and removed, and outside of it saves are live again', {
  tags: ['slow'],
}, async () => {
  const countries = await product.apiAs('editor');
  const { page } = await product.open('editor', '/change-sets');
  const setId = await beginSet(page, `货币符号${'与货币名称'.repeat(30)}`);
  // a long title neither grows the band nor lets a message cover its way out
  const bottomOf = async (element: Locator) => {
    const { y, height } = (await element.boundingBox()) ?? { y: 0, height: 0 };
    return y + height;
  };
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await bottomOf(workingBand(page))).toBeLessThan(40);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  const { id } = await countries.find('JP');
  await page.goto(`/country?id=${id}&panel=edit`);
  await fillFields(page, { 货币符号: '円' });
  await saveToSet(page).click();
  const saved = toast(page, /已存入变更集/);
  await saved.waitFor();
  expect((await saved.boundingBox())?.y).toBeGreaterThan(await bottomOf(workingBand(page)));
  const { card, panel } = entityLocators(page, '国家/地区', '国家/地区');
  await card.getByRole('heading', { name: '变更集将修改' }).waitFor();

  await page.goto(`/change-sets/${setId}`);
  await clickButton(page, '编辑变更项');
  await expect.poll(() => textField(panel, '货币符号').inputValue()).toBe('円');
  await fillFields(panel, { 货币符号: '元' });
  await saveToSet(panel).click();
  await toast(page, /已存入变更集/).waitFor();
  await page.goto(`/change-sets/${setId}`);
  await page.getByRole('listitem').filter({ hasText: '货币符号' }).getByText('元').waitFor();
  await clickButton(page, '移除变更项');
  await clickButton(page.getByRole('alertdialog'), '移除变更项');
  await page.getByText('还没有变更项').first().waitFor();

  await clickButton(workingBand(page), '退出变更集');
  await page.goto(`/country?id=${id}&panel=edit`);
  await page.getByRole('button', { name: /^提交审核/ }).waitFor();
  expect(await saveToSet(page).count()).toBe(0);
});

test('a set is made, submitted and approved by keyboard alone', { tags: ['slow'] }, async () => {
  const { page } = await product.open('editor', '/airport');
  failOnPointerUse(page);
  await page.getByRole('grid').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  const create = page.getByRole('button', { name: '新建变更集', exact: true }).first();
  await tabTo(page, create);
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(textField(dialogNamed(page, '新建变更集'), '标题'))).toBe(true);
  await page.keyboard.type('键盘');
  await page.keyboard.press('Enter');
  await workingBand(page).getByText('键盘').waitFor();
  const { id } = await (await product.apiAs('editor')).find('KR');
  await page.goto(`/country?id=${id}&panel=edit`);
  const symbol = textField(page, '货币符号');
  await tabTo(page, symbol);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('원');
  await page.keyboard.press('Control+s');
  await toast(page, /已存入变更集/).waitFor();
  await tabTo(page, workingBand(page).getByRole('link'));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: '提交审核', exact: true }));
  await page.keyboard.press('Enter');
  await toast(page, /^已提交审核/).waitFor();

  const reviewer = (await product.open('reviewer', '/change-sets?scope=toReview')).page;
  failOnPointerUse(reviewer);
  await tabTo(reviewer, reviewer.getByRole('row').filter({ hasText: '键盘' }));
  await reviewer.keyboard.press('Enter');
  await tabTo(reviewer, reviewer.getByRole('button', { name: '通过并生效', exact: true }));
  await reviewer.keyboard.press('Enter');
  await tabTo(reviewer, reviewer.getByRole('alertdialog').getByRole('button', { name: '通过并生效', exact: true }));
  await reviewer.keyboard.press('Enter');
  await toast(reviewer, /已生效$/).waitFor();
});
