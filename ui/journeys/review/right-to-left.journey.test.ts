import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { dayFromNow } from '../kit/change-sets.ts';
import { setUpProduct } from '../kit/journey.ts';
import { beginSet, workingBand } from '../kit/page/change-set-locators.ts';

const product = setUpProduct();

/** Returns whether a text that does not fit shows its first letter, as it is cut at its end. */
const showsStart = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const first = walker.nextNode();
    if (!first) throw new Error('no text');
    range.setStart(first, 0);
    range.setEnd(first, 1);
    const [letter, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    const isCut = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
    return { isCut, isShown: letter.left >= box.left - 1 && letter.right <= box.right + 1 && letter.top < box.bottom };
  });

test('the title of a set from right to left is cut at its end, in the band, the list and the calendar', async () => {
  const title = Array(12).fill('تغيير رموز مطارات إسطنبول').join(' ').slice(0, 200).trim();
  const { page } = await product.open('editor', '/change-sets');
  await page.setViewportSize({ width: 1024, height: 800 });
  await beginSet(page, title, dayFromNow(2));
  const texts = {
    band: workingBand(page).getByText(title),
    list: page.getByRole('grid').getByText(title),
    calendar: page.getByRole('listitem').getByText(title).first(),
  };
  expect(await showsStart(texts.band)).toEqual({ isCut: true, isShown: true });
  await page.goto('/change-sets');
  await texts.list.waitFor();
  expect(await showsStart(texts.list)).toEqual({ isCut: true, isShown: true });
  await page.goto('/calendar');
  await texts.calendar.waitFor();
  expect(await showsStart(texts.calendar)).toEqual({ isCut: true, isShown: true });
});
