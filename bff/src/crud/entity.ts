import type { Actor } from '#change-log/append.ts';
import type { Database } from '#database';
import {
  allOperations,
  contract,
  type EntityKey,
  type FieldRule,
  type JsonSchema,
  type OperationId,
  type Schemas,
  type Texts,
} from '#http/contract.ts';
import type { FieldProblem } from '#http/problem.ts';
import type { Crud } from './crud.ts';
import { type Field, snake, toField } from './field.ts';
import type { Asked, Narrow } from './filter.ts';
import type { AnyHandler } from './handlers.ts';
import type { Values } from './rows.ts';

/** The values that a person writes, in the contract's form: codes for references, null for what is absent. */
export type Fields = Record<string, unknown>;

/** A record in the contract's form. */
export type EntityRecord = Fields & {
  id: number;
  code?: string;
  name?: string;
  locales?: Schemas['Locales'];
  status: Schemas['Status'];
  version: number;
  createTime: string;
  updateTime: string;
  createdBy: string;
  updatedBy: string;
  warnings: Schemas['Warning'][];
};

/** Who writes, and over what. */
export interface Writing {
  actor: Actor;
  /** What is there before; undefined for a record that comes into being. */
  current?: EntityRecord | undefined;
}

/** Values to be held against the database; `id` is undefined for a record that comes into being. */
export interface Checked {
  values: Values;
  id: number | undefined;
}

export interface Definition<S extends string, P extends string> {
  key: EntityKey;
  /** The record's schema in the contract and the noun of its operations: `Country` as in `createCountry`. */
  singular: S;
  plural: P;
  /** What is odd about a record, but no reason to refuse it. */
  warnings?: (fields: Fields) => Schemas['Warning'][];
  /** Values that follow from others, before they are checked and written. */
  derive?: (fields: Fields, writing: Writing) => Fields;
  /** What only the database can tell is wrong, for each of many. */
  check?: (db: Database, all: Checked[]) => Promise<FieldProblem[][]>;
  /** What parameters of its list ask for that is no column's value. */
  narrows?: Record<string, (db: Database, value: unknown, query: Asked) => Narrow | Promise<Narrow>>;
  /** Operations of its own in place of the generic ones. */
  operations?: (crud: Crud, entity: Entity) => Partial<Record<OperationId, AnyHandler>>;
}

export interface Entity<S extends string = string, P extends string = string> extends Definition<S, P> {
  table: string;
  fields: Field[];
  requiredToApprove: string[];
  /** What fields must be to one another. */
  rules: FieldRule[];
  /** The fields by which a record is known to people and to files. */
  identifying: string[];
  label: Texts;
  /** The console's page of this kind. */
  route: string;
  /** What stands for a name where records have none, such as `{base}/{quote}`. */
  title: string | undefined;
  /** List parameters that filter by a column. */
  filters: string[];
  /** What its list asks for where nobody asks for anything else. */
  defaultConditions: Asked;
}

const notFilters = new Set(['page', 'pageSize', 'q', 'sort', 'status', 'today']);

/** Everything that the contract says of this kind, beside what only the server knows. */
export function defineEntity<const S extends string, const P extends string>(
  definition: Definition<S, P>,
): Entity<S, P> {
  const { key, singular, plural } = definition;
  const { properties = {}, 'x-rules': rules = [], 'x-key': identifying = ['code'] } = schema(`${singular}Write`);
  const record = schema(singular);
  const list = allOperations.find(({ id }) => id === `list${plural}`);
  const tag = contract.tags.find(({ name }: { name: string }) => name === key);
  if (!list || !tag) throw new Error(`The contract has no tag “${key}” with an operation list${plural}.`);
  return {
    ...definition,
    table: key,
    fields: Object.entries(properties).map(([name, property]) => toField(key, name, property)),
    requiredToApprove: record['x-required-to-approve'] ?? [],
    rules,
    identifying,
    label: tag['x-label'],
    route: tag['x-route'],
    title: record['x-title'],
    filters: list.parameters
      .map(({ name }) => name)
      .filter((name) => !notFilters.has(name) && !definition.narrows?.[name]),
    defaultConditions: Object.fromEntries(
      list.parameters.flatMap(({ name, schema }) =>
        notFilters.has(name) || schema.default === undefined ? [] : [[name, schema.default]],
      ),
    ),
  };
}

function schema(name: string): JsonSchema {
  const found = contract.components.schemas[name];
  if (!found) throw new Error(`The contract has no schema “${name}”.`);
  return found;
}

const fieldsByName = new WeakMap<Field[], Map<string, Field>>();

export function fieldOf({ fields }: Entity, name: string): Field | undefined {
  const byName = fieldsByName.get(fields) ?? new Map(fields.map((field) => [field.name, field]));
  fieldsByName.set(fields, byName);
  return byName.get(name);
}

/** A field's column; what no one writes, such as a time, is named alike. */
export const columnOf = (entity: Entity, name: string): string => fieldOf(entity, name)?.column ?? snake(name);
