import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll } from 'vitest';
import { setUpProduct } from '../journey.ts';
import { findChineseTexts, findRawTexts, type Language, visibleTexts } from '../language.ts';
import { findAxeViolations } from './axe.ts';
import { sampleCabin, sampleStation } from './entity-screens.ts';
import { SAMPLE_SET_TITLE, type Screen } from './screens.ts';

/** Returns accessibility violations and wrong texts of a page. Accessibility does not depend on the language, so axe runs in Chinese only. */
export async function findScreenFaults(page: Page, language: Language): Promise<string[]> {
  const texts = await visibleTexts(page);
  const chineseTexts = language === 'en' ? findChineseTexts(texts) : [];
  const violations = language === 'en' ? [] : await findAxeViolations(page);
  return [...violations, ...findRawTexts(texts), ...chineseTexts, ...(await findSecondPrimaryButton(page))];
}

/** Returns the primary buttons of a page that shows more than one. What a dialog or a card covers does not count. */
export function findSecondPrimaryButton(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const primary = [...document.querySelectorAll<HTMLElement>('button.bg-accent:not([role], [aria-pressed])')].filter(
      (button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const shown = document.elementFromPoint(left + width / 2, top + height / 2);
        return width > 0 && shown !== null && button.contains(shown);
      },
    );
    const names = primary.map((button) => button.getAttribute('aria-label') ?? button.innerText);
    return names.length > 1 ? [`more than one primary button: ${names.join(', ')}`] : [];
  });
}

/**
 * Navigates without reloading, as links do. It reloads if a menu or dialog is or was open, or if the previous screen
 * already shows the marker of the next one.
 */
async function goToScreen(page: Page, from: Screen, to: Screen): Promise<void> {
  const needsReload = from.openLayer || to.openLayer || (await to.loadedMarker(page).isVisible());
  if (needsReload) await page.goto(to.path);
  else await page.evaluate((path) => history.pushState(null, '', path), to.path);
}

/** Starts a product with records for every screen. */
export function setUpSampleProduct() {
  const product = setUpProduct();
  const recordIds = { pending: 0, withProposal: 0, changeSet: 0 };

  beforeAll(async () => {
    const editor = await product.apiAs('editor');
    await editor.create({ code: 'XA', name: '试验国', alpha3Code: 'XAA', continent: 'AS' });
    recordIds.pending = (await editor.change('XA', { name: '试验国度', symbol: 'T' })).id;
    await editor.resource('/cabins').create(sampleCabin);
    await editor.resource('/train-stations').create(sampleStation);
    recordIds.withProposal = (await editor.change('JP', { symbol: '円' })).id;
    recordIds.changeSet = (await editor.call('POST', '/change-sets', { title: SAMPLE_SET_TITLE })).changeSet.id;
    const { id: recordId, version: recordVersion } = await editor.find('DE');
    const deletion = { entity: 'country', action: 'delete', recordId, recordVersion };
    await editor.call('POST', `/change-sets/${recordIds.changeSet}/items`, deletion);
  });

  /** Opens screens one after the other, and returns what `findFaults` returns for each, by the screen's name. */
  async function visitScreens(
    screens: readonly Screen[],
    { language, ...options }: BrowserContextOptions & { language: Language },
    findFaults: (page: Page, screen: Screen) => Promise<string[]>,
  ) {
    const firstPath = screens[0]?.path;
    const { page } = await product.open('admin', firstPath, { ...options, storage: { language } });
    const faultsByScreen: Record<string, string[]> = {};
    let previous: Screen | undefined;
    for (const screen of screens) {
      const { name, openLayer, loadedMarker } = screen;
      if (previous) await goToScreen(page, previous, screen);
      previous = screen;
      await openScreen().catch((error) => {
        throw new Error(`${name}: ${error.message}`, { cause: error });
      });
      faultsByScreen[name] = await findFaults(page, screen);

      async function openScreen(): Promise<void> {
        // A dialog that is already open hides the page from assistive technology.
        const hiddenIncluded = { includeHidden: true };
        await page.getByRole('main', hiddenIncluded).getByRole('heading', hiddenIncluded).first().waitFor();
        await openLayer?.(page);
        await loadedMarker(page).waitFor();
      }
    }
    return Object.entries(faultsByScreen).filter(([, faults]) => faults.length > 0);
  }

  const findFaultsOnScreens = (screens: readonly Screen[], language: Language) =>
    visitScreens(screens, { language }, (page) => findScreenFaults(page, language));

  return { product, recordIds, visitScreens, findFaultsOnScreens };
}
