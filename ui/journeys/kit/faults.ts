import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { violationsInBothThemes } from './axe.ts';
import { aProduct } from './journey.ts';
import { stationWithAll, trialCabin } from './kind-places.ts';
import { chineseTexts, type Language, rawTexts, textsOf } from './language.ts';
import type { Place } from './places.ts';

/** What is wrong on a page as it stands. Words are another language's, barriers are not: they are looked for once. */
export async function faultsOf(page: Page, language: Language): Promise<string[]> {
  const texts = await textsOf(page);
  const foreign = language === 'en' ? chineseTexts(texts) : [];
  const violations = language === 'en' ? [] : await violationsInBothThemes(page);
  return [...violations, ...rawTexts(texts), ...foreign];
}

/**
 * Goes on in the program that is loaded, as links do; anew where a layer is or was opened, or where the last place already
 * shows what the next one is known by.
 */
async function go(page: Page, from: Place, to: Place): Promise<void> {
  const anew = from.open || to.open || (await to.shows(page).isVisible());
  if (anew) await page.goto(to.path);
  else await page.evaluate((path) => history.pushState(null, '', path), to.path);
}

/** A product that has something to show at every place. */
export function aProductWithAll() {
  const product = aProduct();
  const records = { pending: 0, live: 0 };

  beforeAll(async () => {
    const editor = await product.as('editor');
    await editor.create({ code: 'XA', name: '试验国', alpha3Code: 'XAA', continent: 'AS' });
    records.pending = (await editor.change('XA', { name: '试验国度', symbol: 'T' })).id;
    await editor.of('/cabins').create(trialCabin);
    await editor.of('/train-stations').create(stationWithAll);
    records.live = (await editor.change('JP', { symbol: '円' })).id;
  });

  /** What is wrong at each place, by its name. */
  async function faultsAt(visited: readonly Place[], language: Language) {
    const start = visited[0]?.path;
    const { page } = await product.open('admin', start, { kept: { language } });
    const found: Record<string, string[]> = {};
    let last: Place | undefined;
    for (const visit of visited) {
      const { name, open, shows } = visit;
      if (last) await go(page, last, visit);
      last = visit;
      await reach().catch((error) => {
        throw new Error(`${name}: ${error.message}`, { cause: error });
      });
      found[name] = await faultsOf(page, language);

      async function reach(): Promise<void> {
        // a dialog that comes with the page hides it from those who do not see
        const all = { includeHidden: true };
        await page.getByRole('main', all).getByRole('heading', all).first().waitFor();
        await open?.(page);
        await shows(page).waitFor();
      }
    }
    return Object.entries(found).filter(([, faults]) => faults.length > 0);
  }

  return { product, records, faultsAt };
}
