import { fromJson } from '#database';
import { normaliseDecimal } from './decimal.ts';
import type { Field } from './field.ts';

/** How a field's value lies in its column. `list` and `object` are JSON, `decimal` is exact, `time` has milliseconds. */
export type ColumnKind = 'text' | 'list' | 'object' | 'boolean' | 'number' | 'decimal' | 'date' | 'time';

interface Converter {
  /** What stands for a value that is absent. */
  empty: () => unknown;
  /** One form for values that are the same. */
  normalise: (value: unknown, field: Pick<Field, 'decimals'>) => unknown;
  toColumn: (value: unknown) => unknown;
  fromColumn: (value: unknown) => unknown;
}

const same = (value: unknown) => value;
const nothing = () => null;

const plain: Converter = { empty: nothing, normalise: same, toColumn: same, fromColumn: same };
const json: Converter = { ...plain, toColumn: (value) => JSON.stringify(value), fromColumn: fromJson };

const converters: Record<ColumnKind, Converter> = {
  text: plain,
  list: { ...json, empty: () => [] },
  object: { ...json, empty: () => ({}) },
  boolean: { ...plain, empty: () => false, toColumn: Number, fromColumn: Boolean },
  number: { ...plain, normalise: (value, { decimals }) => round(Number(value), decimals), fromColumn: Number },
  decimal: {
    ...plain,
    normalise: (value) => normaliseDecimal(String(value)),
    fromColumn: (value) => normaliseDecimal(String(value)),
  },
  date: plain,
  time: {
    ...plain,
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
