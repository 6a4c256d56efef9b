import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { setLanguage } from '../kit/language.ts';
import { countryCard } from '../kit/page/country-locators.ts';
import {
  chooseOption,
  combobox,
  entityLocators,
  expectFieldMessage,
  fillFields,
  saveButton,
  textField,
} from '../kit/page/form-controls.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();
const searchBox = (page: Page) => page.getByRole('searchbox', { name: '在列表中搜索' });

test('a referenced record cannot be deleted, and the dialog links to the records that refer to it', async () => {
  const { id } = await (await product.apiAs('viewer')).resource('/cities').find('FRA');
  const { page, expectErrors } = await product.open('editor', `/city?id=${id}&panel=delete`);
  expectErrors(/^409 DELETE \/dc\/api\/v1\/cities\/\d+$/);
  const deleteDialog = dialogNamed(page, '确定删除这个城市吗？');
  await clickButton(deleteDialog, '提交审核');
  await deleteDialog.getByText(/^有 \d+ 条记录引用了它，不能删除$/).waitFor();
  await deleteDialog.getByRole('link', { name: /^(Frankfurt Airport|法兰克福机场)$/ }).click();
  await entityLocators(page, '机场').card.getByText('FRA').first().waitFor();
  await waitForPath(page, /^\/airport\?/);
});

test('a new country code appears in lists of referring records at once, and is logged for each', async () => {
  const editor = await product.apiAs('editor');
  const { id } = await editor.create({ code: 'XA', name: '试验国' });
  for (const code of ['XAA', 'XAB'])
    await editor.resource('/cities').create({ code, name: `城 ${code}`, country: 'XA' });
  const { page } = await product.open('editor', `/country?id=${id}&panel=edit`);
  const { panel } = entityLocators(page, '国家/地区');
  await fillFields(panel, { 代码: 'xb' });
  await saveButton(panel).click();
  await toast(page, /^已更新/).waitFor();
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: /^城市/ }).click();
  const { row, grid } = entityLocators(page, '城市');
  await grid.waitFor();
  await searchBox(page).fill('XA');
  for (const code of ['XAA', 'XAB']) await row(code).getByText(/^XB/).waitFor();
  const log = await product.sql(
    "SELECT entity, action, version FROM data_log WHERE entity IN ('country', 'city') AND version > 1 ORDER BY seq",
  );
  const cityChange = { entity: 'city', action: 'reference', version: 2 };
  expect(log).toEqual([{ entity: 'country', action: 'update', version: 2 }, cityChange, cityChange]);
});

test('renaming a referenced code causes no conflict in an open form or a draft', { tags: ['slow'] }, async () => {
  const editor = await product.apiAs('editor');
  await editor.create({ code: 'XC', name: '试验国' });
  const cities = editor.resource('/cities');
  const { id } = await cities.create({ code: 'XCA', name: '原名', country: 'XC' });
  const { page, context } = await product.open('editor', `/city?id=${id}&panel=edit`);
  await fillFields(entityLocators(page, '城市').panel, { 名称: '新名' });
  await page.getByText(/^草稿已存于本机/).waitFor();
  await page.close();
  await editor.change('XC', { code: 'XD' });

  const reopenedPage = await context.newPage();
  await reopenedPage.goto(`/city?id=${id}&panel=edit`);
  const { panel, card } = entityLocators(reopenedPage, '城市');
  await clickButton(reopenedPage, '继续编辑');
  await expect.poll(() => textField(panel, '名称').inputValue()).toBe('新名');
  await editor.change('XD', { code: 'XE' });
  await saveButton(panel).click();
  await toast(reopenedPage, /^已更新/).waitFor();
  await card.getByText('editor 修改了所引用的代码：国家/地区').first().waitFor();
  expect(await cities.find('XCA')).toMatchObject({ name: '新名', country: 'XE', version: 4 });
});

