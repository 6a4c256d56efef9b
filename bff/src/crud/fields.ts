import { fromJson } from '#database';
import { type JsonSchema, resolve } from '#http/contract.ts';
import { normaliseDecimal } from './decimal.ts';
import type { ColumnKind, Field, ReferenceList } from './model.ts';

/** Converts a field's name into that of its column: `icaoCode` into `icao_code`. */
export const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Resolves a schema's `$ref`, merges the members next to it, and removes the alternative `null`. */
export function resolvedSchema(property: JsonSchema): JsonSchema {
  const resolved = { ...resolve<JsonSchema>(property), ...property };
  return resolved.oneOf?.[0] ? { ...resolvedSchema(resolved.oneOf[0]), ...property } : resolved;
}

/** Describes a property of the contract as a field of a table. */
export function toField(table: string, name: string, property: JsonSchema): Field {
  const schema = resolvedSchema(property);
  const { 'x-reference': reference, 'x-decimals': decimals } = schema;
  const referenceList = schema.type === 'array' ? toReferenceList(`${table}_${toSnakeCase(name)}`, schema) : undefined;
  return {
    name,
    column: reference ? `${toSnakeCase(name)}_id` : toSnakeCase(name),
    kind: columnKindOf(schema),
    isUpperCase: schema['x-case'] === 'upper',
    isSearchedAsCode: !reference && isSearchedAsCode(schema),
    membersSearchedAsCode: findMembersSearchedAsCode(schema),
    ...(decimals === undefined ? {} : { decimals }),
    ...(reference ? { reference } : {}),
    ...(referenceList ? { referenceList } : {}),
  };
}

function toReferenceList(table: string, { items = {} }: JsonSchema): ReferenceList | undefined {
  const entry = resolvedSchema(items);
  if (entry['x-reference']) return { table, reference: entry['x-reference'], extraFields: [] };
  const members = Object.entries(entry.properties ?? {});
  for (const [codeMember, property] of members) {
    const reference = resolvedSchema(property)['x-reference'];
    if (!reference) continue;
    const extraFields = members
      .filter(([name]) => name !== codeMember)
      .map(([name, other]) => toField(table, name, other));
    return { table, reference, codeMember, extraFields };
  }
  return undefined;
}

function columnKindOf(schema: JsonSchema): ColumnKind {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return 'list';
  if (type === 'object') return 'object';
  if (type === 'boolean') return 'boolean';
  if (type === 'number' || type === 'integer') return 'number';
  if (schema['x-decimal']) return 'decimal';
  if (schema.format === 'date') return 'date';
  if (schema.format === 'date-time') return 'time';
  return 'text';
}

const isSearchedAsCode = (schema: JsonSchema): boolean => schema['x-case'] === 'upper' || Boolean(schema['x-search']);

function findMembersSearchedAsCode(schema: JsonSchema): string[] {
  const members = Object.entries(schema.items ? (resolvedSchema(schema.items).properties ?? {}) : {});
  return members.filter(([, member]) => resolvedSchema(member)['x-search']).map(([name]) => name);
}

interface Converter {
  /** Returns the value to use for a missing one. */
  empty: () => unknown;
  /** Converts equal values into the same form. */
  normalise: (value: unknown, field: Pick<Field, 'decimals'>) => unknown;
  toColumn: (value: unknown) => unknown;
  fromColumn: (value: unknown) => unknown;
}

const identity = (value: unknown) => value;
const emptyAsNull = () => null;

const PLAIN_CONVERTER: Converter = {
  empty: emptyAsNull,
  normalise: identity,
  toColumn: identity,
  fromColumn: identity,
};
const JSON_CONVERTER: Converter = {
  ...PLAIN_CONVERTER,
  toColumn: (value) => JSON.stringify(value),
  fromColumn: fromJson,
};

const CONVERTERS: Record<ColumnKind, Converter> = {
  text: PLAIN_CONVERTER,
  list: { ...JSON_CONVERTER, empty: () => [] },
  object: { ...JSON_CONVERTER, empty: () => ({}) },
  boolean: { ...PLAIN_CONVERTER, empty: () => false, toColumn: Number, fromColumn: Boolean },
  number: {
    ...PLAIN_CONVERTER,
    normalise: (value, { decimals }) => round(Number(value), decimals),
    fromColumn: Number,
  },
  decimal: {
    ...PLAIN_CONVERTER,
    normalise: (value) => normaliseDecimal(String(value)),
    fromColumn: (value) => normaliseDecimal(String(value)),
  },
  date: PLAIN_CONVERTER,
  time: {
    ...PLAIN_CONVERTER,
    normalise: (value) => new Date(String(value)).toISOString(),
    toColumn: (value) => new Date(String(value)),
    fromColumn: (value) => (value instanceof Date ? value.toISOString() : value),
  },
};

// adding 0 turns -0 into 0
const round = (value: number, decimals: number | undefined) =>
  decimals === undefined ? value : Number(value.toFixed(decimals)) + 0;

/** Normalises a value for storage: fills in a missing one, rounds numbers, and converts codes to upper case. */
export function normalise(field: Field, value: unknown): unknown {
  const { empty, normalise: normaliseValue } = CONVERTERS[field.kind];
  if (value === undefined || value === null) return empty();
  const normalised = normaliseValue(value, field);
  return field.isUpperCase && typeof normalised === 'string' ? normalised.toUpperCase() : normalised;
}

/** Converts a value from the contract's form into that of its column. */
export const toColumn = ({ kind }: Field, value: unknown): unknown =>
  value === null || value === undefined ? null : CONVERTERS[kind].toColumn(value);

/** Converts a column's value into the contract's form. */
export const fromColumn = ({ kind }: Field, value: unknown): unknown =>
  value === null || value === undefined ? null : CONVERTERS[kind].fromColumn(value);
