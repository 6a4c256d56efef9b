import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds, by rule and place; animations are over first, since they mix colours. */
async function violations(page: Page, options: axe.RunOptions): Promise<string[]> {
  return page.evaluate(async (options) => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
    // The cast: what `source` has put there.
    const { axe } = window as unknown as { axe: { run: typeof import('axe-core').run } };
    // no rule that runs looks at the style sheets themselves, which axe would read and parse each time
    const preload = { assets: ['media'] };
    const found = await axe.run(document, { resultTypes: ['violations'], preload, ...options });
    // a menu belongs to its button, wherever in the document it stands
    const isMenu = (id: string, target: unknown) => id === 'region' && `${target}` === '#headlessui-portal-root';
    // focus does not stay on what leads it into a menu and out: axe cannot tell, and asks nothing where it takes a menu for a dialog
    const leadsOn = (id: string, target: unknown) =>
      id === 'aria-hidden-focus' && `${target}`.startsWith('#headlessui-focus-sentinel-');
    return found.violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ target }) => !isMenu(id, target) && !leadsOn(id, target))
        .map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`),
    );
  }, options);
}

const setTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((theme) => {
    if (theme === 'dark') document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  }, theme);

/** All rules in the light theme; in the dark one, whose colours alone differ, those that colours can break. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(source);
  const light = await violations(page, {});
  await setTheme(page, 'dark');
  const dark = await violations(page, { runOnly: ['color-contrast'] });
  await setTheme(page, 'light');
  return [...light, ...dark.map((text) => `dark ${text}`)];
}
