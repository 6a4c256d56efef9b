import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pathOf, setUpProduct, waitForPath } from '../kit/journey.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';
import { fieldsRenderedBy, recordRenderedFields } from '../kit/screens/rendered-fields.ts';

const product = setUpProduct();

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const actionBar = (page: Page) => page.locator('footer').last();
const focusedFieldName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

test('a form page links to its errors and stays open on the created record', async () => {
  const { page } = await product.open('editor', '/protocol?type=airline');
  await clickButton(page, '新建协议');
  await waitForPath(page, /^\/protocol\/form$/);
  await field(page, '代码').waitFor();
  await page.keyboard.press('Control+s');
  await actionBar(page).getByText('2 处错误：代码、名称').waitFor();
  await clickButton(actionBar(page), '名称');
  expect(await focusedFieldName(page)).toBe('name');
  await field(page, '名称').fill('试验协议');
  await field(page, '代码').fill('test-1');
  await page.keyboard.press('Control+s');
  await toast(page, /^已创建/).waitFor();
  await waitForPath(page, /^\/protocol\/form\?id=\d+$/);
  await page.getByRole('heading', { name: '试验协议' }).waitFor();
  await page.getByRole('navigation', { name: '所在位置' }).getByText('TEST-1').waitFor();

  await clickButton(page, '供应商');
  expect(await focusedFieldName(page)).toBe('supplier');
  await page.keyboard.type('Example Ltd');
  await page.keyboard.press('Control+s');
  await toast(page, /^已更新/).waitFor();
  await actionBar(page).getByText('没有未保存的更改').waitFor();
  expect(await focusedFieldName(page)).toBe('supplier');
  await clickButton(actionBar(page), '返回列表');
  await waitForPath(page, /^\/protocol\?.*type=airline/);
});

test('F1 explains the field that has the focus', async () => {
  const { page } = await product.open('editor', '/cabin/form');
  await field(page, '代码').focus();
  await page.keyboard.press('F1');
  const explanation = dialogNamed(page, '代码是什么');
  await explanation.getByText('Y（经济舱）').waitFor();
  await page.keyboard.press('Escape');
  await explanation.waitFor({ state: 'detached' });
  expect(pathOf(page)).toBe('/cabin/form');
});

test('a keystroke renders only the changed field', async () => {
  const { page } = await product.open('editor', '/protocol');
  await recordRenderedFields(page);
  await page.goto('/protocol/form');
  await field(page, '供应商').focus();
  expect(await page.evaluate(() => window.renderedFields.size)).toBeGreaterThan(8);
  // The first keystroke also marks the form as changed.
  expect(await fieldsRenderedBy(page, () => page.keyboard.press('E'))).toEqual(['/supplier']);
  expect(await fieldsRenderedBy(page, () => page.keyboard.press('x'))).toEqual(['/supplier']);
  expect(await field(page, '供应商').inputValue()).toBe('Ex');
});

test('a form page stores a draft when typing pauses, and deletes it when the user leaves without saving', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('editor', '/cabin/form');
  await field(page, '名称').fill('试验舱');
  await actionBar(page)
    .getByText(/^草稿已存于本机/)
    .waitFor();
  page.on('dialog', (confirmDialog) => void confirmDialog.accept());
  await page.reload();
  await page.getByText(/未保存的草稿/).waitFor();
  await clickButton(page, '继续编辑');
  await expect.poll(() => field(page, '名称').inputValue()).toBe('试验舱');
  await clickButton(page, '返回列表');
  await clickButton(dialogNamed(page, '离开并放弃未保存的更改？'), '放弃并离开');
  await waitForPath(page, /^\/cabin/);
  await page.goto('/cabin/form');
  await field(page, '代码').waitFor();
  expect(await page.getByText(/未保存的草稿/).count()).toBe(0);
});

test('the form shows the proposed change, and is read-only without the update permission', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('editor', '/cabin');
  await page.getByRole('button', { name: '编辑' }).first().click();
  await waitForPath(page, /^\/cabin\/form\?id=\d+$/);
  const address = pathOf(page);
  await field(page, '名称').fill('Trial cabin');
  await page.keyboard.press('Control+s');
  await page.getByText('这是你提交审核的修改').waitFor();
  await actionBar(page).getByText('没有未保存的更改').waitFor();
  await expect.poll(() => field(page, '名称').inputValue()).toBe('Trial cabin');

  const reviewer = await product.open('reviewer', address);
  await reviewer.page.getByText('只能查看：需要“修改舱位”权限。').waitFor();
  expect(await field(reviewer.page, '名称').getAttribute('readonly')).not.toBeNull();
  await clickButton(reviewer.page, '通过');
  await expect.poll(() => field(reviewer.page, '名称').inputValue()).toBe('Trial cabin');
});

test('quick edit changes a name without leaving the list', async () => {
  const { page } = await product.open('editor', '/cabin');
  await page.getByRole('button', { name: '快速编辑' }).nth(2).click();
  const quickEdit = dialogNamed(page, /^编辑舱位/);
  await quickEdit.getByRole('textbox', { name: '名称', exact: true }).fill('Quick');
  await page.keyboard.press('Control+s');
  await toast(page, /^已提交审核：/).waitFor();
  await waitForPath(page, /^\/cabin\?.*panel=view/);
});

test('quick edit leads to the complete form for fields that it does not show', async () => {
  const stations = (await product.apiAs('editor')).resource('/train-stations');
  const { id } = await stations.create({ telegraphCode: 'XQF', name: 'Bare station' });
  const { page } = await product.open('editor', '/train-station?q=XQF');
  await page.getByRole('button', { name: '快速编辑' }).click();
  await clickButton(dialogNamed(page, /^编辑火车站/), '纬度');
  await waitForPath(page, new RegExp(`^/train-station/form\\?id=${id}`));
  await expect.poll(() => field(page, '纬度').evaluate((input) => input === document.activeElement)).toBe(true);
});
