import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pathOf, setUpProduct, waitForPath } from '../kit/journey.ts';
import {
  combobox,
  entityLocators,
  expectFieldMessage,
  fillFields,
  saveButton,
  textField,
} from '../kit/page/form-controls.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

const newCityDialog = (page: Page) => page.getByRole('dialog', { name: '新建城市' });
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);
const activeOption = (page: Page) =>
  page.evaluate(
    () => document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '')?.innerText,
  );

/** Types what no city is called, and opens the form of a new one by keyboard. */
async function createByKeyboard(page: Page, text: string): Promise<void> {
  await combobox(page, '城市').focus();
  await page.keyboard.type(text);
  await expect.poll(() => activeOption(page)).toBe(`新建城市“${text}”…`);
  await page.keyboard.press('Enter');
  await newCityDialog(page).getByRole('textbox', { name: '代码', exact: true }).waitFor();
}

test('a missing city is created by keyboard from the form of a new airport, which then refers to it', async () => {
  const { page } = await product.open('editor', '/airport/form');
  await fillFields(page, { 代码: 'xqb', 名称: 'Nested Airport' });
  await createByKeyboard(page, 'XQX');
  const dialog = newCityDialog(page);
  await expect.poll(() => textField(dialog, '名称').evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await textField(dialog, '代码').inputValue()).toBe('XQX');
  await page.keyboard.type('Nested City');
  await page.keyboard.press('Tab');
  await page.keyboard.type('CN');
  await dialog
    .getByRole('option', { name: /^CN/ })
    .or(page.getByRole('option', { name: /^CN/ }))
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await toast(page, /^已创建 XQX/).waitFor();
  await dialog.waitFor({ state: 'detached' });

  await expect.poll(() => combobox(page, '城市').inputValue()).toBe('Nested City');
  expect(await focusedId(page)).toBe(await combobox(page, '城市').getAttribute('id'));
  await expectFieldMessage(combobox(page, '城市'), '新建的记录，尚未审核');
  // the city's country is suggested, as if the city had been found
  await expect.poll(() => combobox(page, '国家/地区').inputValue()).toBe('中国');
  expect(await textField(page, '名称').inputValue()).toBe('Nested Airport');
  // the message about the city may still be shown
  await saveButton(page).click();
  await toast(page, /^已创建 XQB/).waitFor();
  const airports = (await product.apiAs('viewer')).resource('/airports');
  expect(await airports.find('XQB')).toMatchObject({ city: 'XQX', country: 'CN', name: 'Nested Airport' });
});

test('cancelling the new city returns to the field, whose text stays, and loses nothing of the airport', {
  tags: ['slow'],
}, async () => {
  const { page, context } = await product.open('editor', '/airport/form');
  await fillFields(page, { 代码: 'xqc', 名称: 'Untouched Airport' });
  await createByKeyboard(page, 'Qwertzburg');
  const dialog = newCityDialog(page);
  expect(await textField(dialog, '名称').inputValue()).toBe('Qwertzburg');
  expect(await page.getByText('不在可选范围内').count()).toBe(0);
  // a dialog over a dialog would hide where one is
  await combobox(dialog, '国家/地区').fill('Nowhereland');
  await page.getByText('没有匹配项').waitFor();
  expect(await page.getByRole('option').count()).toBe(0);
  await page.keyboard.press('Escape');
  await textField(dialog, '代码').fill('QWB');
  await page.keyboard.press('Escape');
  await clickButton(page, '放弃并离开');
  await dialog.waitFor({ state: 'detached' });

  expect(await focusedId(page)).toBe(await combobox(page, '城市').getAttribute('id'));
  expect(await combobox(page, '城市').inputValue()).toBe('Qwertzburg');
  expect(await textField(page, '名称').inputValue()).toBe('Untouched Airport');
  // Tab leaves the field without opening the dialog
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => activeOption(page)).toBe('新建城市“Qwertzburg”…');
  await page.keyboard.press('Tab');
  await expectFieldMessage(combobox(page, '城市'), '不在可选范围内');
  expect(await dialog.count()).toBe(0);
  // what was given up in the dialog is not offered again
  const cityPage = await context.newPage();
  await cityPage.goto('/city?panel=new');
  await textField(entityLocators(cityPage, '城市').panel, '代码').waitFor();
  expect(await cityPage.getByText('有一份未保存的草稿').count()).toBe(0);
});

test('going back over two changed forms discards neither while the user stays in one of them', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('editor', '/airport');
  await clickButton(page, /^新建/);
  await fillFields(page, { 代码: 'xqd', 名称: 'Outer Airport' });
  await createByKeyboard(page, 'Doppelstadt');
  const dialog = newCityDialog(page);
  await textField(dialog, '代码').fill('QWD');
  const question = dialogNamed(page, '离开并放弃未保存的更改？');
  const typedBelow = () =>
    page
      .locator('form[data-record]')
      .first()
      .locator('input')
      .evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value));
  for (const answers of [['放弃并离开', '继续编辑'], ['继续编辑']]) {
    await page.goBack();
    for (const answer of answers) await clickButton(question, answer);
    await question.waitFor({ state: 'detached' });
    expect(pathOf(page)).toBe('/airport/form');
    expect(await textField(dialog, '代码').inputValue()).toBe('QWD');
    expect(await typedBelow()).toContain('Outer Airport');
  }
  await page.goBack();
  for (const answer of ['放弃并离开', '放弃并离开']) await clickButton(question, answer);
  await waitForPath(page, /^\/airport/);
  await page.goto('/airport/form');
  await textField(page, '代码').waitFor();
  expect(await page.getByText('有一份未保存的草稿').count()).toBe(0);
});

test('a missing country is added by keyboard to those of an agreement', { tags: ['slow'] }, async () => {
  const { page } = await product.open('editor', '/protocol/form');
  await fillFields(page, { 代码: 'XQ-1', 名称: 'Nested Agreement' });
  const countries = combobox(page, '适用国家/地区');
  await countries.fill('JP');
  await page.getByRole('option', { name: /^JP/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Ruritania');
  await expect.poll(() => activeOption(page)).toBe('新建国家/地区“Ruritania”…');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '新建国家/地区' });
  await fillFields(dialog, { 代码: 'XR' });
  expect(await textField(dialog, '名称').inputValue()).toBe('Ruritania');
  await page.keyboard.press('Control+s');
  await toast(page, /^已创建 XR/).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await expectFieldMessage(countries, '新建的记录，尚未审核');
  expect(await focusedId(page)).toBe(await countries.getAttribute('id'));
  expect(await countries.inputValue()).toBe('');
  await saveButton(page).click();
  await toast(page, /^已创建 XQ-1/).waitFor();
  const protocols = (await product.apiAs('viewer')).resource('/protocols');
  expect(await protocols.find('XQ-1')).toMatchObject({ countries: ['JP', 'XR'] });
});
