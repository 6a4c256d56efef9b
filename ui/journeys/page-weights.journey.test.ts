/** @module-tag slow */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { aProduct } from './kit/journey.ts';
import { builtUi } from './kit/product.ts';

const product = aProduct();

/** The scripts, and what else ends so, that a browser that knows nothing of the product asks for, as gzip sends it, in kilobytes. */
async function weightOf(account: string | null, place: string, ends = /\.js$/): Promise<number> {
  const { page } = await product.open(account, '/403', { fresh: true });
  // what the pointer comes by, and a link with the focus, loads ahead what is none of this page's weight
  await page.addInitScript(() => {
    const stop = (event: Event) => event.stopImmediatePropagation();
    for (const type of ['mouseover', 'mouseout', 'pointerover', 'pointerout'])
      window.addEventListener(type, stop, true);
    const isLink = ({ target }: Event) => target instanceof Element && target.closest('a');
    window.addEventListener('focusin', (event) => isLink(event) && stop(event), true);
  });
  await page.goto(place, { waitUntil: 'commit' });
  await page.waitForLoadState('networkidle');
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const files = [...new Set(asked)].filter((name) => ends.test(name));
  const bytes = files.map((name) => gzipSync(readFileSync(path.join(builtUi, name))).length);
  return bytes.reduce((sum, one) => sum + one, 0) / 1000;
}

test('a browser asks for no more than the budgets of /login and of a list', async () => {
  const login = await weightOf(null, '/login');
  expect(login).toBeGreaterThan(100);
  expect(login).toBeLessThanOrEqual(165);
  expect((await weightOf('admin', '/airport')) - login).toBeLessThanOrEqual(110);
});

test('the heaviest forms come with no more than the budget of a page, coastlines and fonts apart', async () => {
  for (const place of ['/rate-board?panel=new', '/protocol/form', '/train-station/form?id=1']) {
    const weight = await weightOf('editor', place, /\/(?!other-scripts-)[^/]*\.(?:js|css)$/);
    expect(weight, place).toBeGreaterThan(300);
    expect(weight, place).toBeLessThanOrEqual(380);
  }
});
