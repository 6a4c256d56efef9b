import type { Language, Schemas } from '#api/facts.gen.ts';
import { pointerText } from '#crud/value-text.ts';
import { languageName } from '#i18n/display-name.ts';
import { t } from '#i18n/i18n.ts';
import type { ImportOptions, Preview } from '#imports/import.ts';

export type Target = Schemas['ImportTarget'];

/** What a target fills, in the words of the forms: 代码, 名称（英语）, 别名（英语）. */
export function targetText(
  { pointer, language: tag }: Pick<Target, 'pointer' | 'language'>,
  language: Language,
): string {
  if (tag === null) return pointerText(pointer);
  const fieldText = pointer.endsWith('/aliases') ? t('record.aliases') : t('field.name');
  return t('imports.map.inLanguage', { what: fieldText, language: languageName(tag, language) });
}

/** The targets of all columns with one of them chosen anew; a target has one column. */
export function withTarget(
  columns: Preview['columns'],
  index: number,
  target: string | null,
): ImportOptions['targets'] {
  return columns.map((column, at) => (at === index ? target : column.target === target ? null : column.target));
}
