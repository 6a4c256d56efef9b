import { type Entity, type Language, type Schemas, titles } from '#api/facts.gen.ts';

interface Named {
  name: string;
  locales: Schemas['Locales'];
}

/** A record's name in the reader's language, else its own. */
export const nameOf = ({ name, locales }: Named, language: Language): string => locales[language]?.name ?? name;

/** What a record is called: by its name, or where its kind has none by what the contract puts in its place. */
export function titleOf(kind: Entity, record: object, language: Language): string {
  const read = (field: string): unknown => Reflect.get(record, field);
  const title = titles[kind];
  if (title) return title.replace(/\{(\w+)\}/g, (_place, field: string) => String(read(field) ?? ''));
  // a kind without a title has names, by the contract
  return nameOf({ name: String(read('name') ?? ''), locales: (read('locales') ?? {}) as Named['locales'] }, language);
}

/** The name in the other language where it differs; undefined for records without names. */
export function secondName({ name, locales }: Partial<Named>, language: Language): string | undefined {
  if (name === undefined || locales === undefined) return undefined;
  const other = locales[language === 'en' ? 'zh-CN' : 'en']?.name ?? name;
  return other === nameOf({ name, locales }, language) ? undefined : other;
}
