import type { Locator, Page } from 'playwright-core';

export const focused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement));

/** Tab by tab, as somebody without a pointer goes; a control that cannot be reached so fails. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor();
  for (let step = 0; step < 60; step += 1) {
    if (await focused(target)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`sixty times ${key} do not lead to ${target}`);
}

/** Makes any use of the pointer fail. */
export function withoutPointer(page: Page): void {
  const used = () => {
    throw new Error('this journey is made without a pointer');
  };
  Object.assign(page.mouse, { click: used, move: used, down: used });
}
