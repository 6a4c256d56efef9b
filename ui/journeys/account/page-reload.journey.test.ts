import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { interceptRequests } from '../kit/intercept.ts';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { countryRows } from '../kit/page/country-locators.ts';
import { clickButton } from '../kit/page/page-actions.ts';

const product = setUpProduct();

const readReloadFlag = (page: Page) => page.evaluate(() => localStorage.getItem('page-reloaded'));
const pathOf = (url: string) => new URL(url).pathname;

async function openList(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '国家/地区' }).click();
}

/** Returns the scripts that only the list needs, which a new release would remove. */
async function findListScripts(): Promise<string[]> {
  const { page } = await product.open('viewer', '/', { fresh: true });
  await page.getByRole('heading', { name: '数据概览' }).waitFor();
  const scriptPaths: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scriptPaths.push(pathOf(request.url())));
  await openList(page);
  await expect.poll(() => countryRows(page).count()).toBe(20);
  expect(scriptPaths).not.toEqual([]);
  return scriptPaths;
}

async function openHomeWithBrokenList(shouldFail: (count: number) => boolean) {
  const scripts = await findListScripts();
  const { page, expectErrors, allowErrors } = await product.open('viewer', '/', { fresh: true });
  expectErrors(/ERR_FAILED GET \/assets\//);
  // React logs the error that an error boundary caught, unless the page reloads first.
  allowErrors(/^console: TypeError: Missing code: Failed to fetch dynamically imported module/);
  await page.getByRole('heading', { name: '数据概览' }).waitFor();
  const counts = { scriptRequests: 0, loads: 0, flags: [] as (string | null)[] };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) counts.loads += 1;
  });
  await page.exposeFunction('reportFlag', (flag: string | null) => counts.flags.push(flag));
  await page.addInitScript(() =>
    // The cast: exposeFunction has defined this function.
    (window as unknown as { reportFlag: (kept: string | null) => void }).reportFlag(
      localStorage.getItem('page-reloaded'),
    ),
  );
  await interceptRequests(
    page,
    ({ pathname }) => scripts.includes(pathname),
    (route) => {
      counts.scriptRequests += 1;
      return shouldFail(counts.scriptRequests) ? route.abort('failed') : route.continue();
    },
  );
  return { page, counts };
}

test('a page whose code cannot be loaded reloads once and then opens', { tags: ['slow'] }, async () => {
  const { page, counts } = await openHomeWithBrokenList((count) => count === 1);
  await openList(page);
  await expect.poll(() => counts.flags).toEqual(['1']);
  await openList(page);
  await waitForPath(page, /^\/country$/);
  await expect.poll(() => countryRows(page).count()).toBe(20);
  await expect.poll(() => readReloadFlag(page)).toBeNull();
  expect(counts.loads).toBe(1);
});

test('a page whose code fails again shows an error instead of reloading endlessly', {
  tags: ['slow'],
}, async () => {
  let isBroken = true;
  const { page, counts } = await openHomeWithBrokenList(() => isBroken);
  await page.goto('/country');
  await page.getByRole('alert').getByRole('heading', { name: '无法打开此页面' }).waitFor();
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '首页' }).waitFor();
  await expect.poll(() => page.title()).toBe('无法打开此页面 · 国家/地区 · Gazetteer');
  expect(counts.loads).toBe(2);
  expect(counts.flags).toEqual([null, '1']);
  expect(await readReloadFlag(page)).toBe('1');
  isBroken = false;
  await clickButton(page, '重试');
  await expect.poll(() => countryRows(page).count()).toBe(20);
  await expect.poll(() => readReloadFlag(page)).toBeNull();
  expect(counts.loads).toBe(3);
});

test('hovering a link whose code is missing does not reload the page or lose typed text', {
  tags: ['slow'],
}, async () => {
  const scripts = await findListScripts();
  const { page, expectErrors } = await product.open('editor', '/cabin/form', { fresh: true });
  expectErrors(/^404 GET \/assets\//);
  const name = page.getByRole('textbox', { name: '名称', exact: true });
  await name.fill('没存上的舱位');
  const statuses: number[] = [];
  page.on('response', (response) => scripts.includes(pathOf(response.url())) && statuses.push(response.status()));
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await interceptRequests(
    page,
    ({ pathname }) => scripts.includes(pathname),
    (route) => route.fulfill({ status: 404, body: 'Not Found' }),
  );
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '国家/地区' }).hover();
  await expect.poll(() => statuses.length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  expect([loads, await readReloadFlag(page), await name.inputValue()]).toEqual([0, null, '没存上的舱位']);
});

test('a user who declines the reload can continue or try again', { tags: ['slow'] }, async () => {
  let isBroken = true;
  const { page, counts } = await openHomeWithBrokenList(() => isBroken);
  const dialogTypes: string[] = [];
  page.on('dialog', (confirmDialog) => {
    dialogTypes.push(confirmDialog.type());
    return isBroken ? confirmDialog.dismiss() : confirmDialog.accept();
  });
  await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.preventDefault()));
  await openList(page);
  await expect.poll(() => dialogTypes).toEqual(['beforeunload']);
  await page.getByRole('heading', { name: '无法打开此页面' }).waitFor();
  await expect.poll(() => readReloadFlag(page)).toBeNull();
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '首页' }).waitFor();
  expect(counts.loads).toBe(0);
  isBroken = false;
  await clickButton(page, '重试');
  await expect.poll(() => countryRows(page).count()).toBe(20);
  expect([counts.loads, await readReloadFlag(page)]).toEqual([1, null]);
});
