import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aProduct, arrive } from './kit/journey.ts';
import { combo, fill, kindOn, saveButton, saysAt, take, text } from './kit/kind.ts';
import { setLanguage } from './kit/language.ts';
import { dialog, press, toast } from './kit/screen.ts';

const product = aProduct();
const search = (page: Page) => page.getByRole('searchbox', { name: '在列表中搜索' });

test('what others refer to is not deleted: they are listed, each a link to its place', async () => {
  const { id } = await (await product.as('viewer')).of('/cities').find('FRA');
  const { page, foresee } = await product.open('editor', `/city?id=${id}&panel=delete`);
  foresee(/^409 DELETE \/dc\/api\/v1\/cities\/\d+$/);
  const question = dialog(page, '确定删除这个城市吗？');
  await press(question, '提交审核');
  await question.getByText(/^有 \d+ 条记录引用了它，不能删除$/).waitFor();
  await question.getByRole('link', { name: /^(Frankfurt Airport|法兰克福机场)$/ }).click();
  await kindOn(page, '机场').card.getByText('FRA').first().waitFor();
  await arrive(page, /^\/airport\?/);
});

test('a country’s new code stands in the lists of what refers to it at once, as a change of each', async () => {
  const editor = await product.as('editor');
  const { id } = await editor.create({ code: 'XA', name: '试验国' });
  for (const code of ['XAA', 'XAB']) await editor.of('/cities').create({ code, name: `城 ${code}`, country: 'XA' });
  const { page } = await product.open('editor', `/country?id=${id}&panel=edit`);
  const { panel } = kindOn(page, '国家/地区');
  await fill(panel, { 代码: 'xb' });
  await saveButton(panel).click();
  await toast(page, '更新成功').waitFor();
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: /^城市/ }).click();
  const { row, grid } = kindOn(page, '城市');
  await grid.waitFor();
  await search(page).fill('XA');
  for (const code of ['XAA', 'XAB']) await row(code).getByText(/^XB/).waitFor();
  const log = await product.sql(
    "SELECT entity, action, version FROM data_log WHERE entity IN ('country', 'city') AND version > 1 ORDER BY seq",
  );
  const follows = { entity: 'city', action: 'reference', version: 2 };
  expect(log).toEqual([{ entity: 'country', action: 'update', version: 2 }, follows, follows]);
});

test('a form that is open while a code in it becomes another is saved, a draft goes on, and nothing is to be decided', async () => {
  const editor = await product.as('editor');
  await editor.create({ code: 'XC', name: '试验国' });
  const cities = editor.of('/cities');
  const { id } = await cities.create({ code: 'XCA', name: '原名', country: 'XC' });
  const { page, context } = await product.open('editor', `/city?id=${id}&panel=edit`);
  await fill(kindOn(page, '城市').panel, { 名称: '新名' });
  await page.getByText(/^草稿已存于本机/).waitFor();
  await page.close();
  await editor.change('XC', { code: 'XD' });

  const again = await context.newPage();
  await again.goto(`/city?id=${id}&panel=edit`);
  const { panel, card } = kindOn(again, '城市');
  await press(again, '继续编辑');
  await expect.poll(() => text(panel, '名称').inputValue()).toBe('新名');
  await editor.change('XD', { code: 'XE' });
  await saveButton(panel).click();
  await toast(again, '更新成功').waitFor();
  await card.getByText('editor 变更了所引用的代码：国家/地区').first().waitFor();
  expect(await cities.find('XCA')).toMatchObject({ name: '新名', country: 'XE', version: 4 });
});

test('a draft of a new record whose country is renamed is refused at that field, and saved by the new code', async () => {
  const editor = await product.as('editor');
  await editor.create({ code: 'XF', name: '旧码国' });
  const { page, context, foresee } = await product.open('editor', '/city?panel=new');
  const { panel } = kindOn(page, '城市');
  await fill(panel, { 代码: 'XFA', 名称: '新城' });
  await take(panel, '国家/地区', 'XF', /^XF/);
  await page.getByText(/^草稿已存于本机/).waitFor();
  await page.close();
  await editor.change('XF', { code: 'XG' });

  foresee(/^422 POST \/dc\/api\/v1\/cities$/);
  const again = await context.newPage();
  await again.goto('/city?panel=new');
  const form = kindOn(again, '城市').panel;
  await press(again, '继续编辑');
  await expect.poll(() => text(form, '名称').inputValue()).toBe('新城');
  await saveButton(form).click();
  await saysAt(combo(form, '国家/地区'), '引用的记录不存在');
  await take(form, '国家/地区', 'XG', /^XG/);
  await saveButton(form).click();
  await toast(again, '创建成功').waitFor();
  expect(await editor.of('/cities').find('XFA')).toMatchObject({ name: '新城', country: 'XG' });
});

const finds = [
  ['/eu-stations', '欧洲铁路车站', '8033452', '柏林中央车站'],
  ['/airline', '航空公司', '876', '四川航空'],
  ['/city', '城市', '652901', '阿克苏'],
  ['/train-station', '火车站', 'bjn', '北京南'],
  ['/train-station', '火车站', 'VNP', '北京南'],
  ['/airport', '机场', '白云', '广州白云国际机场'],
  ['/airport', '机场', 'bygj', '广州白云国际机场'],
] as const;

test('lists find by digits of any code, by the initials of pinyin and by a part of a name', async () => {
  const { page } = await product.open('viewer', '/');
  for (const [path, many, typed, name] of finds) {
    await page.goto(path);
    await search(page).fill(typed);
    await arrive(page, new RegExp(`q="?${typed}`));
    await kindOn(page, many).row(name).waitFor();
  }
});

test('⌘K finds records of several kinds; a list is narrowed to what refers to one, named in both languages', async () => {
  const { page } = await product.open('viewer', '/');
  await page.getByRole('heading', { name: '数据概览' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('beijing');
  const results = dialog(page, '搜索').getByRole('option');
  for (const kind of ['城市', '机场', '火车站']) await results.filter({ hasText: kind }).first().waitFor();
  await results.filter({ hasText: '北京南' }).click();
  await kindOn(page, '火车站').card.getByText('VNP').first().waitFor();

  await page.goto('/airport');
  await press(page, '筛选');
  const filters = dialog(page, '添加筛选条件');
  await press(filters, '城市');
  await filters.getByRole('searchbox', { name: '城市' }).fill('shanghai');
  await press(filters, /上海/);
  await arrive(page, /city=SHA/);
  await page.getByRole('button', { name: /^城市.*上海/ }).waitFor();
  const { grid } = kindOn(page, '机场');
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
