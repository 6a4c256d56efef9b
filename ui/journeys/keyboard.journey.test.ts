import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aProduct, arrive } from './kit/journey.ts';
import { focused, tabTo, withoutPointer } from './kit/keyboard.ts';
import { card, choice, dialog, field, form, pick, row, toast } from './kit/screen.ts';

const product = aProduct();

async function signIn(page: Page, username: string): Promise<void> {
  await expect.poll(() => focused(page.getByRole('textbox', { name: '账号' }))).toBe(true);
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await page.keyboard.type('gazetteer-demo');
  await page.keyboard.press('Enter');
  await arrive(page, /^\/$/);
}

const openWithoutPointer = async (account: 'editor' | null, path: string) => {
  const window = await product.open(account, path);
  withoutPointer(window.page);
  return window;
};

test('from sign-in to a new record, changed and approved, without a pointer', async () => {
  const { page } = await openWithoutPointer(null, '/login');
  await signIn(page, 'editor');
  await page.getByRole('heading', { name: '审核中', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: '搜索' }).getByRole('combobox').waitFor();
  await page.keyboard.type('国家');
  await page.getByRole('option', { name: '国家/地区' }).first().waitFor();
  await page.keyboard.press('Enter');
  await arrive(page, /^\/country$/);

  await tabTo(page, page.getByRole('button', { name: '新建国家/地区' }));
  await page.keyboard.press('Enter');
  await tabTo(page, field(page, '代码'));
  await page.keyboard.type('xa');
  await tabTo(page, field(page, '三字代码'));
  await page.keyboard.type('xaa');
  await tabTo(page, field(page, '名称'));
  await page.keyboard.type('试验国');
  await tabTo(page, choice(page, '大洲'));
  await page.keyboard.type('亚洲');
  await page.getByRole('option', { name: '亚洲' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await toast(page, '创建成功').waitFor();
  await card(page).getByText('试验国').first().waitFor();

  await page.keyboard.press('e');
  await tabTo(page, field(page, '货币符号'));
  await page.keyboard.type('T');
  await page.keyboard.press('Control+s');
  await toast(page, '更新成功').waitFor();
  await card(page).getByText('v2').first().waitFor();
  await page.keyboard.press('h');
  await page.getByRole('complementary', { name: '历史' }).getByText('当前版本').waitFor();

  const second = (await openWithoutPointer(null, '/login')).page;
  await signIn(second, 'reviewer');
  await tabTo(second, second.getByRole('link', { name: '试验国' }).first());
  await second.keyboard.press('Tab');
  await second.keyboard.press('Tab');
  expect(await focused(second.getByRole('button', { name: '通过', exact: true }))).toBe(true);
  await second.keyboard.press('Enter');
  await toast(second, '已通过 试验国').waitFor();
  expect(await (await product.as('viewer')).find('XA')).toMatchObject({ status: 'approved', symbol: 'T', version: 3 });
});

test('in the list: / searches, arrows move, Enter opens, Space and Shift select, Esc steps back', async () => {
  const { page } = await openWithoutPointer('editor', '/country');
  await row(page, 'AD').waitFor();
  await page.keyboard.press('/');
  expect(await focused(page.getByRole('searchbox', { name: '在列表中搜索' }))).toBe(true);
  await page.keyboard.type('mei');
  await row(page, 'US').waitFor();
  await page.keyboard.press('Escape');
  await row(page, 'AD').waitFor();
  await page.keyboard.press('Escape');

  await tabTo(page, pick(page, 'AD'));
  await page.keyboard.press('ArrowDown');
  expect(await focused(pick(page, 'AE'))).toBe(true);
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('toolbar', { name: '对所选记录的操作' });
  await bar.getByText('已选 2 项').waitFor();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'hidden' });

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await card(page).getByText('阿富汗').first().waitFor();
  await page.keyboard.press('Escape');
  await card(page).waitFor({ state: 'detached' });
  await arrive(page, /^\/country$/);
});

test('on the card: E edits, H shows the history, C copies the code, ? tells of all this', async () => {
  const { page, context } = await openWithoutPointer('editor', '/country?q=JP');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await tabTo(page, pick(page, 'JP'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await card(page).getByText('日本').first().waitFor();
  await page.keyboard.press('c');
  await toast(page, '已复制').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('JP');
  await page.keyboard.press('e');
  await form(page).waitFor();
  await field(page, '名称').waitFor();
  await page.keyboard.press('Escape');
  await card(page).getByText('日本').first().waitFor();
  await page.keyboard.press('h');
  await page.getByRole('complementary', { name: '历史' }).waitFor();
  await page.keyboard.press('?');
  const help = dialog(page, '快捷键');
  await help.getByText('复制代码').waitFor();
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.getByRole('complementary', { name: '历史' }).waitFor();
});

test('the focus goes along: to the head of a step that has no field, and into a dialog that a menu opens', async () => {
  const entry = await openWithoutPointer(null, '/login?forgot');
  await expect.poll(() => focused(entry.page.getByRole('textbox', { name: '邮箱' }))).toBe(true);
  await entry.page.keyboard.type('nobody@gazetteer.example');
  await entry.page.keyboard.press('Enter');
  await expect.poll(() => focused(entry.page.getByRole('heading', { name: '请查收邮件' }))).toBe(true);

  const { page } = await openWithoutPointer('editor', '/');
  await tabTo(page, page.getByRole('button', { name: /^账号/ }));
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  // a menu keeps the focus itself and marks the entry that Enter chooses
  const marked = page.getByRole('menuitem', { name: '两步验证' }).and(page.locator('[data-focus]'));
  for (let step = 0; step < 10 && (await marked.count()) === 0; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(dialog(page, '两步验证').getByRole('button', { name: '关闭' }).last())).toBe(true);
});
