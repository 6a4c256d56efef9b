import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { waitForPendingRequests } from '../kit/clock.ts';
import { importCsv, revertImport } from '../kit/csv-imports.ts';
import { setUpProduct } from '../kit/journey.ts';
import { countryCard } from '../kit/page/country-locators.ts';
import { entityLocators } from '../kit/page/form-controls.ts';
import { clickButton } from '../kit/page/page-actions.ts';
import { testedEntities } from '../kit/screens/entity-screens.ts';

const viewportOptions = { viewport: { width: 1440, height: 900 } };
const product = setUpProduct(viewportOptions);

const POLL_MS = 15_000;

/** Reads the record counts that a list page shows: in the menu, on each tab, and below the table. */
async function readCounts(page: Page) {
  // A count that is still loading is empty, which must not be read as 0.
  const toNumbers = (texts: string[]) => texts.map((text) => Number(text.replaceAll(/[^\d]/g, '') || Number.NaN));
  const menu = page.getByRole('navigation', { name: '主菜单' }).locator('[aria-current]:visible');
  const tabs = page.getByRole('group', { name: '按状态筛选' }).getByRole('button');
  const [menuCount = Number.NaN] = toNumbers(await menu.allInnerTexts());
  const [allTabCount = Number.NaN, ...statusCounts] = toNumbers(await tabs.allInnerTexts());
  const range = await page
    .getByText(/^(第 .* 条，共 .* 条|没有.*|还没有.*)$/)
    .first()
    .innerText();
  const listCount = Number(/共 ([\d,]+) 条/.exec(range)?.[1]?.replaceAll(',', '') ?? 0);
  return {
    inMenu: menuCount,
    all: allTabCount,
    listed: listCount,
    pending: statusCounts[1],
    sum: statusCounts.reduce((sum, count) => sum + count, 0),
  };
}

/** Advances the page's clock to its next poll and waits for the response. */
async function advanceToPoll(page: Page): Promise<void> {
  // Requests time out after ten seconds of this clock, so they finish between two shorter steps.
  await waitForPendingRequests(page);
  await page.clock.fastForward(POLL_MS / 2);
  await waitForPendingRequests(page);
  const overviewResponse = page.waitForResponse((response) => response.url().includes('/api/v1/overview'));
  await page.clock.fastForward(POLL_MS / 2);
  await overviewResponse;
}

/** Opens a page whose clock the journey can advance. */
async function openWithClock(account: string, path: string): Promise<Page> {
  const { page } = await product.open(account, '/login');
  await page.clock.install();
  await page.goto(path);
  return page;
}

test('an open list, its tabs, the menu and the home page update after an import and its revert', {
  tags: ['slow'],
}, async () => {
  const editor = await product.apiAs('editor');
  const page = await openWithClock('viewer', '/cabin');
  const home = await openWithClock('reviewer', '/');
  const { row } = entityLocators(page, '舱位');
  await row('CA').first().waitFor();
  const queueItem = home.locator('li[data-row]').filter({ hasText: 'cabin.csv' });
  await home.getByRole('heading', { name: '没有待审核的内容' }).waitFor();
  const initialCounts = await readCounts(page);
  expect(initialCounts).toMatchObject({
    all: initialCounts.listed,
    inMenu: initialCounts.listed,
    sum: initialCounts.listed,
  });

  const rows = ['ZA,CA,economy,Soon Gone A', 'ZB,CA,business,Soon Gone B', 'ZC,CA,first,Soon Gone C'];
  const id = await importCsv(editor, 'cabin', `code,airline,cabinClass,name\n${rows.join('\n')}\n`);
  await advanceToPoll(page);
  await advanceToPoll(home);
  const expectedCount = initialCounts.listed + 3;
  await expect
    .poll(() => readCounts(page))
    .toEqual({
      inMenu: expectedCount,
      all: expectedCount,
      listed: expectedCount,
      sum: expectedCount,
      pending: (initialCounts.pending ?? 0) + 3,
    });
  await queueItem.getByText('舱位 · 导入：新增 3 条').waitFor();
  await page.goto('/cabin?q=Soon');
  await row('Soon Gone B').waitFor();

  await revertImport(editor, id);
  await advanceToPoll(page);
  await advanceToPoll(home);
  await row('Soon Gone').first().waitFor({ state: 'detached' });
  await queueItem.waitFor({ state: 'detached' });
  await home.getByRole('heading', { name: '没有待审核的内容' }).waitFor();
  await expect.poll(() => readCounts(page)).toMatchObject({ inMenu: initialCounts.listed, all: 0, listed: 0, sum: 0 });
  await page.goto('/cabin');
  await row('CA').first().waitFor();
  await expect.poll(() => readCounts(page)).toEqual(initialCounts);
});

