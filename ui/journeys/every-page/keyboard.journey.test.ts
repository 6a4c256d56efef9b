import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import {
  countryCard,
  countryCheckbox,
  countryCombobox,
  countryField,
  countryForm,
  countryRow,
} from '../kit/page/country-locators.ts';
import { failOnPointerUse, hasFocus, tabTo } from '../kit/page/keyboard.ts';
import { dialogNamed, toast } from '../kit/page/page-actions.ts';

const product = setUpProduct();

async function signIn(page: Page, username: string): Promise<void> {
  await expect.poll(() => hasFocus(page.getByRole('textbox', { name: '账号' }))).toBe(true);
  await page.keyboard.type(username);
  await page.keyboard.press('Tab');
  await page.keyboard.type('gazetteer-demo');
  await page.keyboard.press('Enter');
  await waitForPath(page, /^\/$/);
}

const openWithoutPointer = async (account: 'editor' | null, path: string) => {
  const window = await product.open(account, path);
  failOnPointerUse(window.page);
  return window;
};

const codeCell = (page: Page, code: string) => countryRow(page, code).locator('td[data-column="code"]');

test('signing in, creating, changing and approving a record work without a pointer', async () => {
  const { page } = await openWithoutPointer(null, '/login');
  await signIn(page, 'editor');
  await page.getByRole('heading', { name: '审核中', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: '搜索' }).getByRole('combobox').waitFor();
  await page.keyboard.type('国家');
  await page.getByRole('option', { name: '国家/地区' }).first().waitFor();
  await page.keyboard.press('Enter');
  await waitForPath(page, /^\/country$/);

  await tabTo(page, page.getByRole('button', { name: '新建国家/地区' }));
  await page.keyboard.press('Enter');
  await tabTo(page, countryField(page, '代码'));
  await page.keyboard.type('xa');
  await tabTo(page, countryField(page, '三字码'));
  await page.keyboard.type('xaa');
  await tabTo(page, countryField(page, '名称'));
  await page.keyboard.type('试验国');
  await tabTo(page, countryCombobox(page, '大洲'));
  await page.keyboard.type('亚洲');
  await page.getByRole('option', { name: '亚洲' }).waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await toast(page, /^已创建/).waitFor();
  await countryCard(page).getByText('试验国').first().waitFor();

  await page.keyboard.press('e');
  await tabTo(page, countryField(page, '货币符号'));
  await page.keyboard.type('T');
  await page.keyboard.press('Control+s');
  await toast(page, /^已更新/).waitFor();
  await countryCard(page).getByText('v2').first().waitFor();
  await page.keyboard.press('h');
  await page.getByRole('complementary', { name: '历史' }).getByText('当前版本').waitFor();

  const reviewerPage = (await openWithoutPointer(null, '/login')).page;
  await signIn(reviewerPage, 'reviewer');
  await tabTo(reviewerPage, reviewerPage.getByRole('link', { name: '试验国' }).first());
  await reviewerPage.keyboard.press('Tab');
  await reviewerPage.keyboard.press('Tab');
  expect(await hasFocus(reviewerPage.getByRole('button', { name: '通过', exact: true }))).toBe(true);
  await reviewerPage.keyboard.press('Enter');
  await toast(reviewerPage, '已通过 XA 试验国').waitFor();
  expect(await (await product.apiAs('viewer')).find('XA')).toMatchObject({
    status: 'approved',
    symbol: 'T',
    version: 3,
  });
});

test('a morning’s work takes no pointer: reviews, a missing field, a new record, and what has changed', async () => {
  const editor = await product.apiAs('editor');
  for (const code of ['XM', 'XN'])
    await editor.create({ code, name: `晨间${code}`, alpha3Code: `X${code}`, continent: 'AS' });
  await product.sql("UPDATE city SET country_id = NULL WHERE code = 'LON'");
  const { page } = await openWithoutPointer(null, '/login');
  await signIn(page, 'admin');
  await tabTo(page, page.getByRole('main').getByRole('link', { name: /^继续审核/ }));
  await page.keyboard.press('Enter');
  await waitForPath(page, '/?review=all');
  for (const code of ['XM', 'XN']) {
    await page.getByRole('heading', { level: 2, name: new RegExp(`^晨间${code}`) }).waitFor();
    await page.keyboard.press('a');
  }
  await page.getByText('通过 2 · 驳回 0 · 跳过 0').waitFor();

  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await tabTo(page, page.getByRole('main').getByRole('link', { name: /^城市 1$/ }));
  await page.keyboard.press('Enter');
  await waitForPath(page, /^\/city\?incomplete=true/);
  await tabTo(page, page.getByRole('button', { name: '补充下一条' }));
  await page.keyboard.press('Enter');
  const form = page.getByRole('complementary').filter({ has: page.getByRole('combobox', { name: /国家/ }) });
  await expect.poll(() => hasFocus(form.getByRole('combobox', { name: /国家/ }))).toBe(true);
  await page.keyboard.type('GB');
  await page.getByRole('option', { name: /英国/ }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await toast(page, /^已提交审核/).waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: '搜索' }).getByRole('combobox').waitFor();
  await page.keyboard.type('数据日志');
  await page.getByRole('option', { name: '数据日志' }).first().waitFor();
  await page.keyboard.press('Enter');
  await waitForPath(page, /^\/data-logs$/);
  await page.getByRole('grid').getByRole('row').filter({ hasText: '晨间XN' }).filter({ hasText: '通过' }).waitFor();
});

