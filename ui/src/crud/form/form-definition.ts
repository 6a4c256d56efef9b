import { memo } from 'react';
import { type BodyName, fields } from '#api/facts.gen.ts';
import { loadValidate, type Validate } from '#api/validate.ts';
import type { EntityUi, FormParts, Values } from '#crud/define-entity.ts';
import { type Data, isPlainObject } from '#crud/pointers.ts';

export interface LoadedForm extends FormParts {
  validate: Validate;
}

const FAILURE_TTL_MS = 1000;
const loads = new Map<EntityUi['form']['load'], Promise<LoadedForm>>();

/** Loads a kind's form fields and their validation once for all callers; buttons that lead to the form call it in advance. */
export function loadForm({ schema, form }: EntityUi, parts = form.load): Promise<LoadedForm> {
  const earlier = loads.get(parts);
  if (earlier) return earlier;
  const loading = Promise.all([parts(), loadValidate(schema)]).then(([loaded, validate]) => ({
    ...loaded,
    // without properties of its own, it renders again only where it subscribes
    Fields: memo(loaded.Fields),
    validate: withCheck(validate, loaded.check),
  }));
  loads.set(parts, loading);
  // React retries at once, so a failure is kept for a moment; opening the form later tries again
  loading.catch(() => setTimeout(() => loads.delete(parts), FAILURE_TTL_MS));
  return loading;
}

/** Adds a form's own check to the contract's; a field that the contract refuses is not checked further. */
function withCheck(validate: Validate, check: FormParts['check']): Validate {
  if (!check) return validate;
  return (body, language) => {
    const errors = validate(body, language);
    const reportedPointers = new Set(errors.map(({ pointer }) => pointer));
    // the body is the form's values as they are sent
    return [...errors, ...check(body as Values, language).filter(({ pointer }) => !reportedPointers.has(pointer))];
  };
}

const SERVER_FIELDS = new Set([
  'id',
  'status',
  'version',
  'createTime',
  'updateTime',
  'createdBy',
  'updatedBy',
  'warnings',
]);

/** The fields of a record that people edit: all but those that the server sets. */
export const toValues = (record: Data): Data =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !SERVER_FIELDS.has(name)));

export const blank = (schema: BodyName): Data => (fields[schema].includes('locales') ? { locales: {} } : {});

/** Values as they are sent: trimmed, with null for empty ones, and without languages that have no name. */
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
