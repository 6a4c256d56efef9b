import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../../contract/types.ts';
import type { Fields, Locales, MockRecord } from '../data.ts';
import type { Field, Kind } from '../kinds.ts';
import { normaliseDecimal } from './decimals.ts';

/** Whoever writes, and the record before. */
export interface WriteContext {
  username: string;
  current: MockRecord | undefined;
}

/** Returns the fields of a body as they are stored: codes in upper case, numbers rounded, and missing values filled in. */
export function toStoredFields(kind: Kind, body: Fields, writing: WriteContext): Fields {
  const fields = Object.fromEntries(kind.fields.map((field) => [field.name, storedValue(field, body[field.name])]));
  return derivations[kind.tag]?.(fields, writing) ?? fields;
}

function storedValue(field: Field, value: unknown): unknown {
  const { schema, referenceList } = field;
  if (value === undefined || value === null) return emptyValue(schema.type);
  if (schema['x-decimal']) return normaliseDecimal(String(value));
  if (schema['x-decimals'] !== undefined) return Number(Number(value).toFixed(schema['x-decimals'])) + 0;
  if (schema.format === 'date-time') return new Date(String(value)).toISOString();
  if (schema['x-case'] === 'upper' && typeof value === 'string') return value.toUpperCase();
  if (referenceList && Array.isArray(value)) return value.map((entry) => storedEntry(referenceList, entry));
  const members = schema.items?.properties;
  if (members && Array.isArray(value)) return value.map((entry: Fields) => withUpperCase(members, entry));
  return value;
}

/** Returns an entry with those of its members in upper case of which the contract says so. */
function withUpperCase(members: Record<string, Schema>, entry: Fields): Fields {
  const isUpper = (name: string) => members[name]?.['x-case'] === 'upper';
  return Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, isUpper(name) ? String(value).toUpperCase() : value]),
  );
}

function storedEntry({ member, otherFields }: NonNullable<Field['referenceList']>, entry: unknown): unknown {
  if (typeof entry === 'string' || member === undefined) return String(entry).toUpperCase();
  const values = entry as Fields; // Cast: entries with a member are objects, which Prism has validated.
  return {
    [member]: String(values[member]).toUpperCase(),
    ...Object.fromEntries(otherFields.map((field) => [field.name, storedValue(field, values[field.name])])),
  };
}

function emptyValue(type: string | string[] | undefined): unknown {
  const [first] = [type].flat();
  return first === 'array' ? [] : first === 'object' ? {} : first === 'boolean' ? false : null;
}

const UNVERIFIED = { state: 'unverified', note: null, evidence: null, by: null, at: null };
const VERIFIED_FIELDS = ['name', 'telegraphCode', 'latitude', 'longitude'];

/** What the contract says in words only: fields that follow from others. */
const derivations: Record<string, (fields: Fields, writing: WriteContext) => Fields> = {
  eurail_station: (fields) => ({ ...fields, code: fields.uicCode ?? fields.code }),
  train_station: (fields, { username, current }) => {
    const sent = { ...UNVERIFIED, ...Object(fields.verification) };
    const before = { ...UNVERIFIED, ...Object(current?.verification) };
    const isChanged = VERIFIED_FIELDS.some((name) => current && !isDeepStrictEqual(fields[name], current[name]));
    const isVerified = sent.state !== 'unverified' && !(before.state === 'verified' && isChanged);
    const verifier =
      sent.state === before.state ? { by: before.by, at: before.at } : { by: username, at: new Date().toISOString() };
    const verification = isVerified ? { ...sent, ...verifier } : { ...sent, state: 'unverified', by: null, at: null };
    return { ...fields, code: fields.telegraphCode, verification };
  },
};

/** Returns only the fields of a record, without status, version and the like. */
export const fieldsOf = (kind: Kind, record: Fields): Fields =>
  Object.fromEntries(kind.fields.map(({ name }) => [name, record[name]]));

export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns the code and the names of a record; a title where it has no name. */
export function identityOf(kind: Kind, record: Fields): { code: string | null; name: string; locales: Locales } {
  const { code, name, locales } = record;
  return {
    code: typeof code === 'string' ? code : null,
    name:
      typeof name === 'string' ? name : (kind.title ?? '').replace(/\{(\w+)\}/g, (_, field) => String(record[field])),
    locales: (locales ?? {}) as Locales, // Cast: the contract's form of names by language.
  };
}

const isPlain = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the pointers of fields that differ; objects are compared member by member. */
export function changedPointers(before: Fields, after: Fields, names: string[]): string[] {
  return names.flatMap((name) => {
    const [old, current] = [before[name] ?? null, after[name] ?? null];
    if (isDeepStrictEqual(old, current)) return [];
    if (!isPlain(old) && !isPlain(current)) return [`/${name}`];
    const [oldMembers, members] = [isPlain(old) ? old : {}, isPlain(current) ? current : {}];
    return [...new Set([...Object.keys(oldMembers), ...Object.keys(members)])]
      .filter((key) => !isDeepStrictEqual(oldMembers[key] ?? null, members[key] ?? null))
      .map((key) => `/${name}/${key}`);
  });
}

/** Reads the value of a field, or of a member of it. */
export function valueAtPointer(fields: Fields, pointer: string): unknown {
  // Cast: a member of anything else than an object is undefined.
  return pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((value, key) => (value as Fields | null | undefined)?.[key] ?? null, fields);
}

/** Returns the first changes with their old and new value, as lists show them. */
export const firstChanges = (pointers: string[], before: Fields, after: Fields) =>
  pointers.slice(0, 2).map((pointer) => ({
    pointer,
    before: valueAtPointer(before, pointer),
    after: valueAtPointer(after, pointer),
  }));
