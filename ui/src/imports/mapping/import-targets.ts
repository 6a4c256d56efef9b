import type { Language, Schemas } from '#api/metadata.gen.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { languageName } from '#i18n/display-name.ts';
import { t } from '#i18n/i18n.ts';
import type { ImportOptions, Preview } from '#imports/import.ts';

type ImportTarget = Schemas['ImportTarget'];

/** Returns the label of a target, as in the forms: 代码, 名称（英语）, 别名（英语）. */
export function targetText(
  { pointer, language: targetLanguage }: Pick<ImportTarget, 'pointer' | 'language'>,
  language: Language,
): string {
  if (targetLanguage === null) return pointerLabel(pointer);
  const fieldText = pointer.endsWith('/aliases') ? t('record.aliases') : t('field.name');
  return t('imports.map.inLanguage', { what: fieldText, language: languageName(targetLanguage, language) });
}

/** Returns the targets of all columns after assigning `target` to one column and removing it from any other. */
export function assignTarget(
  columns: Preview['columns'],
  index: number,
  target: string | null,
): ImportOptions['targets'] {
  return columns.map((column, columnIndex) =>
    columnIndex === index ? target : column.target === target ? null : column.target,
  );
}
