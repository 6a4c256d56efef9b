import type { Locator, Page } from 'playwright-core';

export const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement));

/** More than there are stops on any page that a journey walks through. */
const MAX_STEPS = 80;

/** Presses a key until an element has focus, and throws if that does not happen. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`pressing ${key} ${MAX_STEPS} times does not focus ${target}`);
}

/** Makes any use of the pointer fail. */
export function failOnPointerUse(page: Page): void {
  const fail = () => {
    throw new Error('this journey must not use the pointer');
  };
  Object.assign(page.mouse, { click: fail, move: fail, down: fail });
}
