import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { aProduct } from './kit/journey.ts';
import { builtUi } from './kit/product.ts';

const product = aProduct();

/** The scripts that a browser that knows nothing of the product asks for, as gzip sends it, in kilobytes. */
async function weightOf(account: string | null, place: string): Promise<number> {
  const { page } = await product.open(account, place, { fresh: true });
  await page.waitForLoadState('networkidle');
  const asked = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  const files = [...new Set(asked)].filter((name) => name.endsWith('.js'));
  const bytes = files.map((name) => gzipSync(readFileSync(path.join(builtUi, name))).length);
  return bytes.reduce((sum, one) => sum + one, 0) / 1000;
}

test('a browser asks for no more than the budgets of /login and of a list', async () => {
  const login = await weightOf(null, '/login');
  expect(login).toBeGreaterThan(100);
  expect(login).toBeLessThanOrEqual(165);
  expect((await weightOf('admin', '/airport')) - login).toBeLessThanOrEqual(110);
});
