import { type EntityKey, type Language, type Schemas, titles } from '#api/metadata.gen.ts';
import { isolateDirection } from '#i18n/bidi.ts';

interface NamedRecord {
  name: string;
  locales: Schemas['Locales'];
}

/** Returns a record's name in the given language, else its own name. */
export const recordName = ({ name, locales }: NamedRecord, language: Language): string =>
  locales[language]?.name ?? name;

/** Returns a record's title: its name, or the contract's title template for entities without names. */
export function recordTitle(entity: EntityKey, record: object, language: Language): string {
  const read = (field: string): unknown => Reflect.get(record, field);
  const title = titles[entity];
  if (title) return title.replace(/\{(\w+)\}/g, (_placeholder, field: string) => String(read(field) ?? ''));
  // by the contract, an entity without a title template has names
  return recordName(
    { name: String(read('name') ?? ''), locales: (read('locales') ?? {}) as NamedRecord['locales'] },
    language,
  );
}

/** The maximum length of a title in a message; a longer one would fill a phone's screen. */
const MAX_TITLE_IN_MESSAGE = 60;

function shorten(title: string): string {
  const characters = [...title];
  if (characters.length <= MAX_TITLE_IN_MESSAGE) return title;
  return `${characters.slice(0, MAX_TITLE_IN_MESSAGE).join('').trimEnd()}…`;
}

/** Returns a title, shortened for a message, behind the code that it belongs to, if any. */
export const withCode = (code: unknown, title: string): string =>
  typeof code === 'string' && code !== title ? `${code} ${isolateDirection(shorten(title))}` : shorten(title);

/** Returns what a message calls a record: its code, if it has one, and its title. */
export const codeAndTitle = (entity: EntityKey, record: object, language: Language): string =>
  withCode(Reflect.get(record, 'code'), recordTitle(entity, record, language));

/** Returns the name in the other interface language if it differs; undefined for records without names. */
export function secondName({ name, locales }: Partial<NamedRecord>, language: Language): string | undefined {
  if (name === undefined || locales === undefined) return undefined;
  const otherName = locales[language === 'en' ? 'zh-CN' : 'en']?.name ?? name;
  return otherName === recordName({ name, locales }, language) ? undefined : otherName;
}
