import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { pauseClock } from '../kit/clock.ts';
import { setUpProduct, waitForPath } from '../kit/journey.ts';
import { clickButton } from '../kit/page/page-actions.ts';

const product = setUpProduct({ reducedMotion: 'no-preference' });

test('on a narrow screen the collapsed menu opens after 300 ms and closes after 250 ms', {
  tags: ['slow'],
}, async () => {
  const { page } = await product.open('viewer', '/', { viewport: { width: 1200, height: 800 } });
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const entry = menu.getByRole('button', { name: '基础数据' });
  const flyout = menu.getByRole('group', { name: '基础数据' });
  await entry.waitFor();
  // The button opens a group of links, which is not a menu in ARIA's sense.
  expect(await entry.getAttribute('aria-haspopup')).toBeNull();
  await page.clock.install();
  await pauseClock(page);

  await entry.hover();
  await page.clock.runFor(299);
  expect(await flyout.count()).toBe(0);
  await page.clock.runFor(1);
  await flyout.waitFor();
  expect(await flyout.evaluate((layer) => getComputedStyle(layer).maxHeight)).toBe('310px');
  expect((await flyout.boundingBox())?.height).toBeLessThanOrEqual(310);

  await page.mouse.move(700, 500);
  await page.clock.runFor(249);
  expect(await flyout.count()).toBe(1);
  await page.clock.runFor(1);
  await flyout.waitFor({ state: 'detached' });

  await entry.hover();
  await page.clock.runFor(300);
  await page.mouse.move(700, 500);
  await page.clock.runFor(200);
  await flyout.getByRole('link', { name: '国家/地区' }).click();
  await waitForPath(page, /^\/country$/);
});

test('moving the pointer across the collapsed menu does not open it', { tags: ['slow'] }, async () => {
  const { page } = await product.open('viewer', '/', { viewport: { width: 1200, height: 800 } });
  const entry = page.getByRole('button', { name: '基础数据' });
  await entry.waitFor();
  await page.clock.install();
  await pauseClock(page);
  await entry.hover();
  await page.clock.runFor(200);
  await page.mouse.move(700, 500);
  await page.clock.runFor(2_000);
  await expect.poll(() => entry.getAttribute('aria-expanded')).toBe('false');
});

test('no menu or option list is higher than 310 pixels', { tags: ['slow'] }, async () => {
  const { page } = await product.open('editor', '/country');
  const heights: Record<string, number | undefined> = {};
  const measure = async (name: string, layer: Locator) => {
    heights[name] = (await layer.boundingBox())?.height;
  };
  await clickButton(page, /^列 /);
  await measure('columns', page.getByRole('dialog', { name: '显示的列' }));
  await page.keyboard.press('Escape');
  await clickButton(page, '筛选');
  const filters = page.getByRole('dialog', { name: '添加筛选条件' });
  await measure('filters', filters);
  await filters.getByRole('button', { name: '货币', exact: true }).click();
  await filters.getByRole('searchbox').waitFor();
  await measure('values of a filter', filters);
  await page.keyboard.press('Escape');
  await clickButton(page, /^账号菜单/);
  await measure('menu', page.getByRole('menu'));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await measure('palette', page.getByRole('dialog', { name: '搜索' }).getByRole('listbox').locator('..'));
  await page.goto('/country?panel=new');
  await page.getByRole('combobox', { name: '货币' }).fill('a');
  await page.getByRole('option').first().waitFor();
  await measure('combobox', page.getByRole('listbox'));
  expect(Object.keys(heights)).toHaveLength(6);
  expect(Object.entries(heights).filter(([, height]) => height === undefined || height > 310)).toEqual([]);
});

test('hovering a menu link prefetches the data of its page', async () => {
  const { page } = await product.open('admin', '/');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const resourceByPath = {
    '/country': 'countries',
    '/imports': 'imports',
    '/calendar': 'calendar',
    '/data-subscriber': 'subscribers',
    '/task-status': 'tasks',
    '/data-logs': 'data-logs/folded',
    '/users/user-list': 'users',
    '/users/role-list': 'roles',
    '/users/permission-list': 'permissions',
    '/users/user-log-list': 'user-logs',
  };
  for (const [path, resource] of Object.entries(resourceByPath)) {
    const isPrefetch = (url: string) => new URL(url).pathname === `/dc/api/v1/${resource}`;
    const prefetchResponse = page.waitForResponse((response) => isPrefetch(response.url()));
    await menu.locator(`a[href="${path}"]`).hover();
    expect((await prefetchResponse).status()).toBe(200);
  }
  expect(new URL(page.url()).pathname).toBe('/');
});
