import { expect, test } from 'vitest';
import {
  card,
  choose,
  dialog,
  field,
  form,
  formCombobox,
  press,
  row,
  save,
  stopClock,
  toast,
  waitForResponses,
  waitOnStoppedClock,
} from './kit/country-locators.ts';
import { setUpProduct, waitForPath } from './kit/journey.ts';

const product = setUpProduct();

test('values that the contract refuses are reported at their fields before anything is sent', async () => {
  const { page } = await product.open('editor', '/country');
  const writes: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()));
  await press(page, '新建国家/地区');
  await save(page);
  await form(page).getByText('2 处错误：代码、名称').waitFor();
  const code = field(page, '代码');
  await expect.poll(() => code.evaluate((input) => document.activeElement === input)).toBe(true);
  await expect.poll(() => code.getAttribute('aria-invalid')).toBe('true');
  await code.fill('x');
  await field(page, '名称').fill('试验国');
  await field(page, '三字代码').fill('12');
  await save(page);
  await form(page).getByText('2 处错误：代码、三字代码').waitFor();
  await expect.poll(() => code.inputValue()).toBe('X');
  expect(writes).toEqual([]);
});

test('the server refuses an existing code at its field; with another code the new record appears in the list', async () => {
  const { page, expectErrors } = await product.open('editor', '/country');
  expectErrors(/^409 POST \/dc\/api\/v1\/countries$/);
  await press(page, '新建国家/地区');
  await field(page, '代码').fill('cn');
  await field(page, '名称').fill('试验国');
  await field(page, '三字代码').fill('xab');
  await choose(page, '大洲', '亚', '亚洲');
  await choose(page, '货币', 'EUR', '欧元');
  await save(page);
  const message = form(page).getByText('国家代码已存在');
  await message.waitFor();
  await expect.poll(() => field(page, '代码').getAttribute('aria-invalid')).toBe('true');
  await field(page, '代码').fill('XA');
  await message.waitFor({ state: 'hidden' });
  await expect.poll(() => field(page, '名称').inputValue()).toBe('试验国');
  await save(page);
  await toast(page, '创建成功').waitFor();
  await card(page).getByText('试验国').first().waitFor();
  await card(page).getByText('待审核').first().waitFor();
  await page.getByRole('searchbox', { name: '在列表中搜索' }).fill('XA');
  await row(page, 'XA').getByText('试验国').waitFor();
});

test('a toast is shown at the top for three seconds, longer while hovered, and can be closed', async () => {
  await (await product.apiAs('editor')).create({ code: 'XB', name: '一' });
  const { page } = await product.open('editor', '/country?q=XB');
  await row(page, 'XB').click();
  await card(page).getByRole('button', { name: '编辑' }).click();
  await field(page, '名称').fill('二');
  await page.clock.install();
  await stopClock(page);
  await save(page);
  const message = toast(page, '更新成功');
  await waitOnStoppedClock(page, message);
  expect((await message.boundingBox())?.y).toBeLessThan(60);
  await page.clock.runFor(2_900);
  expect(await message.isVisible()).toBe(true);
  await message.hover();
  // The clock moves in steps, because the menu polls its counts meanwhile and those requests must not time out.
  for (let seconds = 0; seconds < 30; seconds += 5) {
    await waitForResponses(page);
    await page.clock.runFor(5_000);
  }
  expect(await message.isVisible()).toBe(true);
  await page.mouse.move(200, 600);
  await page.clock.runFor(300);
  await message.waitFor({ state: 'detached' });

  const edit = card(page).getByRole('button', { name: '编辑', exact: true });
  // The card needs a running clock to load.
  await page.clock.resume();
  await edit.click();
  await field(page, '名称').fill('三');
  await stopClock(page);
  await save(page);
  await waitOnStoppedClock(page, message);
  await page.locator('#kit-toasts').getByRole('button', { name: '关闭' }).click();
  await page.clock.runFor(200);
  await message.waitFor({ state: 'detached' });
});

test('a record has names in Chinese, English and any other language, with aliases', async () => {
  const { id } = await (await product.apiAs('editor')).create({ code: 'XC', name: '试验国' });
  const { page } = await product.open('editor', `/country?id=${id}&panel=edit`);
  await field(page, '简体中文').fill('试验国');
  await press(form(page), '添加别名 简体中文');
  await field(page, '别名 简体中文 1').fill('试国');
  await field(page, '英语').fill('Trialand');
  await press(form(page), '添加语言');
  const languageDialog = dialog(page, '添加语言');
  await languageDialog.getByRole('textbox', { name: '语言标签' }).fill('not a tag');
  await press(languageDialog, '新增');
  await languageDialog.getByRole('textbox', { name: '语言标签', description: /BCP 47/ }).fill('ja');
  await press(languageDialog, '新增');
  await field(page, '日语').fill('試験国');
  await save(page);
  await toast(page, '更新成功').waitFor();
  await card(page).getByText('試験国').waitFor();
  await card(page).getByText('试验国 / 试国').waitFor();
  await page.getByRole('searchbox', { name: '在列表中搜索' }).fill('shiguo');
  await row(page, 'XC').waitFor();

  await press(card(page), '编辑');
  await press(form(page), '移除这种语言 日语');
  await save(page);
  await waitForPath(page, /panel=view/);
  await card(page).getByText('Trialand').first().waitFor();
  expect(await card(page).getByText('試験国').count()).toBe(0);
});

test('the history shows each change field by field and restores an earlier version', async () => {
  const editor = await product.apiAs('editor');
  const { id } = await editor.create({ code: 'XD', name: '旧名', continent: 'AS', symbol: 'T' });
  await editor.change('XD', { name: '新名', continent: 'EU' });
  const { page } = await product.open('editor', `/country?id=${id}&panel=history`);
  const history = page.getByRole('complementary', { name: '历史' });
  const cells = async () =>
    history
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
      .allTextContents();
  await expect.poll(cells).toEqual(['名称旧名新名', '大洲亚洲欧洲']);
  await press(history, /^v2.*当前版本/);
  await press(history, /^v1/);
  await expect.poll(cells).toEqual(['代码XD', '名称旧名', '大洲亚洲', '货币符号T']);
  await press(history, '恢复到此版本');
  await press(dialog(page, '恢复到 v1？'), '恢复到此版本');
  await toast(page, '已恢复 XD').waitFor();
  await press(history, '关闭');
  await card(page).getByText('旧名').first().waitFor();
  await press(card(page), '编辑');
  await expect.poll(() => formCombobox(page, '大洲').inputValue()).toBe('亚洲');
});
