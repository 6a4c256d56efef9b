import type { Locator, Page } from 'playwright-core';

export const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement));

/** Presses a key until the target has focus, and fails when it cannot be reached that way. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < 60; step += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`sixty times ${key} do not lead to ${target}`);
}

/** Makes the journey fail if it uses the pointer. */
export function withoutPointer(page: Page): void {
  const fail = () => {
    throw new Error('this journey is made without a pointer');
  };
  Object.assign(page.mouse, { click: fail, move: fail, down: fail });
}
