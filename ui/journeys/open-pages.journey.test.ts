import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { importTable, revertImport } from './kit/imports.ts';
import { aProduct } from './kit/journey.ts';
import { kindOn } from './kit/kind.ts';
import { kinds } from './kit/kind-places.ts';
import { card, press } from './kit/screen.ts';

const wide = { viewport: { width: 1440, height: 900 } };
const product = aProduct(wide);

const POLL_MS = 15_000;

/** The numbers that a list's page shows of its kind: in the menu, in each tab, and under the table. */
async function numbersOn(page: Page) {
  const texts = (parts: string[]) => parts.map((part) => part.replaceAll(/[^\d]/g, '')).map(Number);
  const menu = page.getByRole('navigation', { name: '主菜单' }).locator('[aria-current]:visible');
  const tabs = page.getByRole('group', { name: '按状态筛选' }).getByRole('button');
  const [inMenu = Number.NaN] = texts(await menu.allInnerTexts());
  const [all = Number.NaN, ...byStatus] = texts(await tabs.allInnerTexts());
  const range = await page
    .getByText(/^(第 .* 条，共 .* 条|没有.*|还没有.*)$/)
    .first()
    .innerText();
  const listed = Number(/共 ([\d,]+) 条/.exec(range)?.[1]?.replaceAll(',', '') ?? 0);
  return { inMenu, all, listed, pending: byStatus[1], sum: byStatus.reduce((sum, count) => sum + count, 0) };
}

/** As if the time had passed after which the page asks again. */
async function polls(page: Page): Promise<void> {
  const asked = page.waitForResponse((response) => response.url().includes('/api/v1/overview'));
  await page.clock.fastForward(POLL_MS);
  await asked;
}

/** A page whose clock the journey may put forward. */
async function openWithClock(account: string, path: string): Promise<Page> {
  const { page } = await product.open(account, '/login');
  await page.clock.install();
  await page.goto(path);
  return page;
}

test('an open list, its tabs, the menu and home follow an import and its revert', async () => {
  const editor = await product.as('editor');
  const page = await openWithClock('viewer', '/cabin');
  const home = await openWithClock('reviewer', '/');
  const { row } = kindOn(page, '舱位');
  await row('CA').first().waitFor();
  const waiting = home.locator('li[data-row]').filter({ hasText: 'cabin.csv' });
  await home.getByRole('heading', { name: '没有审核任务' }).waitFor();
  const before = await numbersOn(page);
  expect(before).toMatchObject({ all: before.listed, inMenu: before.listed, sum: before.listed });

  const rows = ['ZA,CA,economy,Soon Gone A', 'ZB,CA,business,Soon Gone B', 'ZC,CA,first,Soon Gone C'];
  const id = await importTable(editor, 'cabin', `code,airline,cabinClass,name\n${rows.join('\n')}\n`);
  await polls(page);
  await polls(home);
  const after = before.listed + 3;
  await expect
    .poll(() => numbersOn(page))
    .toEqual({ inMenu: after, all: after, listed: after, sum: after, pending: (before.pending ?? 0) + 3 });
  await waiting.getByText('舱位 · 导入新增 3 条').waitFor();
  await page.goto('/cabin?q=Soon');
  await row('Soon Gone B').waitFor();

  await revertImport(editor, id);
  await polls(page);
  await polls(home);
  await row('Soon Gone').first().waitFor({ state: 'detached' });
  await waiting.waitFor({ state: 'detached' });
  await home.getByRole('heading', { name: '没有审核任务' }).waitFor();
  await expect.poll(() => numbersOn(page)).toMatchObject({ inMenu: before.listed, all: 0, listed: 0, sum: 0 });
  await page.goto('/cabin');
  await row('CA').first().waitFor();
  await expect.poll(() => numbersOn(page)).toEqual(before);
});

test.each(kinds)('the menu, the tabs and the pages of $path count the same records', async ({ path }) => {
  const { page } = await product.open('viewer', path);
  await page.getByRole('grid').getByRole('row').nth(1).waitFor();
  await expect.poll(async () => Object.values(await numbersOn(page)).every((count = -1) => count >= 0)).toBe(true);
  const { inMenu, all, listed, sum } = await numbersOn(page);
  expect({ all, listed, sum }).toEqual({ all: inMenu, listed: inMenu, sum: inMenu });
});

test('a card keeps what somebody looks at until they ask for what has changed elsewhere', async () => {
  const editor = await product.as('editor');
  const { id } = await editor.find('FR');
  const page = await openWithClock('reviewer', `/country?id=${id}&panel=view`);
  await card(page).getByText('€', { exact: true }).waitFor();
  const note = card(page).getByText('这条记录刚有变动，下面是变动之前的内容。');

  await editor.change('FR', { symbol: '₣' });
  await polls(page);
  await note.waitFor();
  expect(await card(page).getByRole('heading', { name: '审核中的修改' }).count()).toBe(0);
  expect(await card(page).getByText('₣').count()).toBe(0);
  await press(card(page), '查看最新');
  await card(page).getByRole('heading', { name: '审核中的修改' }).waitFor();
  await card(page)
    .getByRole('row', { name: /^货币符号.*₣/ })
    .waitFor();
  expect(await note.count()).toBe(0);

  // a decision on what is shown is a change made here, which needs no asking
  await press(card(page), '通过');
  await card(page).getByRole('heading', { name: '审核中的修改' }).waitFor({ state: 'detached' });
  await card(page).getByText('₣', { exact: true }).waitFor();
  expect(await note.count()).toBe(0);
});

test('a row that comes while one points at the queue is counted below, and shown when asked for', async () => {
  const editor = await product.as('editor');
  await editor.create({ code: 'XG', name: '庚国', alpha3Code: 'XGG', continent: 'AS' });
  const page = await openWithClock('reviewer', '/');
  const line = (name: string) => page.locator('li[data-row]').filter({ hasText: name });
  await line('庚国').hover();
  const place = await line('庚国').boundingBox();

  await editor.create({ code: 'XH', name: '辛国', alpha3Code: 'XHH', continent: 'AS' });
  await polls(page);
  await page.getByRole('status').getByText('新增 1 项，点击刷新').waitFor();
  expect(await line('辛国').count()).toBe(0);
  expect(await line('庚国').boundingBox()).toEqual(place);
  await press(page, '新增 1 项，点击刷新');
  await line('辛国').waitFor();
  expect(await page.getByText(/点击刷新/).count()).toBe(0);

  await editor.create({ code: 'XI', name: '壬国', alpha3Code: 'XII', continent: 'AS' });
  await line('庚国').hover();
  await polls(page);
  await page.getByText('新增 1 项，点击刷新').waitFor();
  // who leaves the queue sees it as it is
  await page.mouse.move(0, 0);
  await line('壬国').waitFor();
});
