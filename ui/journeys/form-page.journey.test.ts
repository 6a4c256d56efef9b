import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aProduct, arrive, place } from './kit/journey.ts';
import { dialog, press, toast } from './kit/screen.ts';

const product = aProduct();

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const bar = (page: Page) => page.locator('footer').last();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));
test('a form on its own page leads to what is wrong and missing, and stays on the record it has made', async () => {
  const { page } = await product.open('editor', '/protocol?type=airline');
  await press(page, '新建协议');
  await arrive(page, /^\/protocol\/form$/);
  await field(page, '代码').waitFor();
  await page.keyboard.press('Control+s');
  await bar(page).getByText('2 处错误：代码、名称').waitFor();
  await press(bar(page), '名称');
  expect(await focused(page)).toBe('name');
  await field(page, '名称').fill('试验协议');
  await field(page, '代码').fill('test-1');
  await page.keyboard.press('Control+s');
  await toast(page, '创建成功').waitFor();
  await arrive(page, /^\/protocol\/form\?id=\d+$/);
  await page.getByRole('heading', { name: '试验协议' }).waitFor();
  await page.getByRole('navigation', { name: '所在位置' }).getByText('TEST-1').waitFor();

  await press(page, '供应商');
  expect(await focused(page)).toBe('supplier');
  await page.keyboard.type('Example Ltd');
  await page.keyboard.press('Control+s');
  await toast(page, '更新成功').waitFor();
  await bar(page).getByText('没有未保存的修改').waitFor();
  expect(await focused(page)).toBe('supplier');
  await press(bar(page), '返回列表');
  await arrive(page, /^\/protocol\?.*type=airline/);
});

test('what is typed on a page is kept whenever typing pauses, and gone once one leaves it behind', async () => {
  const { page } = await product.open('editor', '/cabin/form');
  await field(page, '名称').fill('试验舱');
  await bar(page)
    .getByText(/^草稿已存于本机/)
    .waitFor();
  page.on('dialog', (asked) => void asked.accept());
  await page.reload();
  await page.getByText(/未保存的草稿/).waitFor();
  await press(page, '继续编辑');
  await expect.poll(() => field(page, '名称').inputValue()).toBe('试验舱');
  await press(page, '返回列表');
  await press(dialog(page, '离开并放弃未保存的更改？'), '放弃并离开');
  await arrive(page, /^\/cabin/);
  await page.goto('/cabin/form');
  await field(page, '代码').waitFor();
  expect(await page.getByText(/未保存的草稿/).count()).toBe(0);
});

test('a change proposed on a page stays in the form, and whoever may not write reads it locked', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('editor', '/cabin');
  await page.getByRole('button', { name: '编辑' }).first().click();
  await arrive(page, /^\/cabin\/form\?id=\d+$/);
  const address = place(page);
  await field(page, '名称').fill('Trial cabin');
  await page.keyboard.press('Control+s');
  await page.getByText('这是你提交审核的修改').waitFor();
  await bar(page).getByText('没有未保存的修改').waitFor();
  await expect.poll(() => field(page, '名称').inputValue()).toBe('Trial cabin');

  const reviewer = await product.open('reviewer', address);
  await reviewer.page.getByText('只能查看：需要权限 cabin:update。').waitFor();
  expect(await field(reviewer.page, '名称').getAttribute('readonly')).not.toBeNull();
  await press(reviewer.page, '通过');
  await expect.poll(() => field(reviewer.page, '名称').inputValue()).toBe('Trial cabin');
});

test('a name is changed over the list without leaving it', async () => {
  const { page } = await product.open('editor', '/cabin');
  await page.getByRole('button', { name: '快速编辑' }).nth(2).click();
  const quick = dialog(page, /^编辑舱位/);
  await quick.getByRole('textbox', { name: '名称', exact: true }).fill('Quick');
  await page.keyboard.press('Control+s');
  await toast(page, '已提交审核，由另一人通过后生效').waitFor();
  await arrive(page, /^\/cabin\?.*panel=view/);
});
