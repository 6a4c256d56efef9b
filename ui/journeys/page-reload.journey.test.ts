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
  // Vite lets go of an import that is dealt with; whether the router still speaks before the reload is chance.
  allow(/^console: TypeError: Cannot read properties of undefined \(reading 'component'\)/);
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
  await page.getByRole('heading', { name: '这一页没能打开' }).waitFor();
  expect(seen.loads).toBe(2);
  expect(seen.flags).toEqual([null, '1']);
  expect(await flag(page)).toBe('1');
  broken = false;
  await press(page, '重试');
  await expect.poll(() => rows(page).count()).toBe(20);
  await expect.poll(() => flag(page)).toBeNull();
  expect(seen.loads).toBe(3);
});