test('in a list, / searches, arrows move, Enter opens, Space and Shift select, and Escape goes back', async () => {
  const { page } = await openWithoutPointer('editor', '/country');
  await countryRow(page, 'AD').waitFor();
  await page.keyboard.press('/');
  expect(await hasFocus(page.getByRole('searchbox', { name: '在列表中搜索' }))).toBe(true);
  await page.keyboard.type('mei');
  await countryRow(page, 'US').waitFor();
  await page.keyboard.press('Escape');
  await countryRow(page, 'AD').waitFor();
  await page.keyboard.press('Escape');

  await tabTo(page, codeCell(page, 'AD'));
  await page.keyboard.press('ArrowDown');
  expect(await hasFocus(codeCell(page, 'AE'))).toBe(true);
  await page.keyboard.press('ArrowLeft');
  expect(await hasFocus(countryCheckbox(page, 'AE'))).toBe(true);
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  const bar = page.getByRole('toolbar', { name: '对所选记录的操作' });
  await bar.getByText('已选 2 条').waitFor();
  await page.keyboard.press('Escape');
  await bar.waitFor({ state: 'hidden' });

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await countryCard(page).getByText('阿富汗').first().waitFor();
  await page.keyboard.press('Escape');
  await countryCard(page).waitFor({ state: 'detached' });
  await waitForPath(page, /^\/country$/);
});

test('a list is worked through by keys: from the search to the rows, from card to card, and by G to other pages', async () => {
  const { page } = await openWithoutPointer('editor', '/country');
  await countryRow(page, 'AD').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  expect(await hasFocus(codeCell(page, 'AD'))).toBe(true);
  await page.keyboard.press('/');
  await page.keyboard.type('JP');
  await page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(codeCell(page, 'JP'))).toBe(true);
  await page.keyboard.press('e');
  await countryField(page, '名称').waitFor();
  await page.keyboard.press('Escape');
  await countryForm(page).waitFor({ state: 'detached' });

  await page.keyboard.press('g');
  await dialogNamed(page, '转到页面').getByRole('link', { name: '城市 I' }).waitFor();
  await page.keyboard.press('c');
  await waitForPath(page, /^\/country$/);
  await dialogNamed(page, '转到页面').waitFor({ state: 'detached' });
  await countryRow(page, 'AD').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => hasFocus(codeCell(page, 'AD'))).toBe(true);
  await page.keyboard.press('Enter');
  await countryCard(page).getByText('安道尔').first().waitFor();
  await page.keyboard.press('j');
  await countryCard(page).getByText('阿联酋').first().waitFor();
  await page.keyboard.press('k');
  await countryCard(page).getByText('安道尔').first().waitFor();
  await page.keyboard.press('k');
  // a card follows the focus in the list
  await page.keyboard.press('End');
  await page.keyboard.press('Control+End');
  await countryCard(page)
    .getByText(/^20 \/ 25\d$/)
    .waitFor();
  await page.keyboard.press('j');
  await countryCard(page)
    .getByText(/^21 \/ 25\d$/)
    .waitFor();
  await waitForPath(page, /page=2/);
  await page.keyboard.press('k');
  await countryCard(page)
    .getByText(/^20 \/ 25\d$/)
    .waitFor();

  await page.keyboard.press('n');
  await countryField(page, '代码').waitFor();
});

test('on a card, E edits, H shows the history, C copies the code, and ? lists the keys that work there', async () => {
  const { page, context } = await openWithoutPointer('editor', '/country?q=JP');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await tabTo(page, codeCell(page, 'JP'));
  await page.keyboard.press('Enter');
  await countryCard(page).getByText('日本').first().waitFor();
  await page.keyboard.press('c');
  await toast(page, '已复制').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('JP');
  await page.keyboard.press('e');
  await countryForm(page).waitFor();
  await countryField(page, '名称').waitFor();
  await page.keyboard.press('Escape');
  await countryCard(page).getByText('日本').first().waitFor();
  await page.keyboard.press('?');
  const help = dialogNamed(page, '快捷键');
  await help.getByText('复制代码').waitFor();
  expect(await help.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['记录', '列表', '任何页面']);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.keyboard.press('h');
  await page.getByRole('complementary', { name: '历史' }).waitFor();
  await page.keyboard.press('?');
  await help.getByText('搜索全部').waitFor();
  expect(await help.getByText('下一条').count()).toBe(0);
  await page.keyboard.press('Escape');
  await help.waitFor({ state: 'detached' });
  await page.getByRole('complementary', { name: '历史' }).waitFor();
});

test('focus moves to the heading of a step without fields, and into a dialog opened from a menu', {
  tags: ['slow'],
}, async () => {
  const signInWindow = await openWithoutPointer(null, '/login?forgot');
  await expect.poll(() => hasFocus(signInWindow.page.getByRole('textbox', { name: '邮箱' }))).toBe(true);
  await signInWindow.page.keyboard.type('nobody@gazetteer.example');
  await signInWindow.page.keyboard.press('Enter');
  await expect.poll(() => hasFocus(signInWindow.page.getByRole('heading', { name: '请查收邮件' }))).toBe(true);

  const { page } = await openWithoutPointer('editor', '/');
  await tabTo(page, page.getByRole('button', { name: /^账号/ }));
  await page.keyboard.press('Enter');
  await page.getByRole('menu').waitFor();
  // A menu keeps focus on itself and marks the active item with an attribute.
  const activeItem = page.getByRole('menuitem', { name: '两步验证' }).and(page.locator('[data-focus]'));
  for (let step = 0; step < 10 && (await activeItem.count()) === 0; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => hasFocus(dialogNamed(page, '两步验证').getByRole('button', { name: '关闭' }).last()))
    .toBe(true);
});
