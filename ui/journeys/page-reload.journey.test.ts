import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { aProduct, arrive } from './kit/journey.ts';
import { press, rows } from './kit/screen.ts';

const product = aProduct();

const flag = (page: Page) => page.evaluate(() => localStorage.getItem('page-reloaded'));
const pathOf = (url: string) => new URL(url).pathname;

async function openList(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '国家/地区' }).click();
}

/** The code that only the list needs, and that a new version put in place would have taken away. */
async function codeOfTheList(): Promise<string[]> {
  const { page } = await product.open('viewer', '/', { fresh: true });
  await page.getByRole('heading', { name: '数据概览' }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && asked.push(pathOf(request.url())));
  await openList(page);
  await expect.poll(() => rows(page).count()).toBe(20);
  expect(asked).not.toEqual([]);
  return asked;
}

async function homeWithBrokenList(refused: (count: number) => boolean) {
  const code = await codeOfTheList();
  const { page, foresee, allow } = await product.open('viewer', '/', { fresh: true });
  foresee(/ERR_FAILED GET \/assets\//);
  // React tells of what a page's error boundary caught, where the page still stands to do so.
  allow(/^console: TypeError: Missing code: Failed to fetch dynamically imported module/);
  await page.getByRole('heading', { name: '数据概览' }).waitFor();
  const seen = { asked: 0, loads: 0, flags: [] as (string | null)[] };
  page.on('request', (request) => {
    if (request.isNavigationRequest()) seen.loads += 1;
  });
  await page.exposeFunction('tellFlag', (kept: string | null) => seen.flags.push(kept));
  await page.addInitScript(() =>
    // The cast: the function exposed above.
    (window as unknown as { tellFlag: (kept: string | null) => void }).tellFlag(localStorage.getItem('page-reloaded')),
  );
  await page.route(
    ({ pathname }) => code.includes(pathname),
    (route) => {
      seen.asked += 1;
      return refused(seen.asked) ? route.abort('failed') : route.continue();
    },
  );
  return { page, seen };
}

test('a page whose code cannot be loaded reloads once and then opens', async () => {
  const { page, seen } = await homeWithBrokenList((count) => count === 1);
  await openList(page);
  await expect.poll(() => seen.flags).toEqual(['1']);
  await openList(page);
  await arrive(page, /^\/country$/);
  await expect.poll(() => rows(page).count()).toBe(20);
  await expect.poll(() => flag(page)).toBeNull();
  expect(seen.loads).toBe(1);
});

test('one that fails again shows the error page instead of reloading for ever', { tags: ['slow'] }, async () => {
  let broken = true;
  const { page, seen } = await homeWithBrokenList(() => broken);
  await page.goto('/country');
  await page.getByRole('alert').getByRole('heading', { name: '这一页没能打开' }).waitFor();
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '首页' }).waitFor();
  await expect.poll(() => page.title()).toBe('这一页没能打开 · 国家/地区 · Gazetteer');
  expect(seen.loads).toBe(2);
  expect(seen.flags).toEqual([null, '1']);
  expect(await flag(page)).toBe('1');
  broken = false;
  await press(page, '重试');
  await expect.poll(() => rows(page).count()).toBe(20);
  await expect.poll(() => flag(page)).toBeNull();
  expect(seen.loads).toBe(3);
});

test('pointing at a link whose code is gone reloads nothing, and what was typed stays', async () => {
  const code = await codeOfTheList();
  const { page, foresee } = await product.open('editor', '/cabin/form', { fresh: true });
  foresee(/^404 GET \/assets\//);
  const name = page.getByRole('textbox', { name: '名称', exact: true });
  await name.fill('没存上的舱位');
  const answers: number[] = [];
  page.on('response', (response) => code.includes(pathOf(response.url())) && answers.push(response.status()));
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route(
    ({ pathname }) => code.includes(pathname),
    (route) => route.fulfill({ status: 404, body: 'Not Found' }),
  );
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '国家/地区' }).hover();
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  expect([loads, await flag(page), await name.inputValue()]).toEqual([0, null, '没存上的舱位']);
});

test('whoever stays when the browser asks keeps the frame, and may go on or try again', async () => {
  let broken = true;
  const { page, seen } = await homeWithBrokenList(() => broken);
  const asked: string[] = [];
  page.on('dialog', (question) => {
    asked.push(question.type());
    return broken ? question.dismiss() : question.accept();
  });
  await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.preventDefault()));
  await openList(page);
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await page.getByRole('heading', { name: '这一页没能打开' }).waitFor();
  await expect.poll(() => flag(page)).toBeNull();
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '首页' }).waitFor();
  expect(seen.loads).toBe(0);
  broken = false;
  await press(page, '重试');
  await expect.poll(() => rows(page).count()).toBe(20);
  expect([seen.loads, await flag(page)]).toEqual([1, null]);
});