test('a draft with an outdated country code is refused at that field and can be saved with the new code', {
  tags: ['slow'],
}, async () => {
  const editor = await product.apiAs('editor');
  await editor.create({ code: 'XF', name: '旧码国' });
  const { page, context, expectErrors } = await product.open('editor', '/city?panel=new');
  const { panel } = entityLocators(page, '城市');
  await fillFields(panel, { 代码: 'XFA', 名称: '新城' });
  await chooseOption(panel, '国家/地区', 'XF', /^XF/);
  await page.getByText(/^草稿已存于本机/).waitFor();
  await page.close();
  await editor.change('XF', { code: 'XG' });

  expectErrors(/^422 POST \/dc\/api\/v1\/cities$/);
  const reopenedPage = await context.newPage();
  await reopenedPage.goto('/city?panel=new');
  const form = entityLocators(reopenedPage, '城市').panel;
  await clickButton(reopenedPage, '继续编辑');
  await expect.poll(() => textField(form, '名称').inputValue()).toBe('新城');
  await saveButton(form).click();
  await expectFieldMessage(combobox(form, '国家/地区'), '引用的记录不存在');
  await chooseOption(form, '国家/地区', 'XG', /^XG/);
  await saveButton(form).click();
  await toast(reopenedPage, /^已创建/).waitFor();
  expect(await editor.resource('/cities').find('XFA')).toMatchObject({ name: '新城', country: 'XG' });
});

const searchExamples = [
  ['/eu-stations', '欧洲铁路车站', '8033452', '柏林中央车站'],
  ['/airline', '航空公司', '876', '四川航空'],
  ['/city', '城市', '652901', '阿克苏'],
  ['/train-station', '火车站', 'bjn', '北京南'],
  ['/train-station', '火车站', 'VNP', '北京南'],
  ['/airport', '机场', '白云', '广州白云国际机场'],
  ['/airport', '机场', 'bygj', '广州白云国际机场'],
] as const;

test('lists can be searched by any code, by pinyin initials and by part of a name', { tags: ['slow'] }, async () => {
  const { page } = await product.open('viewer', '/');
  for (const [path, listName, typed, name] of searchExamples) {
    await page.goto(path);
    await searchBox(page).fill(typed);
    await waitForPath(page, new RegExp(`q="?${typed}`));
    await entityLocators(page, listName).row(name).waitFor();
  }
});

test('Ctrl+K finds records of several entities, and a reference filter shows names in both languages', async () => {
  const { page } = await product.open('viewer', '/');
  await page.getByRole('heading', { name: '数据概览' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('beijing');
  const results = dialogNamed(page, '搜索').getByRole('option');
  for (const entity of ['城市', '机场', '火车站']) await results.filter({ hasText: entity }).first().waitFor();
  await results.filter({ hasText: '北京南' }).click();
  await entityLocators(page, '火车站').card.getByText('VNP').first().waitFor();

  await page.goto('/airport');
  await clickButton(page, '筛选');
  const filters = dialogNamed(page, '添加筛选条件');
  await clickButton(filters, '城市');
  await filters.getByRole('searchbox', { name: '城市' }).fill('shanghai');
  await clickButton(filters, /上海/);
  await waitForPath(page, /city=SHA/);
  await page.getByRole('button', { name: /^城市.*上海/ }).waitFor();
  const { grid } = entityLocators(page, '机场');
  await expect.poll(() => grid.getByRole('checkbox', { name: /^选择 / }).count()).toBe(2);
  await page.reload();
  await page.getByRole('button', { name: /^城市.*上海/ }).waitFor();
  await setLanguage(page, 'English');
  await page.getByRole('button', { name: /^City.*Shanghai/ }).waitFor();
  await page
    .getByRole('gridcell', { name: /Pudong/ })
    .first()
    .waitFor();
});

test('Ctrl+K runs commands, and finds users and settings', { tags: ['slow'] }, async () => {
  const { id } = await (await product.apiAs('viewer')).find('FR');
  const { page } = await product.open('admin', `/country?id=${id}&panel=view`);
  await countryCard(page).getByRole('button', { name: '编辑' }).waitFor();
  const find = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(text);
  };
  const hits = (group: string) => dialogNamed(page, '搜索').getByRole('group', { name: group }).getByRole('option');

  await find('');
  await hits('最近打开').getByText('法国').waitFor();
  await page.keyboard.press('Escape');
  await find('new airport');
  await hits('命令').getByText('新建机场').click();
  await waitForPath(page, '/airport/form');
  await find('editor');
  await hits('用户').getByText('editor').first().click();
  await waitForPath(page, /^\/users\/user-list\?id=\d+&panel=view$/);
  await find('Session length');
  await hits('系统配置').getByText('登录有效期').click();
  await waitForPath(page, '/system-config?field=/sessionHours');
  const sessionHours = page.getByRole('textbox', { name: '登录有效期' });
  await expect.poll(() => sessionHours.evaluate((input) => input === document.activeElement)).toBe(true);
  await find('深色');
  await hits('命令').first().click();
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
});
