import type { Page } from 'playwright-core';
import { en } from '#i18n/en.ts';
import { zh } from '#i18n/zh.ts';

export type Language = 'zh-CN' | 'en';
export type Word = (key: string) => string;

/** The product's words in one language, by their keys. */
export function wordsOf(language: Language): Word {
  const texts = language === 'en' ? en : zh;
  return (key) => {
    // The cast: texts are objects all the way down; what is none is caught below.
    const found = key
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], texts);
    if (typeof found !== 'string') throw new Error(`there is no text ${key}`);
    return found;
  };
}

/** Each language is called by its own name. */
export async function setLanguage(page: Page, name: '中文' | 'English'): Promise<void> {
  await page.getByRole('button', { name: /^(语言|Language)/ }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

function leaves(texts: object): string[] {
  return Object.values(texts).flatMap((value) => (typeof value === 'string' ? [value] : leaves(value)));
}

const chinese = new Set(leaves(zh).filter((text) => /\p{Script=Han}/u.test(text) && !text.includes('{{')));
const key = new RegExp(`\\b(${Object.keys(zh).join('|')})\\.[a-z][\\w.]*\\b`);

/** Every text a person meets: what stands on the page, and what names and describes its controls. */
export function textsOf(page: Page): Promise<string[]> {
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

/** Texts that show the machinery: a key instead of its text, a place that was not filled in. */
export const rawTexts = (texts: readonly string[]) =>
  texts.filter((text) => key.test(text) || /\{\{|\bundefined\b|\bNaN\b|\[object /.test(text));

/** The product's own words, as they stand in its Chinese texts. */
export const chineseTexts = (texts: readonly string[]) => texts.filter((text) => chinese.has(text));
