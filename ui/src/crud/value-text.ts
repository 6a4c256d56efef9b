import i18next from 'i18next';
import { type BodyName, type Entity, references, settings } from '#api/facts.gen.ts';
import { displayName } from '#i18n/display-name.ts';
import { fullTime } from '#i18n/format.ts';
import { language } from '#i18n/i18n.ts';
import { hoursText, isHours } from './hours-text.ts';
import { labelName } from './labels.ts';
import { isPlainObject } from './pointers.ts';

const currencyFields = new Set(['currency', 'base', 'quote']);
const timeFields = new Set(['quotedAt', 'at']);

/** Which kind of record the code at a pointer is of. */
export const referenceAt = (schema: BodyName, pointer: string): Entity | undefined =>
  references[schema]?.[pointer.slice(1).replace(/(?<=\/)(\d+|-)(?=\/|$)/g, '*')];

/** Values that are named where they belong. */
const sharedTextKeys: Readonly<Record<string, (value: string) => string>> = {
  entities: (kind) => `entity.${kind}.many`,
  statuses: (status) => `status.${status}`,
  status: (status) => `status.${status}`,
};

const settingOf = (field: string) => settings.find(({ name }) => name === field);

/** One of the contract's values in words: what has a name by it, anything else as it is; '' for nothing. */
export function plainText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return i18next.t(`value.boolean.${value}`);
  if (currencyFields.has(field)) return displayName('currency', String(value), i18next.language);
  if (timeFields.has(field)) return fullTime(String(value));
  if (field === 'distance') return `${value} km`;
  const unit = settingOf(field)?.unit;
  if (unit) return `${value} ${unit[language()]}`;
  const key = sharedTextKeys[field]?.(String(value)) ?? `value.${field}.${String(value)}`;
  // whether a value has a name is known at run time only
  return i18next.exists(key) ? String(i18next.t(key as 'status.active')) : String(value);
}

/** A value of a kind's record in words, by its place: a code referred to is its record's name and itself. */
export function valueText(schema: BodyName, pointer: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    const texts = value.map((item, index) => valueText(schema, `${pointer}/${index}`, item));
    return texts.filter(Boolean).join(i18next.t(value.some(isPlainObject) ? 'value.between' : 'common.separator'));
  }
  if (isHours(value)) return hoursText(value);
  if (isPlainObject(value)) return objectText(schema, pointer, value);
  const kind = referenceAt(schema, pointer);
  if (!kind || value === '') return plainText(namingField(pointer, value), value);
  const name = labelName(kind, String(value), language());
  return name ? `${name} ${value}` : String(value);
}

/** The same for where it is compared: a list by its items, so that one of them counts as a whole. */
export function valueParts(schema: BodyName, pointer: string, value: unknown): string | string[] {
  if (!Array.isArray(value)) return valueText(schema, pointer, value);
  return value.map((item, index) => valueText(schema, `${pointer}/${index}`, item)).filter(Boolean);
}

/** The property that a pointer names, past the places in a list. */
const fieldOf = (pointer: string) => pointer.split('/').findLast((part) => !/^\d*$/.test(part)) ?? '';

/** The field by which a value has a name: its own, or the one around it, where an object holds alike values by other keys. */
function namingField(pointer: string, value: unknown): string {
  const [parentField = ''] = pointer.slice(1).split('/');
  return i18next.exists(`value.${parentField}.${String(value)}`) ? parentField : fieldOf(pointer);
}

function objectText(schema: BodyName, pointer: string, value: Record<string, unknown>): string {
  if (pointer.startsWith('/locales/')) return localeText(value);
  const texts = Object.entries(value).map(([name, part]) => valueText(schema, `${pointer}/${name}`, part));
  return texts.filter(Boolean).join(' ');
}

function localeText({ name, aliases }: Record<string, unknown>): string {
  return [name, ...(Array.isArray(aliases) ? aliases : [])].join(' / ');
}

/** 名称 zh-CN, 大洲, 核验 备注, 附近机场 1 距离: the label of what a pointer points at. */
export function pointerText(pointer: string): string {
  const [field = '', ...rest] = pointer.slice(1).split('/');
  const nestedKey = `field.${[field, ...rest].join('_')}`;
  // a place below another that has a label of its own
  if (rest.length > 0 && i18next.exists(nestedKey)) return String(i18next.t(nestedKey as 'field.code'));
  if (field === 'locales' && rest.length > 0) return `${i18next.t('field.name')} ${rest.join(' ')}`;
  const below = rest.map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : labelText(part)));
  return [labelText(field), ...below].join(' ');
}

function labelText(field: string): string {
  // a field without a label is a mistake that the entity's test finds; its bare name still says which it is
  const key = [`field.${field}`, `entity.${field}.one`].find((one) => i18next.exists(one));
  return key ? String(i18next.t(key as 'field.code')) : (settingOf(field)?.label[language()] ?? field);
}
