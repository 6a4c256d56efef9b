import i18next from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import type { Language } from '#api/facts.gen.ts';
import { en } from './en.ts';
import { type Texts, zh } from './zh.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts };
    enableSelector: false;
    returnNull: false;
  }
}

const storageKey = 'language';
const isLanguage = (value: string | null): value is Language => value === 'zh-CN' || value === 'en';

function stored(): Language {
  try {
    const value = localStorage.getItem(storageKey);
    return isLanguage(value) ? value : 'zh-CN';
  } catch {
    return 'zh-CN';
  }
}

export const language = () => i18next.language as Language;

/** Switches every text at once; the choice is kept on this device. */
export function setLanguage(next: Language): void {
  try {
    localStorage.setItem(storageKey, next);
  } catch {
    // a browser that refuses storage keeps the language until the page is left
  }
  document.documentElement.lang = next;
  void i18next.changeLanguage(next);
}

void i18next.use(initReactI18next).init({
  lng: stored(),
  fallbackLng: 'en',
  resources: { 'zh-CN': { translation: zh }, en: { translation: en } },
  interpolation: { escapeValue: false },
  initAsync: false,
});
document.documentElement.lang = language();

export const t = i18next.t;

/** Renders again when the language changes. */
export function useTexts() {
  const { t, i18n } = useTranslation();
  return { t, language: i18n.language as Language };
}
