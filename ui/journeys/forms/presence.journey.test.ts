import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct } from '../kit/journey.ts';
import { countryCard, countryField, countryForm, saveCountry } from '../kit/page/country-locators.ts';
import { clickButton, dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

const isEditing = (page: Page, name: string) => page.getByText(`${name} 正在编辑`);

test('while somebody edits a record, others who open it are told, and each change of one is offered to the other', {
  tags: ['slow'],
}, async () => {
  const { id } = await (await product.apiAs('editor')).create({ code: 'XA', name: '原名', symbol: 'A' });
  const form = `/country?id=${id}&panel=edit`;
  const mine = await product.open('editor', form);
  const theirs = await product.open('admin', `/country?id=${id}&panel=view`);
  await countryCard(theirs.page).getByText('原名').first().waitFor();

  await countryField(mine.page, '名称').fill('我的名称');
  await isEditing(theirs.page, 'editor').waitFor();
  await clickButton(countryCard(theirs.page), '编辑');
  await countryField(theirs.page, '货币符号').waitFor();
  await isEditing(theirs.page, 'editor').waitFor();
  // who only reads the form is not told to edit
  expect(await isEditing(mine.page, 'admin').count()).toBe(0);
  await countryField(theirs.page, '货币符号').fill('B');
  await isEditing(mine.page, 'admin').waitFor();
  await saveCountry(theirs.page);
  await toast(theirs.page, /^已更新/).waitFor();
  await isEditing(mine.page, 'admin').waitFor({ state: 'detached' });

  await countryForm(mine.page).getByText('admin 修改了这条记录（刚刚）：货币符号。').waitFor();
  await clickButton(countryForm(mine.page), '对比改动');
  const dialog = dialogNamed(mine.page, '这条记录在你编辑时已被更新');
  await clickButton(dialog, /^保存为 v3/);
  await toast(mine.page, /^已更新/).waitFor();
  await isEditing(theirs.page, 'editor').waitFor({ state: 'detached' });
  expect(await (await product.apiAs('viewer')).find('XA')).toMatchObject({ name: '我的名称', symbol: 'B', version: 3 });
});

test('a form without changes offers to load what somebody else has saved, and says that the record was deleted', {
  tags: ['slow'],
}, async () => {
  const editor = await product.apiAs('editor');
  const { id } = await editor.create({ code: 'XB', name: '原名' });
  const { page } = await product.open('admin', `/country?id=${id}&panel=edit`);
  await countryField(page, '名称').waitFor();
  await editor.change('XB', { name: '新名', symbol: 'B' });
  await countryForm(page).getByText('editor 修改了这条记录（刚刚）：名称、货币符号。').waitFor();
  expect(await countryField(page, '名称').inputValue()).toBe('原名');
  await clickButton(countryForm(page), '载入最新内容');
  await expect.poll(() => countryField(page, '名称').inputValue()).toBe('新名');
  expect(await page.getByText('修改了这条记录').count()).toBe(0);
  await editor.call('DELETE', `/countries/${id}`, undefined, 2);
  await page.getByText('这条记录刚刚被删除。').waitFor();
});

test('a form page whose record is deleted elsewhere says so once, above its fields', { tags: ['slow'] }, async () => {
  const editor = await product.apiAs('editor');
  const cabins = editor.resource('/cabins');
  const { id } = await cabins.create({ code: 'XC', name: '原名' });
  const { page, expectErrors } = await product.open('admin', `/cabin/form?id=${id}`);
  expectErrors(/^404 GET \/dc\/api\/v1\/cabins\/\d+/);
  await page.getByRole('textbox', { name: '名称', exact: true }).waitFor();
  const isReadAgain = page.waitForResponse((response) => response.status() === 404);
  await editor.call('DELETE', `/cabins/${id}`, undefined, 1);
  await page.getByText('这条记录刚刚被删除。').waitFor();
  await isReadAgain;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await page.locator('#kit-toasts').textContent()).toBe('');
});

test('a field that is focused appears below what is said at the top of the form', { tags: ['slow'] }, async () => {
  const editor = await product.apiAs('editor');
  const { id } = await editor.create({ code: 'XE', name: '原名' });
  const { page } = await product.open('admin', `/country?id=${id}&panel=edit`);
  await page.setViewportSize({ width: 1280, height: 480 });
  await countryField(page, '名称').waitFor();
  await editor.change('XE', { symbol: 'E' });
  const note = countryForm(page).getByText('editor 修改了这条记录');
  await note.waitFor();
  const field = countryField(page, '名称');
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
  // scrolls the field to where the note is
  await field.evaluate(
    (input: HTMLInputElement, y) => {
      input.blur();
      for (let part = input.parentElement; part; part = part.parentElement)
        part.scrollTop += input.getBoundingClientRect().top - y;
    },
    await top(note),
  );
  expect((await top(field)) - (await top(note))).toBeLessThan(1);
  await field.focus();
  const { y = 0, height = 0 } = (await note.boundingBox()) ?? {};
  expect(await top(field)).toBeGreaterThanOrEqual(y + height);
});

test('whoever edits their own change is told at once that it was rejected, and what they have typed since stays', {
  tags: ['slow'],
}, async () => {
  const editor = await product.apiAs('editor');
  const reviewer = await product.apiAs('reviewer');
  const { id } = await editor.find('DE');
  async function reject(): Promise<void> {
    const path = `/countries/${id}/proposal`;
    const { proposal } = await reviewer.call('GET', path);
    await reviewer.call('POST', `${path}/decision`, { decision: 'reject', reason: '符号不对' }, proposal.version);
  }
  const proposed = '₣₣';
  const { page } = await product.open('editor', `/country?id=${id}`);
  for (const typed of ['', '我的名称']) {
    await editor.change('DE', { symbol: proposed });
    await page.goto(`/country?id=${id}&panel=edit`);
    await countryForm(page).getByText('这是你提交审核的修改').waitFor();
    await expect.poll(() => countryField(page, '货币符号').inputValue()).toBe(proposed);
    if (typed) await countryField(page, '名称').fill(typed);
    await reject();
    await countryForm(page).getByText('reviewer 驳回了你的修改（刚刚）。 符号不对').waitFor();
    await countryForm(page).getByText('这是你提交审核的修改').waitFor({ state: 'detached' });
    if (typed) expect(await countryField(page, '名称').inputValue()).toBe(typed);
    else await expect.poll(() => countryField(page, '货币符号').inputValue()).not.toBe(proposed);
  }
});

test('a change that somebody else submits is announced in an open form page at once', { tags: ['slow'] }, async () => {
  const airports = (await product.apiAs('editor')).resource('/airports');
  const { id, name } = await airports.find('PEK');
  const { page } = await product.open('admin', `/airport/form?id=${id}`);
  await page.getByRole('textbox', { name: '名称', exact: true }).waitFor();
  await airports.change('PEK', { name: `${name}!` });
  await page.getByText(/^editor 的修改正在审核/).waitFor();
});

test('a change that somebody else submits for review is announced in an open form', { tags: ['slow'] }, async () => {
  const editor = await product.apiAs('editor');
  const { id } = await editor.find('FR');
  const { page } = await product.open('admin', `/country?id=${id}&panel=edit`);
  await countryField(page, '名称').waitFor();
  await editor.change('FR', { symbol: '₣' });
  await page.getByText(/^editor 的修改正在审核/).waitFor();
});
