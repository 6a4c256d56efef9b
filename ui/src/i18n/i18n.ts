import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language } from '#api/facts.gen.ts';
import { type Group, groups } from './groups.ts';
import type { Texts } from './zh.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts };
    enableSelector: false;
    returnNull: false;
  }
}

export const languages = ['zh-CN', 'en'] as const satisfies readonly Language[];

const storageKey = 'language';

function stored(): Language {
  try {
    const value = localStorage.getItem(storageKey);
    return languages.find((each) => each === value) ?? 'zh-CN';
  } catch {
    return 'zh-CN';
  }
}

export const language = () => i18next.language as Language;

/** The language asked for, which is shown once its texts are loaded. */
let chosen = stored();

const needed = new Set<Group>();
const loaded = new Set<string>();

async function load(group: Group, language: Language): Promise<void> {
  const { texts } = await groups[group][language]();
  i18next.addResourceBundle(language, 'translation', texts);
  loaded.add(`${group} ${language}`);
}

/** Loads what is needed, and what has come to be needed meanwhile. */
async function loadNeeded(language: Language): Promise<void> {
  const missing = [...needed].filter((group) => !loaded.has(`${group} ${language}`));
  if (missing.length === 0) return;
  await Promise.all(missing.map((group) => load(group, language)));
  await loadNeeded(language);
}

/** Loads the texts of a page, in the language that is shown or about to be; from now on a change of language loads them as well. */
export async function loadTexts(...wanted: Group[]): Promise<void> {
  for (const group of wanted) needed.add(group);
  await Promise.all([language(), chosen].map(loadNeeded));
}

/** Code that is loaded on demand, and the texts that it says. */
export async function withTexts<Code>(loading: Promise<Code>, ...wanted: Group[]): Promise<Code> {
  const [code] = await Promise.all([loading, loadTexts(...wanted)]);
  return code;
}

/** Switches every text at once, when the language is loaded; the choice is kept on this device. */
export async function setLanguage(next: Language): Promise<void> {
  chosen = next;
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // a browser that refuses storage keeps the language until the page is left
  }
  await loadNeeded(next);
  if (chosen === next) show(next);
}

function show(next: Language): void {
  document.documentElement.lang = next;
  void i18next.changeLanguage(next);
}

void i18next.use(initReactI18next).init({
  lng: chosen,
  fallbackLng: 'en',
  resources: {},
  interpolation: { escapeValue: false },
  initAsync: false,
});
document.documentElement.lang = chosen;

export const t = i18next.t;

/** Whether a text is loaded. */
export const hasText = (key: string): boolean => i18next.exists(key);

export const onLanguageChange = (listener: () => void): void => void i18next.on('languageChanged', listener);

/** Renders again when the language changes. */
export function useTexts() {
  const { t, i18n } = useTranslation();
  return { t, language: i18n.language as Language };
}

/** The languages whose texts are loaded. */
export function useLanguages(): readonly Language[] {
  const { language } = useTexts();
  const [all, setAll] = useState(false);
  useEffect(() => void Promise.all(languages.map(loadNeeded)).then(() => setAll(true)), []);
  return all ? languages : [language];
}
