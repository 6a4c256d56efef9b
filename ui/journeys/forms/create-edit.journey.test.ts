import { expect, test } from 'vitest';
import { pauseClock, waitForPendingRequests, waitWithPausedClock } from '../kit/clock.ts';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import {
  chooseCountryOption,
  countryCard,
  countryCombobox,
  countryField,
  countryForm,
  countryRow,
  saveCountry,
} from '../kit/page/country-locators.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

test('values that violate the contract are reported at their fields before anything is sent', async () => {
  const { page } = await product.open('editor', '/country');
  const writes: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()));
  await clickButton(page, '新建国家/地区');
  await saveCountry(page);
  await countryForm(page).getByText('2 处错误：代码、名称').waitFor();
  const code = countryField(page, '代码');
  await expect.poll(() => code.evaluate((input) => document.activeElement === input)).toBe(true);
  await expect.poll(() => code.getAttribute('aria-invalid')).toBe('true');
  await code.fill('x');
  await countryField(page, '名称').fill('试验国');
  await countryField(page, '三字码').fill('12');
  await saveCountry(page);
  await countryForm(page).getByText('2 处错误：代码、三字码').waitFor();
  await expect.poll(() => code.inputValue()).toBe('X');
  expect(writes).toEqual([]);
});

test('an existing code is reported at its field, and a record with another code appears in the list', async () => {
  const { page, expectErrors } = await product.open('editor', '/country');
  expectErrors(/^409 POST \/dc\/api\/v1\/countries$/);
  await clickButton(page, '新建国家/地区');
  await countryField(page, '代码').fill('cn');
  await countryField(page, '名称').fill('试验国');
  await countryField(page, '三字码').fill('xab');
  await chooseCountryOption(page, '大洲', '亚', '亚洲');
  await chooseCountryOption(page, '货币', 'EUR', '欧元');
  await saveCountry(page);
  const message = countryForm(page).getByText('国家代码已存在');
  await message.waitFor();
  await expect.poll(() => countryField(page, '代码').getAttribute('aria-invalid')).toBe('true');
  await countryField(page, '代码').fill('XA');
  await message.waitFor({ state: 'hidden' });
  await expect.poll(() => countryField(page, '名称').inputValue()).toBe('试验国');
  await saveCountry(page);
  await toast(page, /^已创建/).waitFor();
  await countryCard(page).getByText('试验国').first().waitFor();
  await countryCard(page).getByText('待审核').first().waitFor();
  await page.getByRole('searchbox', { name: '在列表中搜索' }).fill('XA');
  await countryRow(page, 'XA').getByText('试验国').waitFor();
});

test('a toast is shown at the top for three seconds or while hovered, and can be closed', async () => {
  await (await product.apiAs('editor')).create({ code: 'XB', name: '一' });
  const { page } = await product.open('editor', '/country?q=XB');
  await countryRow(page, 'XB').click();
  await countryCard(page).getByRole('button', { name: '编辑' }).click();
  await countryField(page, '名称').fill('二');
  await page.clock.install();
  await pauseClock(page);
  await saveCountry(page);
  const message = toast(page, /^已更新/);
  await waitWithPausedClock(page, message);
  expect((await message.boundingBox())?.y).toBeLessThan(60);
  await page.clock.runFor(2_900);
  expect(await message.isVisible()).toBe(true);
  await message.hover();
  // The clock advances in steps, because the menu polls its counts and those requests must not time out.
  for (let seconds = 0; seconds < 30; seconds += 5) {
    await waitForPendingRequests(page);
    await page.clock.runFor(5_000);
  }
  expect(await message.isVisible()).toBe(true);
  await page.mouse.move(200, 600);
  await page.clock.runFor(300);
  await message.waitFor({ state: 'detached' });

  const edit = countryCard(page).getByRole('button', { name: '编辑', exact: true });
  // The card needs a running clock to load.
  await page.clock.resume();
  await edit.click();
  await countryField(page, '名称').fill('三');
  await pauseClock(page);
  await saveCountry(page);
  await waitWithPausedClock(page, message);
  await page.locator('#kit-toasts').getByRole('button', { name: '关闭' }).click();
  await page.clock.runFor(200);
  await message.waitFor({ state: 'detached' });
});

test('a record can have names and aliases in Chinese, English and other languages', { tags: ['slow'] }, async () => {
  const { id } = await (await product.apiAs('editor')).create({ code: 'XC', name: '试验国' });
  const { page } = await product.open('editor', `/country?id=${id}&panel=edit`);
  await countryField(page, '简体中文').fill('试验国');
  await clickButton(countryForm(page), '添加别名 简体中文');
  await countryField(page, '别名 简体中文 1').fill('试国');
  await countryField(page, '英语').fill('Trialand');
  await clickButton(countryForm(page), '添加语言');
  const languageDialog = dialogNamed(page, '添加语言');
  await languageDialog.getByRole('textbox', { name: '语言标签' }).fill('not a tag');
  await clickButton(languageDialog, '新增');
  await languageDialog.getByRole('textbox', { name: '语言标签', description: /BCP 47/ }).fill('ja');
  await clickButton(languageDialog, '新增');
  await countryField(page, '日语').fill('試験国');
  await saveCountry(page);
  await toast(page, /^已更新/).waitFor();
  await countryCard(page).getByText('試験国').waitFor();
  await countryCard(page).getByText('试验国 / 试国').waitFor();
  await page.getByRole('searchbox', { name: '在列表中搜索' }).fill('shiguo');
  await countryRow(page, 'XC').waitFor();

  await clickButton(countryCard(page), '编辑');
  await clickButton(countryForm(page), '移除这种语言 日语');
  await saveCountry(page);
  await waitForPath(page, /panel=view/);
  await countryCard(page).getByText('Trialand').first().waitFor();
  expect(await countryCard(page).getByText('試験国').count()).toBe(0);
});

test('the history shows the changed fields of each version and restores an earlier one', async () => {
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
  await clickButton(history, /^v2.*当前版本/);
  await clickButton(history, /^v1/);
  await expect.poll(cells).toEqual(['代码XD', '名称旧名', '大洲亚洲', '货币符号T']);
  await clickButton(history, '恢复到此版本');
  await clickButton(dialogNamed(page, '恢复到 v1？'), '恢复到此版本');
  await toast(page, '已恢复 XD').waitFor();
  await clickButton(history, '关闭');
  await countryCard(page).getByText('旧名').first().waitFor();
  await clickButton(countryCard(page), '编辑');
  await expect.poll(() => countryCombobox(page, '大洲').inputValue()).toBe('亚洲');
});
