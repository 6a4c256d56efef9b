import type { Language, Schemas } from '#api/facts.gen.ts';

interface Named {
  name: string;
  locales: Schemas['Locales'];
}

/** A record's name in the reader's language, else its own. */
export const nameOf = ({ name, locales }: Named, language: Language): string => locales[language]?.name ?? name;

/** The name in the other language, where it says something new. */
export function secondName(record: Named, language: Language): string | undefined {
  const other = record.locales[language === 'en' ? 'zh-CN' : 'en']?.name ?? record.name;
  return other === nameOf(record, language) ? undefined : other;
}
