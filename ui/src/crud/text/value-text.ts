import i18next from 'i18next';
import { type BodyName, type EntityKey, references, type settings } from '#api/metadata.gen.ts';
import { isPlainObject } from '#crud/pointers.ts';
import { isolateDirection } from '#i18n/bidi.ts';
import { displayName, languageName } from '#i18n/display-name.ts';
import { fullTime } from '#i18n/format.ts';
import { language } from '#i18n/i18n.ts';
import { hoursText, isHours } from './hours-text.ts';
import { cachedName } from './record-name-cache.ts';

const currencyFields = new Set(['currency', 'base', 'quote']);
const timeFields = new Set(['quotedAt', 'at', 'nextTime', 'earlierSecretUntil', 'earlierTokenUntil']);

/** Returns the entity that the code at a pointer refers to. */
export const referencedEntity = (schema: BodyName, pointer: string): EntityKey | undefined =>
  references[schema]?.[pointer.slice(1).replace(/(?<=\/)(\d+|-)(?=\/|$)/g, '*')];

/** The text keys of values whose names are shared with other parts of the product. */
const sharedTextKeys: Readonly<Record<string, (value: string) => string>> = {
  entities: (name) => `entity.${name}.many`,
  statuses: (status) => `status.${status}`,
  status: (status) => `status.${status}`,
};

let knownSettings: typeof settings = [];

/** Makes the names and units of settings known, which only the pages that show settings need. */
export function nameSettings(all: typeof settings): void {
  knownSettings = all;
}

const findSetting = (field: string) => knownSettings.find(({ name }) => name === field);

/** Returns a value of the contract as text: by its name if it has one, else as it is; '' if empty. */
export function scalarText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return i18next.t(`value.boolean.${value}`);
  if (currencyFields.has(field)) return displayName('currency', String(value), i18next.language);
  if (timeFields.has(field)) return fullTime(String(value));
  if (field === 'distance') return `${value} km`;
  const unit = findSetting(field)?.unit;
  if (unit) return `${value} ${unit[language()]}`;
  const key = sharedTextKeys[field]?.(String(value)) ?? `value.${field}.${String(value)}`;
  // the cast: whether a value has a name is known only at run time
  return i18next.exists(key) ? String(i18next.t(key as 'status.active')) : String(value);
}

/** Returns the value at a pointer of a record as text; a reference becomes the record's name and code. */
export function valueText(schema: BodyName, pointer: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    const texts = value.map((item, index) => valueText(schema, `${pointer}/${index}`, item));
    return texts.filter(Boolean).join(i18next.t(value.some(isPlainObject) ? 'value.between' : 'common.separator'));
  }
  if (isHours(value)) return hoursText(value);
  if (isPlainObject(value)) return objectText(schema, pointer, value);
  const entity = referencedEntity(schema, pointer);
  if (!entity || value === '') return scalarText(namingField(pointer, value), value);
  const name = cachedName(entity, String(value), language());
  return name ? `${isolateDirection(name)} ${value}` : String(value);
}

/** Returns the text of a value, or the texts of a list's items, so that they can be compared item by item. */
export function valueParts(schema: BodyName, pointer: string, value: unknown): string | string[] {
  if (!Array.isArray(value)) return valueText(schema, pointer, value);
  return value.map((item, index) => valueText(schema, `${pointer}/${index}`, item)).filter(Boolean);
}

/** Returns the last property name of a pointer, ignoring list indexes. */
const lastField = (pointer: string) => pointer.split('/').findLast((part) => !/^\d*$/.test(part)) ?? '';

/** Returns the field whose texts name a value: the outermost field if it names the value, else the value's own field. */
function namingField(pointer: string, value: unknown): string {
  const [parentField = ''] = pointer.slice(1).split('/');
  return i18next.exists(`value.${parentField}.${String(value)}`) ? parentField : lastField(pointer);
}

function objectText(schema: BodyName, pointer: string, value: Record<string, unknown>): string {
  if (pointer.startsWith('/locales/')) return localeText(value);
  const texts = Object.entries(value).map(([name, child]) => valueText(schema, `${pointer}/${name}`, child));
  return texts.filter(Boolean).join(' ');
}

function localeText({ name, aliases }: Record<string, unknown>): string {
  return [name, ...(Array.isArray(aliases) ? aliases : [])].join(' / ');
}

/** Returns the label of the value at a pointer: 名称（简体中文）, 大洲, 核验备注, 附近机场 1 距离. */
export function pointerLabel(pointer: string): string {
  const [field = '', ...rest] = pointer.slice(1).split('/');
  const nestedKey = `field.${[field, ...rest].join('_')}`;
  // a nested field with its own label
  if (rest.length > 0 && i18next.exists(nestedKey)) return String(i18next.t(nestedKey as 'field.code'));
  if (field === 'locales' && rest[0]) {
    const what = i18next.t(rest[1] === 'aliases' ? 'record.aliases' : 'field.name');
    return i18next.t('value.inLanguage', { what, language: languageName(rest[0], language()) });
  }
  const nestedLabels = rest.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : fieldLabel(part)));
  return [fieldLabel(field), ...nestedLabels].join(' ');
}

/** Returns the label of the value at a pointer of a body: where a schema calls a field by another name than the others, that name. */
export function labelIn(schema: BodyName, pointer: string): string {
  const ownKey = `field.${schema}_${pointer.slice(1)}`;
  return i18next.exists(ownKey) ? String(i18next.t(ownKey as 'field.code')) : pointerLabel(pointer);
}

function fieldLabel(field: string): string {
  // the entity's test reports a field without a label; until then its name is shown
  const key = [`field.${field}`, `entity.${field}.one`].find((candidate) => i18next.exists(candidate));
  return key ? String(i18next.t(key as 'field.code')) : (findSetting(field)?.label[language()] ?? field);
}
