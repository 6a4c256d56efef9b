import { fromJson } from '#database';
import { type JsonSchema, resolve } from '#http/contract.ts';
import { normaliseDecimal } from './decimal.ts';
import type { ColumnKind, Field, ReferenceList } from './model.ts';

/** `icaoCode` as the database writes it: `icao_code`. */
export const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A schema with what stands beside its `$ref`, without the `null` that it may also be. */
export function plainSchema(property: JsonSchema): JsonSchema {
  const resolved = { ...resolve<JsonSchema>(property), ...property };
  return resolved.oneOf?.[0] ? { ...plainSchema(resolved.oneOf[0]), ...property } : resolved;
}

/** What the contract says of a property, as a field of a table. */
export function toField(table: string, name: string, property: JsonSchema): Field {
  const schema = plainSchema(property);
  const { 'x-reference': reference, 'x-decimals': decimals } = schema;
  const list = schema.type === 'array' ? referenceListOf(`${table}_${toSnakeCase(name)}`, schema) : undefined;
  return {
    name,
    column: reference ? `${toSnakeCase(name)}_id` : toSnakeCase(name),
    kind: kindOf(schema),
    isCode: schema['x-case'] === 'upper',
    searchedMembers: reference ? [] : findSearchedMembers(schema),
    ...(decimals === undefined ? {} : { decimals }),
    ...(reference ? { reference } : {}),
    ...(list ? { list } : {}),
  };
}

function referenceListOf(table: string, { items = {} }: JsonSchema): ReferenceList | undefined {
  const entry = plainSchema(items);
  if (entry['x-reference']) return { table, reference: entry['x-reference'], extraFields: [] };
  const members = Object.entries(entry.properties ?? {});
  for (const [member, property] of members) {
    const reference = plainSchema(property)['x-reference'];
    if (!reference) continue;
    const others = members.filter(([name]) => name !== member).map(([name, other]) => toField(table, name, other));
    return { table, reference, member, extraFields: others };
  }
  return undefined;
}

function kindOf(schema: JsonSchema): ColumnKind {
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

function findSearchedMembers(schema: JsonSchema): string[] {
  if (schema['x-case'] === 'upper' || schema['x-search']) return [''];
  const members = Object.entries(schema.items ? (plainSchema(schema.items).properties ?? {}) : {});
  return members.filter(([, member]) => plainSchema(member)['x-search']).map(([name]) => name);
}

interface Converter {
  /** What stands for a value that is absent. */
  empty: () => unknown;
  /** One form for values that are the same. */
  normalise: (value: unknown, field: Pick<Field, 'decimals'>) => unknown;
  toColumn: (value: unknown) => unknown;
  fromColumn: (value: unknown) => unknown;
}

const unchanged = (value: unknown) => value;
const emptyAsNull = () => null;

const plainConverter: Converter = {
  empty: emptyAsNull,
  normalise: unchanged,
  toColumn: unchanged,
  fromColumn: unchanged,
};
const jsonConverter: Converter = {
  ...plainConverter,
  toColumn: (value) => JSON.stringify(value),
  fromColumn: fromJson,
};

const converters: Record<ColumnKind, Converter> = {
  text: plainConverter,
  list: { ...jsonConverter, empty: () => [] },
  object: { ...jsonConverter, empty: () => ({}) },
  boolean: { ...plainConverter, empty: () => false, toColumn: Number, fromColumn: Boolean },
  number: { ...plainConverter, normalise: (value, { decimals }) => round(Number(value), decimals), fromColumn: Number },
  decimal: {
    ...plainConverter,
    normalise: (value) => normaliseDecimal(String(value)),
    fromColumn: (value) => normaliseDecimal(String(value)),
  },
  date: plainConverter,
  time: {
    ...plainConverter,
    normalise: (value) => new Date(String(value)).toISOString(),
    toColumn: (value) => new Date(String(value)),
    fromColumn: (value) => (value instanceof Date ? value.toISOString() : value),
  },
};

// adding 0 makes 0 of -0
const round = (value: number, decimals: number | undefined) =>
  decimals === undefined ? value : Number(value.toFixed(decimals)) + 0;

/** A value as it is kept: absent ones filled, codes in upper case, numbers rounded, equal ones written alike. */
export function normalise(field: Field, value: unknown): unknown {
  const { empty, normalise: tidy } = converters[field.kind];
  if (value === undefined || value === null) return empty();
  const tidied = tidy(value, field);
  return field.isCode && typeof tidied === 'string' ? tidied.toUpperCase() : tidied;
}

/** A value in the contract's form as its column takes it. */
export const toColumn = ({ kind }: Field, value: unknown): unknown =>
  value === null || value === undefined ? null : converters[kind].toColumn(value);

/** A column's value in the contract's form. */
export const fromColumn = ({ kind }: Field, value: unknown): unknown =>
  value === null || value === undefined ? null : converters[kind].fromColumn(value);
