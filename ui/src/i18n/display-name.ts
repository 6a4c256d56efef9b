import type { Language } from '#api/metadata.gen.ts';
import { t } from './i18n.ts';

const lists = new Map<string, Intl.DisplayNames>();

/** Returns the browser's name of a language (BCP 47) or a currency (ISO 4217), or the code if it has none. */
export function displayName(type: 'language' | 'currency', code: string, language: string): string {
  const key = `${type} ${language}`;
  // cached, because creating one is slow and a page needs many names
  const list = lists.get(key) ?? new Intl.DisplayNames(language, { type });
  lists.set(key, list);
  try {
    return list.of(code) ?? code;
  } catch {
    return code;
  }
}

// distinguished by script instead of country
const scripts: Record<string, string> = { 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' };

/** Returns the name of a BCP 47 tag, such as 简体中文, or the tag if it has none. */
export function languageName(tag: string, language: Language): string {
  const name = displayName('language', scripts[tag] ?? tag, language);
  return name === scripts[tag] ? tag : name;
}

/** Returns the canonical form of a BCP 47 tag, such as he for iw; undefined for an invalid one. */
export function canonicalTag(tag: string): string | undefined {
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(tag)) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    // such as en-gb-us
    return undefined;
  }
}

/** The display names with which a new database has its roles. */
const builtInRoles = { admin: '管理员', editor: '编辑', reviewer: '审核', viewer: '只读' };

const isBuiltIn = (name: string): name is keyof typeof builtInRoles => Object.hasOwn(builtInRoles, name);

/** Returns what a role is called: a built-in role by its name in the console's language, unless somebody has renamed it. */
export const roleName = ({ name, displayName }: { name: string; displayName: string }): string =>
  isBuiltIn(name) && displayName === builtInRoles[name] ? t(`roleName.${name}`) : displayName || name;
