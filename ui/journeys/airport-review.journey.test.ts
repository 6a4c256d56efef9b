import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aProduct, arrive, place } from './kit/journey.ts';
import { fill, saveButton, text } from './kit/kind.ts';
import { dialog, press, toast } from './kit/screen.ts';

const product = aProduct();
const airports = async (account: 'editor' | 'admin' | 'viewer') => (await product.as(account)).of('/airports');
const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });

test('a page with something typed is not left unasked, and gives it back after the window was closed', async () => {
  const { id } = await (await airports('editor')).create({ code: 'XRA', name: 'Old Name' });
  const { page, context } = await product.open('editor', `/airport/form?id=${id}`);
  await fill(page, { 名称: 'Typed Name' });
  await menu(page).getByRole('link', { name: '首页' }).click();
  const question = dialog(page, '离开并放弃未保存的更改？');
  await press(question, '继续编辑');
  await question.waitFor({ state: 'detached' });
  expect(place(page)).toBe(`/airport/form?id=${id}`);
  await page.getByText(/^草稿已存于本机/).waitFor();
  await page.close();

  const again = await context.newPage();
  await again.goto(`/airport/form?id=${id}`);
  await again.getByText(/^有一份未保存的草稿（今天 .*）。$/).waitFor();
  await expect.poll(() => text(again, '名称').inputValue()).toBe('Old Name');
  await press(again, '继续编辑');
  await expect.poll(() => text(again, '名称').inputValue()).toBe('Typed Name');
  await saveButton(again).click();
  await toast(again, '更新成功').waitFor();
  await again.getByRole('heading', { name: 'Typed Name' }).waitFor();
  await menu(again).getByRole('link', { name: '首页' }).click();
  await arrive(again, /^\/$/);
});

test('two people change one airport on its page: what does not collide is merged, the rest is chosen', {
  tags: ['slow'],
}, async () => {
  const place = { latitude: 40.08, longitude: 116.58 };
  const { id } = await (await airports('editor')).create({ code: 'XRB', name: 'Old Name', ...place });
  const { page, foresee } = await product.open('editor', `/airport/form?id=${id}`);
  foresee(/^412 PUT \/dc\/api\/v1\/airports\/\d+$/);
  await fill(page, { 名称: 'My Name', 'ICAO 代码': 'XXRB' });
  await (await airports('admin')).change('XRB', { name: 'Their Name', latitude: 40.09 });
  await saveButton(page).click();
  const conflict = dialog(page, '这条记录在你编辑时已被更新');
  await conflict.getByText('2 处不冲突的改动已合并，1 处请你选定').waitFor();
  await conflict.getByRole('radio', { name: /^名称.*My Name/ }).check();
  await press(conflict, /^保存为 v/);
  await toast(page, '更新成功').waitFor();
  await expect.poll(() => text(page, '纬度').inputValue()).toBe('40.090000');
  expect(await (await airports('viewer')).find('XRB')).toMatchObject({
    ...{ name: 'My Name', icaoCode: 'XXRB', latitude: 40.09, version: 3 },
  });
});

test('a live airport stays as it is until a reviewer, told at home what is odd, lets the change through', async () => {
  const { id } = await (await airports('viewer')).find('PEK');
  await (await airports('editor')).create({ code: 'XRC', name: 'Bare Airport' });
  const { page } = await product.open('editor', `/airport/form?id=${id}`);
  await page.getByText('保存后须由另一人审核，通过前线上数据不变。').waitFor();
  const pinyin = await text(page, '拼音').inputValue();
  await fill(page, { 拼音: 'beijing jichang', 纬度: '51.5' });
  await saveButton(page).click();
  await toast(page, '已提交审核，由另一人通过后生效').waitFor();
  await page.getByRole('heading', { name: '审核中的修改' }).waitFor();
  expect(await (await airports('viewer')).find('PEK')).toMatchObject({ pinyin, version: 1 });

  const reviewer = (await product.open('reviewer', '/')).page;
  const waiting = (name: string) =>
    reviewer
      .getByRole('listitem')
      .filter({ hasText: name })
      .filter({ has: reviewer.getByRole('button') });
  await waiting('XRC')
    .getByText(/^待补充：.*城市.*时区/)
    .waitFor();
  const change = waiting('PEK');
  await change.getByText(/修改(拼音、纬度|纬度、拼音)/).waitFor();
  await change.getByText('提醒：纬度 坐标不在所选国家的范围内').waitFor();
  await change.hover();
  await press(change, '通过');
  await toast(reviewer, /^已通过/).waitFor();
  await change.waitFor({ state: 'detached' });
  expect(await (await airports('viewer')).find('PEK')).toMatchObject({ pinyin: 'beijing jichang', latitude: 51.5 });
});
