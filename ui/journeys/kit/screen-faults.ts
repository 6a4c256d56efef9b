import type { Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { findAxeViolations } from './axe.ts';
import { setUpProduct } from './journey.ts';
import { completeStation, trialCabin } from './kind-screens.ts';
import { findChineseTexts, findRawTexts, type Language, visibleTexts } from './language.ts';
import type { Screen } from './screens.ts';

/** Faults of the page as it is shown. Accessibility does not depend on the language, so axe runs in Chinese only. */
export async function findFaults(page: Page, language: Language): Promise<string[]> {
  const texts = await visibleTexts(page);
  const foreign = language === 'en' ? findChineseTexts(texts) : [];
  const violations = language === 'en' ? [] : await findAxeViolations(page);
  return [...violations, ...findRawTexts(texts), ...foreign];
}

/**
 * Navigates inside the loaded page, as links do. It reloads when a layer is or was open, or when the previous screen
 * already shows the marker of the next one.
 */
async function goToScreen(page: Page, from: Screen, to: Screen): Promise<void> {
  const needsReload = from.open || to.open || (await to.marker(page).isVisible());
  if (needsReload) await page.goto(to.path);
  else await page.evaluate((path) => history.pushState(null, '', path), to.path);
}

/** Starts a product that has records to show on every screen. */
export function setUpFilledProduct() {
  const product = setUpProduct();
  const recordIds = { pending: 0, withProposal: 0 };

  beforeAll(async () => {
    const editor = await product.apiAs('editor');
    await editor.create({ code: 'XA', name: '试验国', alpha3Code: 'XAA', continent: 'AS' });
    recordIds.pending = (await editor.change('XA', { name: '试验国度', symbol: 'T' })).id;
    await editor.resource('/cabins').create(trialCabin);
    await editor.resource('/train-stations').create(completeStation);
    recordIds.withProposal = (await editor.change('JP', { symbol: '円' })).id;
  });

  /** The faults of each screen that has any, by the screen's name. */
  async function findFaultsOnScreens(screens: readonly Screen[], language: Language) {
    const start = screens[0]?.path;
    const { page } = await product.open('admin', start, { storage: { language } });
    const faultsByScreen: Record<string, string[]> = {};
    let previous: Screen | undefined;
    for (const screen of screens) {
      const { name, open, marker } = screen;
      if (previous) await goToScreen(page, previous, screen);
      previous = screen;
      await openScreen().catch((error) => {
        throw new Error(`${name}: ${error.message}`, { cause: error });
      });
      faultsByScreen[name] = await findFaults(page, language);

      async function openScreen(): Promise<void> {
        // A dialog that opens with the page hides the page from assistive technology.
        const withHidden = { includeHidden: true };
        await page.getByRole('main', withHidden).getByRole('heading', withHidden).first().waitFor();
        await open?.(page);
        await marker(page).waitFor();
      }
    }
    return Object.entries(faultsByScreen).filter(([, faults]) => faults.length > 0);
  }

  return { product, recordIds, findFaultsOnScreens };
}
