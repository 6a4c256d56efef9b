import { expect, test } from 'vitest';
import { aProduct } from './kit/journey.ts';
import { chineseTexts, setLanguage, textsOf } from './kit/language.ts';
import { press } from './kit/screen.ts';

const product = aProduct();

test('the language changes at once, everywhere, and stays', async () => {
  const { page } = await product.open('admin', '/country?continent=EU');
  const language = () => page.evaluate(() => document.documentElement.lang);
  await page.getByRole('heading', { name: '国家/地区' }).waitFor();
  expect(await language()).toBe('zh-CN');
  await setLanguage(page, 'English');
  await page.getByRole('heading', { name: 'Countries' }).waitFor();
  expect(await language()).toBe('en');
  await page.getByRole('gridcell', { name: /^Andorra/ }).waitFor();
  expect(chineseTexts(await textsOf(page))).toEqual([]);
  await expect.poll(() => page.title()).toBe('Countries · Gazetteer');
  await page.reload();
  await page.getByRole('heading', { name: 'Countries' }).waitFor();
  expect(await language()).toBe('en');
  await setLanguage(page, '中文');
  await page.getByRole('heading', { name: '国家/地区' }).waitFor();
  expect(await language()).toBe('zh-CN');
});

test('the title of a form says what it is about, of which kind, and changes with the language', async () => {
  const { page } = await product.open('admin', '/cabin/form');
  await expect.poll(() => page.title()).toBe('新建舱位 · 舱位 · Gazetteer');
  await setLanguage(page, 'English');
  await expect.poll(() => page.title()).toBe('New cabin · Cabins · Gazetteer');
  await setLanguage(page, '中文');
  await expect.poll(() => page.title()).toBe('新建舱位 · 舱位 · Gazetteer');
});

test('the dark theme stays, and is there before the product’s own code runs', async () => {
  const { page } = await product.open('viewer', '/');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await press(page, '切换到深色');
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();

  let start = () => {};
  const held = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => document.querySelector('link[rel=stylesheet]') !== null)).toBe(true);
  await expect.poll(ground).toBe(dark);
  expect(await page.locator('#root').innerHTML()).toBe('');
  start();
  await press(page, '切换到浅色');
  await expect.poll(ground).toBe(light);
  await page.reload();
  await expect.poll(ground).toBe(light);
});
