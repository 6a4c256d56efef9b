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
