import { type BodyName, fields } from '#api/facts.gen.ts';
import { isPlainObject } from '#crud/pointers.ts';

type Data = Record<string, unknown>;

const kept = new Set(['id', 'status', 'version', 'createTime', 'updateTime', 'createdBy', 'updatedBy', 'warnings']);

/** What a person writes of a record: all but what the server keeps. */
export const toValues = (record: Data): Data =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !kept.has(name)));

export const blank = (schema: BodyName): Data => (fields[schema].includes('locales') ? { locales: {} } : {});

/** Values as they are sent: without spaces around them, empty ones null, languages without a name left out. */
export function toBody({ locales, ...values }: Data): Data {
  const body = tidyAll(values);
  if (!isPlainObject(locales)) return body;
  const named = Object.entries(locales).map(([tag, locale]) => [tag, tidyLocale(locale)] as const);
  return { ...body, locales: Object.fromEntries(named.filter(([, locale]) => locale !== null)) };
}

const tidyAll = (values: Data): Data =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, tidy(value)]));

function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (isPlainObject(value)) return tidyAll(value);
  if (typeof value !== 'string') return value;
  return value.trim() === '' ? null : value.trim();
}

function tidyLocale(locale: unknown): Data | null {
  if (!isPlainObject(locale)) return null;
  const aliases = Array.isArray(locale.aliases) ? locale.aliases.map(tidy).filter((alias) => alias !== null) : [];
  const name = tidy(locale.name);
  if (name === null || name === undefined) return aliases.length === 0 ? null : { name: '', aliases };
  return { name, ...(aliases.length > 0 ? { aliases } : {}) };
}
