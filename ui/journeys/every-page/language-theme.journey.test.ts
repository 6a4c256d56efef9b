import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct } from '../kit/journey.ts';
import { findChineseTexts, setLanguage, visibleTexts } from '../kit/language.ts';
import { countryCard, countryRow } from '../kit/page/country-locators.ts';
import { chooseTheme } from '../kit/page/page-actions.ts';

const product = setUpProduct();

test('a language change applies to the whole page at once and survives a reload', async () => {
  const { page } = await product.open('admin', '/country?continent=EU');
  const language = () => page.evaluate(() => document.documentElement.lang);
  await page.getByRole('heading', { name: '国家/地区' }).waitFor();
  expect(await language()).toBe('zh-CN');
  await setLanguage(page, 'English');
  await page.getByRole('heading', { name: 'Countries' }).waitFor();
  expect(await language()).toBe('en');
  await page.getByRole('gridcell', { name: /^Andorra/ }).waitFor();
  expect(findChineseTexts(await visibleTexts(page))).toEqual([]);
  await expect.poll(() => page.title()).toBe('Countries · Gazetteer');
  await page.reload();
  await page.getByRole('heading', { name: 'Countries' }).waitFor();
  expect(await language()).toBe('en');
  await setLanguage(page, '中文');
  await page.getByRole('heading', { name: '国家/地区' }).waitFor();
  expect(await language()).toBe('zh-CN');
});

test('the document title of a form names its record and entity, and changes with the language', async () => {
  const { page } = await product.open('admin', '/cabin/form');
  await expect.poll(() => page.title()).toBe('新建舱位 · 舱位 · Gazetteer');
  await setLanguage(page, 'English');
  await expect.poll(() => page.title()).toBe('New cabin · Cabins · Gazetteer');
  await setLanguage(page, '中文');
  await expect.poll(() => page.title()).toBe('新建舱位 · 舱位 · Gazetteer');
});

test('the dark theme survives a reload and applies before the scripts run', async () => {
  const { page } = await product.open('viewer', '/');
  const backgroundColor = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const lightColor = await backgroundColor();
  await chooseTheme(page, '深色');
  await expect.poll(backgroundColor).not.toBe(lightColor);
  const darkColor = await backgroundColor();

  let releaseScript = () => {};
  const scriptReleased = new Promise<void>((resolve) => {
    releaseScript = resolve;
  });
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await scriptReleased;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => document.querySelector('link[rel=stylesheet]') !== null)).toBe(true);
  await expect.poll(backgroundColor).toBe(darkColor);
  expect(await page.locator('#root').innerHTML()).toBe('');
  releaseScript();
  await chooseTheme(page, '浅色');
  await expect.poll(backgroundColor).toBe(lightColor);
  await page.reload();
  await expect.poll(backgroundColor).toBe(lightColor);

  await chooseTheme(page, '跟随系统');
  await expect.poll(backgroundColor).toBe(lightColor);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(backgroundColor).toBe(darkColor);
  await page.reload();
  await expect.poll(backgroundColor).toBe(darkColor);
});

/** Where the first and the last character of a text stand in its line, and where the line begins. */
const characterPlaces = (text: Locator) =>
  text.evaluate((element) => {
    const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    const leftOf = (index: number) => {
      range.setStart(node ?? element, index);
      range.setEnd(node ?? element, index + 1);
      return range.getBoundingClientRect().left;
    };
    const lineLeft = element.getBoundingClientRect().left;
    return { first: leftOf(0) - lineLeft, last: leftOf((node?.textContent?.length ?? 1) - 1) - lineLeft };
  });

test('a name from right to left runs that way, stands at the left as others do, and is cut at its end', async () => {
  const name = 'مطار دبي الدولي (دبي)';
  const longName = `${name} `.repeat(9).trim();
  const editor = await product.apiAs('editor');
  await editor.create({ code: 'XA', name, continent: 'AS' });
  const { id } = await editor.create({ code: 'XB', name: longName, continent: 'AS' });
  const { page } = await product.open('viewer', `/country?q=${encodeURIComponent(name)}`);

  const shortName = await characterPlaces(countryRow(page, 'XA').getByText(name));
  expect(shortName.last).toBeLessThan(shortName.first);
  expect(Math.round(shortName.last)).toBe(0);

  await page.goto(`/country?code=XB&id=${id}`);
  const cutName = countryRow(page, 'XB').getByText(longName);
  const { first, last } = await characterPlaces(cutName);
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan((await cutName.boundingBox())?.width ?? 0);
  expect(last).toBeLessThan(0);

  const title = await characterPlaces(countryCard(page).getByText(longName).first());
  expect(title.last).toBeLessThan(title.first);
});
