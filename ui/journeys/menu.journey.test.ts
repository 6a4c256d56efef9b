import { expect, test } from 'vitest';
import { aProduct, arrive } from './kit/journey.ts';

const product = aProduct({ reducedMotion: 'no-preference' });

test('on a narrow screen the folded menu opens after 300 ms and closes after 250', async () => {
  const { page } = await product.open('viewer', '/', { viewport: { width: 1200, height: 800 } });
  const menu = page.getByRole('navigation', { name: '主菜单' });
  const entry = menu.getByRole('button', { name: '基础数据' });
  const flyout = menu.getByRole('group', { name: '基础数据' });
  await entry.waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);

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
  await arrive(page, /^\/country$/);
});

test('crossing the folded menu opens nothing', { tags: ['slow'] }, async () => {
  const { page } = await product.open('viewer', '/', { viewport: { width: 1200, height: 800 } });
  const entry = page.getByRole('button', { name: '基础数据' });
  await entry.waitFor();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await entry.hover();
  await page.clock.runFor(200);
  await page.mouse.move(700, 500);
  await page.clock.runFor(2_000);
  await expect.poll(() => entry.getAttribute('aria-expanded')).toBe('false');
});
