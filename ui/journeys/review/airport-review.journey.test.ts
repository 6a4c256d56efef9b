import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pathOf, setUpProduct, waitForPath } from '../kit/journey.ts';
import { fillFields, saveButton, textField } from '../kit/page/form-controls.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();
const airports = async (account: 'editor' | 'admin' | 'viewer') => (await product.apiAs(account)).resource('/airports');
const menu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });

test('leaving a changed form page asks for confirmation, and reopening it after closing the window offers the draft', async () => {
  const { id } = await (await airports('editor')).create({ code: 'XRA', name: 'Old Name' });
  const { page, context } = await product.open('editor', `/airport/form?id=${id}`);
  await fillFields(page, { 名称: 'Typed Name' });
  await menu(page).getByRole('link', { name: '首页' }).click();
  const leaveDialog = dialogNamed(page, '离开并放弃未保存的更改？');
  await clickButton(leaveDialog, '继续编辑');
  await leaveDialog.waitFor({ state: 'detached' });
  expect(pathOf(page)).toBe(`/airport/form?id=${id}`);
  await page.getByText(/^草稿已存于本机/).waitFor();
  await page.close();

  const reopenedPage = await context.newPage();
  await reopenedPage.goto(`/airport/form?id=${id}`);
  await reopenedPage.getByText(/^有一份未保存的草稿（今天 .*）。$/).waitFor();
  await expect.poll(() => textField(reopenedPage, '名称').inputValue()).toBe('Old Name');
  await clickButton(reopenedPage, '继续编辑');
  await expect.poll(() => textField(reopenedPage, '名称').inputValue()).toBe('Typed Name');
  await saveButton(reopenedPage).click();
  await toast(reopenedPage, /^已更新/).waitFor();
  await reopenedPage.getByRole('heading', { name: 'Typed Name' }).waitFor();
  await menu(reopenedPage).getByRole('link', { name: '首页' }).click();
  await waitForPath(reopenedPage, /^\/$/);
});

test('when two people change one airport, separate changes are merged and the user resolves conflicting ones', {
  tags: ['slow'],
}, async () => {
  const coordinates = { latitude: 40.08, longitude: 116.58 };
  const { id } = await (await airports('editor')).create({ code: 'XRB', name: 'Old Name', ...coordinates });
  const { page, expectErrors } = await product.open('editor', `/airport/form?id=${id}`);
  expectErrors(/^412 PUT \/dc\/api\/v1\/airports\/\d+$/);
  await fillFields(page, { 名称: 'My Name', 'ICAO 代码': 'XXRB' });
  await (await airports('admin')).change('XRB', { name: 'Their Name', latitude: 40.09 });
  await saveButton(page).click();
  const conflict = dialogNamed(page, '这条记录在你编辑时已被更新');
  await conflict.getByText('2 处不冲突的改动已合并，1 处冲突须由你选择').waitFor();
  await conflict.getByRole('radio', { name: /^名称.*My Name/ }).check();
  await clickButton(conflict, /^保存为 v/);
  await toast(page, /^已更新/).waitFor();
  await expect.poll(() => textField(page, '纬度').inputValue()).toBe('40.090000');
  expect(await (await airports('viewer')).find('XRB')).toMatchObject({
    name: 'My Name',
    icaoCode: 'XXRB',
    latitude: 40.09,
    version: 3,
  });
});

test('a change of an active airport applies after a reviewer, who sees its warnings on the home page, approves it', async () => {
  const { id } = await (await airports('viewer')).find('PEK');
  await (await airports('editor')).create({ code: 'XRC', name: 'Bare Airport' });
  const { page } = await product.open('editor', `/airport/form?id=${id}`);
  await page.getByText('保存后须由另一人审核，通过前线上数据不变。').waitFor();
  const pinyin = await textField(page, '拼音').inputValue();
  await fillFields(page, { 拼音: 'beijing jichang', 纬度: '51.5' });
  await saveButton(page).click();
  await toast(page, /^已提交审核：/).waitFor();
  await page.getByRole('heading', { name: '审核中的修改' }).waitFor();
  expect(await (await airports('viewer')).find('PEK')).toMatchObject({ pinyin, version: 1 });

  await page.getByText('没有未保存的更改').waitFor();
  await fillFields(page, { 拼音: pinyin });
  await page.getByText('1 处未保存').waitFor();
  await page.getByText(/^草稿已存于本机/).waitFor();
  await clickButton(page, '放弃更改');
  await expect.poll(() => textField(page, '拼音').inputValue()).toBe('beijing jichang');
  await page.getByText('没有未保存的更改').waitFor();

  const reviewer = (await product.open('reviewer', '/')).page;
  const queueItem = (name: string) =>
    reviewer
      .getByRole('listitem')
      .filter({ hasText: name })
      .filter({ has: reviewer.getByRole('button') });
  await queueItem('XRC')
    .getByText(/^待补充：.*城市.*时区/)
    .waitFor();
  const airportChange = queueItem('PEK');
  await airportChange.getByText(/修改：(拼音、纬度|纬度、拼音)/).waitFor();
  await airportChange.getByText('请核对：纬度 坐标不在所选国家/地区的范围内').waitFor();
  await airportChange.hover();
  await clickButton(airportChange, '通过');
  await toast(reviewer, /^已通过/).waitFor();
  await airportChange.waitFor({ state: 'detached' });
  expect(await (await airports('viewer')).find('PEK')).toMatchObject({ pinyin: 'beijing jichang', latitude: 51.5 });
});
