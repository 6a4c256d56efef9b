import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { chooseOption, entityLocators, fillFields, textField } from '../kit/page/form-controls.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

const saveToSet = (scope: Page | Locator) => scope.getByRole('button', { name: /^存入变更集/ });
const band = (page: Page) => page.getByRole('region', { name: '变更集', exact: true });

/** Begins a set by its dialog, and returns its id; one works in it from then on. */
async function beginSet(page: Page, title: string): Promise<string> {
  // the empty list offers it, too
  await page.getByRole('button', { name: '新建变更集', exact: true }).first().click();
  const dialog = dialogNamed(page, '新建变更集');
  await textField(dialog, '标题').fill(title);
  await textField(dialog, '标题').press('Enter');
  await band(page).getByText(title).waitFor();
  await waitForPath(page, /^\/change-sets\/\d+$/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Brings the record with the code to what it was before the airport moved, and returns its id. */
async function nameAtaturk(): Promise<number> {
  const [editor, reviewer] = [await product.apiAs('editor'), await product.apiAs('reviewer')];
  const changes = { name: 'Istanbul Atatürk Airport', icaoCode: 'LTBA' };
  const { id } = await editor.resource('/airports').change('IST', changes);
  const { proposal } = await editor.call('GET', `/airports/${id}/proposal`);
  await reviewer.call('POST', `/airports/${id}/proposal/decision`, { decision: 'approve' }, proposal.version);
  return id;
}

test('a code passes to a new airport in one set, which a second person approves and its author reverts', {
  tags: ['slow'],
}, async () => {
  const oldId = await nameAtaturk();
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
  await band(author)
    .getByRole('link', { name: /伊斯坦布尔/ })
    .click();
  const items = author.getByRole('region', { name: '机场' }).getByRole('listitem');
  await expect.poll(() => items.count()).toBe(2);
  await items.filter({ hasText: 'ISL' }).waitFor();
  await clickButton(author, '提交审核');
  await toast(author, /^已提交审核/).waitFor();
  await expect.poll(() => band(author).count()).toBe(0);

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
  expect(await airports.find('IST')).toMatchObject({ id: oldId, status: 'active', icaoCode: 'LTBA' });
  expect(await airports.find('ISL')).toBeUndefined();
});

test('what a set holds is edited there and removed, and outside of it saves are live again', {
  tags: ['slow'],
}, async () => {
  const countries = await product.apiAs('editor');
  const { page } = await product.open('editor', '/change-sets');
  const setId = await beginSet(page, '货币符号');
  const { id } = await countries.find('JP');
  await page.goto(`/country?id=${id}&panel=edit`);
  await fillFields(page, { 货币符号: '円' });
  await saveToSet(page).click();
  await toast(page, /已存入变更集/).waitFor();
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

  await clickButton(band(page), '退出变更集');
  await page.goto(`/country?id=${id}&panel=edit`);
  await page.getByRole('button', { name: /^提交审核/ }).waitFor();
  expect(await saveToSet(page).count()).toBe(0);
});
