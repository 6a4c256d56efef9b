import i18next from 'i18next';
import { useEffect, useState } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language } from '#api/metadata.gen.ts';
import { type Namespace, namespaces } from './namespaces.ts';
import type { Texts } from './zh.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    // all texts as if they were of one namespace: the types of i18next do not find the parameters of texts in others
    resources: { core: Texts };
    defaultNS: 'core';
    enableSelector: false;
    returnNull: false;
    strictInterpolationChecks: true;
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

/** The chosen language, which is shown once its texts are loaded. */
let chosen = stored();

/** The namespaces that pages have needed so far, which a change of language also loads. */
const needed = new Set<Namespace>();

async function loadNamespace(language: Language, namespace: Namespace): Promise<void> {
  const { texts } = await namespaces[namespace][language]();
  i18next.addResourceBundle(language, namespace, texts);
}

/** Loads the needed namespaces, including those added meanwhile. After a failure the next call tries again. */
async function loadNeeded(language: Language): Promise<void> {
  const missing = [...needed].filter((namespace) => !i18next.hasResourceBundle(language, namespace));
  if (missing.length === 0) return;
  await Promise.all(missing.map((namespace) => loadNamespace(language, namespace)));
  await loadNeeded(language);
}

/** Loads the texts of a page in the current or chosen language. */
export async function loadTexts(...wanted: Namespace[]): Promise<void> {
  for (const namespace of wanted) needed.add(namespace);
  await Promise.all([language(), chosen].map(loadNeeded));
}

/** Loads code together with its texts. */
export async function withTexts<Code>(loading: Promise<Code>, ...wanted: Namespace[]): Promise<Code> {
  const [code] = await Promise.all([loading, loadTexts(...wanted)]);
  return code;
}

/** Switches all texts once the language is loaded, and stores the choice on this device. */
export async function setLanguage(next: Language): Promise<void> {
  chosen = next;
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // without storage the language lasts until the page is reloaded
  }
  await loadNeeded(next);
  if (chosen === next) show(next);
}

function show(next: Language): void {
  document.documentElement.lang = next;
  void i18next.changeLanguage(next);
}

// the cast: Object.keys returns strings
const ALL_NAMESPACES = Object.keys(namespaces) as Namespace[];

void i18next.use(initReactI18next).init({
  lng: chosen,
  fallbackLng: 'en',
  resources: {},
  ns: ALL_NAMESPACES,
  defaultNS: 'core',
  fallbackNS: ALL_NAMESPACES,
  interpolation: { escapeValue: false },
  initAsync: false,
});
document.documentElement.lang = chosen;

export const t = i18next.t;

/** Whether a text is loaded. */
export const hasText = (key: string): boolean => i18next.exists(key);

export function onLanguageChange(listener: () => void): () => void {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
}

/** Returns the translation function and the language, and rerenders when the language changes. */
export function useTexts() {
  const { t, i18n } = useTranslation();
  return { t, language: i18n.language as Language };
}

/** Loads the needed texts in all languages; returns only the current language until they are loaded. */
export function useLanguages(): readonly Language[] {
  const { language } = useTexts();
  const [all, setAll] = useState(false);
  useEffect(() => void Promise.all(languages.map(loadNeeded)).then(() => setAll(true)), []);
  return all ? languages : [language];
}