const sameCountsTitle = 'the menu, the tabs and the pagination of $path show the same count';
const isQuick = ({ path }: { path: string }) => path === '/country' || path === '/rate-board';

test.each(testedEntities.filter(isQuick))(sameCountsTitle, expectSameCounts);
test.each(testedEntities.filter((entity) => !isQuick(entity)))(sameCountsTitle, { tags: ['slow'] }, expectSameCounts);

async function expectSameCounts({ path }: { path: string }): Promise<void> {
  const { page } = await product.open('viewer', path);
  await page.getByRole('grid').getByRole('row').nth(1).waitFor();
  await expect.poll(async () => Object.values(await readCounts(page)).every((count = -1) => count >= 0)).toBe(true);
  const { inMenu, all, listed, sum } = await readCounts(page);
  expect({ all, listed, sum }).toEqual({ all: inMenu, listed: inMenu, sum: inMenu });
}

test('an open card keeps its content when the record changes elsewhere, until the user loads the new version', async () => {
  const editor = await product.apiAs('editor');
  const { id } = await editor.find('FR');
  const page = await openWithClock('reviewer', `/country?id=${id}&panel=view`);
  await countryCard(page).getByText('€', { exact: true }).waitFor();
  const note = countryCard(page).getByText('这条记录刚有变动，下面是变动前的内容。');

  await editor.change('FR', { symbol: '₣' });
  await advanceToPoll(page);
  await note.waitFor();
  expect(await countryCard(page).getByRole('heading', { name: '审核中的修改' }).count()).toBe(0);
  expect(await countryCard(page).getByText('₣').count()).toBe(0);
  await clickButton(countryCard(page), '查看最新内容');
  await countryCard(page).getByRole('heading', { name: '审核中的修改' }).waitFor();
  await countryCard(page)
    .getByRole('row', { name: /^货币符号.*₣/ })
    .waitFor();
  expect(await note.count()).toBe(0);

  // The user's own decision updates the card at once.
  await clickButton(countryCard(page), '通过');
  await countryCard(page).getByRole('heading', { name: '审核中的修改' }).waitFor({ state: 'detached' });
  await countryCard(page).getByText('₣', { exact: true }).waitFor();
  expect(await note.count()).toBe(0);
});

test('while the pointer is on the queue, a new row is only announced, and shown on request', {
  tags: ['slow'],
}, async () => {
  const editor = await product.apiAs('editor');
  await editor.create({ code: 'XG', name: '庚国', alpha3Code: 'XGG', continent: 'AS' });
  const page = await openWithClock('reviewer', '/');
  const queueRow = (name: string) => page.locator('li[data-row]').filter({ hasText: name });
  await queueRow('庚国').hover();
  const initialBox = await queueRow('庚国').boundingBox();

  await editor.create({ code: 'XH', name: '辛国', alpha3Code: 'XHH', continent: 'AS' });
  await advanceToPoll(page);
  await page.getByRole('status').getByText('新增 1 项，点击刷新').waitFor();
  expect(await queueRow('辛国').count()).toBe(0);
  expect(await queueRow('庚国').boundingBox()).toEqual(initialBox);
  await clickButton(page, '新增 1 项，点击刷新');
  await queueRow('辛国').waitFor();
  expect(await page.getByText(/点击刷新/).count()).toBe(0);

  // The pointer must be on the queue before the record exists, or a pending request could already return it.
  await queueRow('庚国').hover();
  await editor.create({ code: 'XI', name: '壬国', alpha3Code: 'XII', continent: 'AS' });
  await advanceToPoll(page);
  await page.getByText('新增 1 项，点击刷新').waitFor();
  // The queue updates when the pointer leaves it.
  await page.mouse.move(0, 0);
  await queueRow('壬国').waitFor();

  await queueRow('壬国').getByRole('link').focus();
  await editor.create({ code: 'XJ', name: '癸国', alpha3Code: 'XJJ', continent: 'AS' });
  await advanceToPoll(page);
  await page.getByRole('button', { name: '新增 1 项，点击刷新' }).press('Enter');
  await queueRow('癸国').waitFor();
  expect(await page.evaluate(() => document.activeElement?.closest('li') !== null)).toBe(true);
});
