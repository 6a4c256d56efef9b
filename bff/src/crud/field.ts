import { type EntityKey, type JsonSchema, resolve } from '#http/contract.ts';
import type { ColumnKind } from './column-values.ts';

/** A field that people write, and where it is stored. */
export interface Field {
  name: string;
  /** Of the kind's table; a list of references has a table of its own instead. */
  column: string;
  kind: ColumnKind;
  /** Folded to upper case. */
  isCode: boolean;
  /** How many decimals a number is rounded to. */
  decimals?: number;
  /** What `q` finds as it finds codes: the value itself (''), or these members of each entry. */
  searched: string[];
  /** The kind whose codes it holds. */
  reference?: EntityKey;
  list?: ReferenceList;
}

/** References in a list, stored in a join table of (record_id, position, target_id). */
export interface ReferenceList {
  table: string;
  reference: EntityKey;
  /** The member of an entry that holds the code; undefined where the entry is the code. */
  member?: string;
  /** The other members of an entry, a column each. */
  others: Field[];
}

/** `icaoCode` as the database writes it: `icao_code`. */
export const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A schema with what stands beside its `$ref`, without the `null` that it may also be. */
export function plain(property: JsonSchema): JsonSchema {
  const resolved = { ...resolve<JsonSchema>(property), ...property };
  return resolved.oneOf?.[0] ? { ...plain(resolved.oneOf[0]), ...property } : resolved;
}

/** What the contract says of a property, as a field of a table. */
export function toField(table: string, name: string, property: JsonSchema): Field {
  const schema = plain(property);
  const { 'x-reference': reference, 'x-decimals': decimals } = schema;
  const list = schema.type === 'array' ? listOf(`${table}_${snake(name)}`, schema) : undefined;
  return {
    name,
    column: reference ? `${snake(name)}_id` : snake(name),
    kind: kindOf(schema),
    isCode: schema['x-case'] === 'upper',
    searched: reference ? [] : searched(schema),
    ...(decimals === undefined ? {} : { decimals }),
    ...(reference ? { reference } : {}),
    ...(list ? { list } : {}),
  };
}

function listOf(table: string, { items = {} }: JsonSchema): ReferenceList | undefined {
  const entry = plain(items);
  if (entry['x-reference']) return { table, reference: entry['x-reference'], others: [] };
  const members = Object.entries(entry.properties ?? {});
  for (const [member, property] of members) {
    const reference = plain(property)['x-reference'];
    if (!reference) continue;
    const others = members.filter(([name]) => name !== member).map(([name, other]) => toField(table, name, other));
    return { table, reference, member, others };
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

function searched(schema: JsonSchema): string[] {
  if (schema['x-case'] === 'upper' || schema['x-search']) return [''];
  const members = Object.entries(schema.items ? (plain(schema.items).properties ?? {}) : {});
  return members.filter(([, member]) => plain(member)['x-search']).map(([name]) => name);
}
