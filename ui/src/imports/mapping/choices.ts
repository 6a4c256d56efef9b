import { t } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import type { ImportOptions } from '#imports/import.ts';
import type { Option } from '#kit/combobox-field.tsx';

type Map = Texts['imports']['map'];

const options = <Name extends string>(names: readonly Name[], label: (name: Name) => string): Option[] =>
  names.map((name) => ({ value: name, label: label(name) }));

const separatorNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar', '^': 'caret' } as const;
export const separators = Object.keys(separatorNames) as ImportOptions['separator'][];

export const formatOptions = () =>
  options(['csv', 'xlsx', 'ndjson', 'json'] as const, (name: keyof Map['formats']) => t(`imports.map.formats.${name}`));
export const encodingOptions = () =>
  options(
    ['utf-8', 'gb18030', 'big5', 'shift_jis', 'windows-1252', 'utf-16le', 'utf-16be'] as const,
    (name: keyof Map['encodings']) => t(`imports.map.encodings.${name}`),
  );
export const separatorOptions = (): Option[] =>
  separators.map((separator) => ({
    value: separator,
    label: t(`imports.map.separators.${separatorNames[separator]}`),
    code: separator === '\t' ? undefined : separator,
  }));
export const systemOptions = () =>
  options(['wgs84', 'gcj02', 'bd09'] as const, (name: keyof Map['systems']) => t(`imports.map.systems.${name}`));
export const referenceOptions = () =>
  options(['refuse', 'create', 'leave'] as const, (name: keyof Map['references']) =>
    t(`imports.map.references.${name}`),
  );
