/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { setUpProduct } from '../kit/journey.ts';
import { BUILT_UI_FOLDER } from '../kit/product.ts';

const product = setUpProduct();

/** Measures the gzipped kilobytes of matching files that a browser with an empty cache requests for a page. */
async function measureWeight(account: string | null, pagePath: string, filePattern = /\.js$/): Promise<number> {
  const { page } = await product.open(account, '/403', { fresh: true });
  // Hovered and focused links preload other pages, which do not count for this page.
  await page.addInitScript(() => {
    const stopEvent = (event: Event) => event.stopImmediatePropagation();
    for (const type of ['mouseover', 'mouseout', 'pointerover', 'pointerout'])
      window.addEventListener(type, stopEvent, true);
    const isLink = ({ target }: Event) => target instanceof Element && target.closest('a');
    window.addEventListener('focusin', (event) => isLink(event) && stopEvent(event), true);
  });
  // An open stream would keep the network from becoming idle.
  await page.route('**/presence/events?*', (route) => route.fulfill({ status: 204 }));
  await page.goto(pagePath, { waitUntil: 'commit' });
  await page.waitForLoadState('networkidle');
  const requestedPaths = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const files = [...new Set(requestedPaths)].filter((name) => filePattern.test(name));
  const bytes = files.map((name) => gzipSync(readFileSync(path.join(BUILT_UI_FOLDER, name))).length);
  return bytes.reduce((sum, fileBytes) => sum + fileBytes, 0) / 1000;
}

test('the scripts of /login and of a list stay within their budgets', async () => {
  const login = await measureWeight(null, '/login');
  expect(login).toBeGreaterThan(100);
  expect(login).toBeLessThanOrEqual(165);
  expect((await measureWeight('admin', '/airport')) - login).toBeLessThanOrEqual(110);
});

test('the heaviest forms stay within the page budget, not counting coastlines and fonts', async () => {
  for (const place of ['/rate-board?panel=new', '/protocol/form', '/train-station/form?id=1']) {
    const weight = await measureWeight('editor', place, /\/(?!late-fonts-)[^/]*\.(?:js|css)$/);
    expect(weight, place).toBeGreaterThan(300);
    expect(weight, place).toBeLessThanOrEqual(400);
  }
});
