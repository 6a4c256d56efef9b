import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { setUpProduct } from '../kit/journey.ts';

const product = setUpProduct();

const openDocs = () =>
  product.open(null, '/docs/en/country', { permissions: ['clipboard-read', 'clipboard-write'], fresh: true });

/** The first example that can be copied, with its button. */
function firstExample(page: Page) {
  const figure = page.locator('figure:has(.copy)').first();
  return { button: figure.locator('.copy'), text: figure.locator('pre') };
}
const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('a copied example says so for a moment, however often it is copied', async () => {
  const { page } = await openDocs();
  await page.clock.install();
  const { button, text } = firstExample(page);
  await button.click();
  await expect.poll(() => button.textContent()).toBe('Copied');
  await page.clock.runFor(1000);
  await button.click();
  expect(await readClipboard(page)).toBe(await text.textContent());
  await page.clock.runFor(2000);
  await expect.poll(() => button.textContent()).toBe('Copy');
});

test('an example is copied without TLS, where browsers have no clipboard', async () => {
  const { page } = await openDocs();
  await page.evaluate(() => Object.defineProperty(navigator.clipboard, 'writeText', { value: undefined }));
  const { button, text } = firstExample(page);
  await button.click();
  await expect.poll(() => button.textContent()).toBe('Copied');
  expect(await readClipboard(page)).toBe(await text.textContent());
});

test('a search that could not be loaded says so, and is tried again on the next input', async () => {
  const { page, expectErrors } = await openDocs();
  expectErrors(/^503 GET .*search\.json/);
  await page.route('**/search.json', (route) => route.fulfill({ status: 503, json: {} }));
  const search = page.getByRole('searchbox');
  await search.fill('feed');
  await page.getByText('Could not load. Type on to try again').waitFor();
  await page.unroute('**/search.json');
  await search.fill('feed order');
  await page.locator('.matches').getByText('The change feed, in the order of commits').waitFor();
});
