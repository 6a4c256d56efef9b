import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { dayFromNow } from '../kit/change-sets.ts';
import { pathOf, setUpProduct, waitForPath } from '../kit/journey.ts';
import { beginSet, workingBand } from '../kit/page/change-set-locators.ts';
import { textField, typeDigits } from '../kit/page/form-controls.ts';
import { clickButton, dialogNamed } from '../kit/page/page-actions.ts';

const product = setUpProduct();

const findBeijing = async () => (await product.apiAs('viewer')).resource('/airports').find('PEK');
const expectName = (page: Page, name: string) => expect.poll(() => textField(page, '名称').inputValue()).toBe(name);
const dayBand = (page: Page) => page.getByRole('region', { name: '其他日期的数据' });

async function viewDay(page: Page): Promise<void> {
  await clickButton(page, '查看其他日期的数据');
  const dialog = dialogNamed(page, '查看其他日期的数据');
  await typeDigits(dialog, '日期', dayFromNow(1).replaceAll('-', ''));
  await clickButton(dialog, '查看');
}

test('what is typed is there again after a look at live data or another day, and asked about before a set is left', async () => {
  const { id, name } = await findBeijing();
  const { page } = await product.open('editor', `/airport/form?id=${id}`);
  await expectName(page, name);
  await textField(page, '名称').fill('Peking Airport');
  await viewDay(page);
  await page.getByText('你尚未保存的更改已保留').waitFor();
  await expectName(page, name);
  await clickButton(dayBand(page), '返回现在');
  await expectName(page, 'Peking Airport');
  await page.getByText('1 处未保存').waitFor();
  await clickButton(page, '放弃更改');

  await page.goto('/change-sets');
  await beginSet(page, '北京更名');
  await page.goto(`/airport/form?id=${id}`);
  await expectName(page, name);
  await textField(page, '名称').fill('Peking Airport');
  await workingBand(page).getByRole('radio', { name: '线上值' }).click({ force: true });
  await page.getByText('你尚未保存的更改已保留').waitFor();
  await expectName(page, name);
  await workingBand(page).getByRole('radio', { name: '本集' }).click({ force: true });
  await expectName(page, 'Peking Airport');
  expect(await page.getByRole('button', { name: '丢弃草稿' }).count()).toBe(0);

  await viewDay(page);
  await clickButton(dialogNamed(page, '离开并放弃未保存的更改？'), '继续编辑');
  await expectName(page, 'Peking Airport');
  await workingBand(page).waitFor();
  await viewDay(page);
  await clickButton(dialogNamed(page, '离开并放弃未保存的更改？'), '放弃并离开');
  await dayBand(page).waitFor();
  await expectName(page, name);
});

test('what is typed beside the list goes along to the complete form', async () => {
  const { id } = await findBeijing();
  const { page } = await product.open('editor', `/airport?id=${id}&panel=quick`);
  const form = page.getByRole('dialog');
  await textField(form, '名称').fill('Peking Airport');
  await clickButton(form, '打开完整表单');
  await waitForPath(page, /^\/airport\/form/);
  await expectName(page, 'Peking Airport');
  await page.getByText('1 处未保存').waitFor();
});

test('a dialog asks before the browser’s Back takes a typed text away with the page', async () => {
  const { page } = await product.open('editor', '/');
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '变更集' }).click();
  await waitForPath(page, /^\/change-sets/);
  await page.getByRole('button', { name: '新建变更集', exact: true }).first().click();
  const dialog = dialogNamed(page, '新建变更集');
  await textField(dialog, '标题').fill('北京更名');
  for (const leave of [() => page.goBack(), () => clickButton(dialog, '取消')]) {
    await leave();
    await clickButton(dialog, '继续编辑');
    expect(await textField(dialog, '标题').inputValue()).toBe('北京更名');
    expect(pathOf(page)).toMatch(/^\/change-sets/);
  }
  await page.goBack();
  await clickButton(dialog, '放弃更改');
  await waitForPath(page, /^\/$/);
});
