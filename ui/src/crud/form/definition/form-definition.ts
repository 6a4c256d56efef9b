import { memo } from 'react';
import { type BodyName, fields } from '#api/metadata.gen.ts';
import { loadValidate, type Validate } from '#api/validate.ts';
import type { EntityUi, FormParts, Values } from '#crud/define-entity.ts';
import { type Data, isPlainObject } from '#crud/pointers.ts';

export interface LoadedForm extends FormParts {
  validate: Validate;
}

const FAILURE_TTL_MS = 1000;
const pendingForms = new Map<EntityUi['form']['load'], Promise<LoadedForm>>();

/** Loads an entity's form fields and their validation once for all callers; buttons that open the form prefetch it. */
export function loadForm({ schema, form }: EntityUi, loadParts = form.load): Promise<LoadedForm> {
  const pendingForm = pendingForms.get(loadParts);
  if (pendingForm) return pendingForm;
  const formPromise = Promise.all([loadParts(), loadValidate(schema)]).then(([parts, validate]) => ({
    ...parts,
    // Fields has no props: memoized, it renders again only for the state that it subscribes to
    Fields: memo(parts.Fields),
    validate: withCheck(validate, parts.check),
  }));
  pendingForms.set(loadParts, formPromise);
  // React retries at once, so a failure stays cached briefly; opening the form later tries again
  formPromise.catch(() => setTimeout(() => pendingForms.delete(loadParts), FAILURE_TTL_MS));
  return formPromise;
}

/** Adds a form's own check to the contract's validation; fields that are already invalid are not checked again. */
function withCheck(validate: Validate, check: FormParts['check']): Validate {
  if (!check) return validate;
  return (body, language) => {
    const errors = validate(body, language);
    const reportedPointers = new Set(errors.map(({ pointer }) => pointer));
    // the cast: a request body has the form's field names
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

/** Returns a record's editable fields: all fields except those that the server sets. */
export const editableFields = (record: Data): Data =>
  Object.fromEntries(Object.entries(record).filter(([name]) => !SERVER_FIELDS.has(name)));

export const blankValues = (schema: BodyName): Data => (fields[schema].includes('locales') ? { locales: {} } : {});

/** Converts form values to a request body: trims texts, replaces empty ones by null, and drops unnamed languages. */
export function toRequestBody({ locales, ...values }: Data): Data {
  const body = normaliseValues(values);
  if (!isPlainObject(locales)) return body;
  const entries = Object.entries(locales).map(([tag, locale]) => [tag, normaliseLocale(locale)] as const);
  return { ...body, locales: Object.fromEntries(entries.filter(([, locale]) => locale !== null)) };
}

const normaliseValues = (values: Data): Data =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, normaliseValue(value)]));

function normaliseValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normaliseValue);
  if (isPlainObject(value)) return normaliseValues(value);
  if (typeof value !== 'string') return value;
  return value.trim() === '' ? null : value.trim();
}

function normaliseLocale(locale: unknown): Data | null {
  if (!isPlainObject(locale)) return null;
  const aliases = Array.isArray(locale.aliases)
    ? locale.aliases.map(normaliseValue).filter((alias) => alias !== null)
    : [];
  const name = normaliseValue(locale.name);
  if (name === null || name === undefined) return aliases.length === 0 ? null : { name: '', aliases };
  return { name, ...(aliases.length > 0 ? { aliases } : {}) };
}
