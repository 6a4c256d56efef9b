import type { Language } from '#api/facts.gen.ts';

const lists = new Map<string, Intl.DisplayNames>();

/** The browser's name for a language (BCP 47) or a currency (ISO 4217), the code itself where it has none. */
export function displayName(type: 'language' | 'currency', code: string, language: string): string {
  const key = `${type} ${language}`;
  // costly to make, and asked once for each value on a page
  const list = lists.get(key) ?? new Intl.DisplayNames(language, { type });
  lists.set(key, list);
  try {
    return list.of(code) ?? code;
  } catch {
    return code;
  }
}

// told apart by script, as people do, not by country
const scripts: Record<string, string> = { 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' };

/** 简体中文, 英语, 日语: the name of a BCP 47 tag, the tag itself where it has none. */
export function languageName(tag: string, language: Language): string {
  const name = displayName('language', scripts[tag] ?? tag, language);
  return name === scripts[tag] ? tag : name;
}

export const isLanguageTag = (tag: string): boolean => /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag);
