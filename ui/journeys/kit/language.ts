import type { Page } from 'playwright-core';
import { en } from '#i18n/en.ts';
import { zh } from '#i18n/zh.ts';

export type Language = 'zh-CN' | 'en';
export type Translate = (key: string) => string;

/** Returns a function that looks up the texts of one language by key, and throws for an unknown key. */
export function translatorFor(language: Language): Translate {
  const texts = language === 'en' ? en : zh;
  return (key) => {
    // The cast: texts are nested objects; anything else is caught below.
    const text = key
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], texts);
    if (typeof text !== 'string') throw new Error(`there is no text ${key}`);
    return text;
  };
}

/** Chooses a language from the menu, where each is listed in its own language. */
export async function setLanguage(page: Page, name: '中文' | 'English'): Promise<void> {
  await page.getByRole('button', { name: /^(语言|Language)/ }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

function leafTexts(texts: object): string[] {
  return Object.values(texts).flatMap((value) => (typeof value === 'string' ? [value] : leafTexts(value)));
}

const chineseTextSet = new Set(leafTexts(zh).filter((text) => /\p{Script=Han}/u.test(text) && !text.includes('{{')));
const keyPattern = new RegExp(`\\b(${Object.keys(zh).join('|')})\\.[a-z][\\w.]*\\b`);

/** Returns every text of the page that a user can see or hear: visible text, labels and descriptions of controls. */
export function visibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [document.title];
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (parent?.checkVisibility() && !parent.closest('script, style')) texts.push(walker.currentNode.nodeValue ?? '');
    }
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) texts.push(element.getAttribute(name) ?? '');
    }
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  });
}

/** Returns texts that were not rendered properly: translation keys, unfilled placeholders, undefined values. */
export const findRawTexts = (texts: readonly string[]) =>
  texts.filter((text) => keyPattern.test(text) || /\{\{|\bundefined\b|\bNaN\b|\[object /.test(text));

/** Returns the texts that are equal to one of the ui's Chinese texts. */
export const findChineseTexts = (texts: readonly string[]) => texts.filter((text) => chineseTextSet.has(text));
