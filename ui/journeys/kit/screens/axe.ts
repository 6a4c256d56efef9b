import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs axe after all animations have ended, because half-faded colours fail its contrast rule. */
async function findViolations(page: Page, options: axe.RunOptions): Promise<string[]> {
  return page.evaluate(async (options) => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)));
    // The cast: axe's script has defined this global.
    const { axe } = window as unknown as { axe: { run: typeof import('axe-core').run } };
    // Without this option axe fetches and parses every style sheet, which the rules used here do not need.
    const preload = { assets: ['media'] };
    const results = await axe.run(document, { resultTypes: ['violations'], preload, ...options });
    // Headless UI renders menus in a portal outside the landmarks, which is no problem because a menu belongs to its button.
    const isMenuPortal = (id: string, target: unknown) => id === 'region' && `${target}` === '#headlessui-portal-root';
    // Headless UI's focus sentinels are focusable and hidden, which is no problem because they pass on focus at once.
    const isMenuFocusSentinel = (id: string, target: unknown) =>
      id === 'aria-hidden-focus' && `${target}`.startsWith('#headlessui-focus-sentinel-');
    return results.violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ target }) => !isMenuPortal(id, target) && !isMenuFocusSentinel(id, target))
        .map(({ target, failureSummary }) => `${id}: ${target}: ${failureSummary}`),
    );
  }, options);
}

export const setTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((theme) => {
    if (theme === 'dark') document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  }, theme);

/** Runs every rule in the light theme, and only the colour rules in the dark theme, which differs only in colours. */
export async function findAxeViolations(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axeSource);
  const light = await findViolations(page, {});
  await setTheme(page, 'dark');
  const dark = await findViolations(page, { runOnly: ['color-contrast'] });
  await setTheme(page, 'light');
  return [...light, ...dark.map((text) => `dark ${text}`)];
}
