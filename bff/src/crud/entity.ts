import {
  allOperations,
  contract,
  type EntityKey,
  type JsonSchema,
  resolve,
  type Schemas,
  type Texts,
} from '#http/contract.ts';
import type { Handlers } from '#http/operation-types.ts';
import type { Crud } from './crud.ts';

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

export interface Definition<S extends string, P extends string> {
  key: EntityKey;
  /** The record's schema in the contract and the noun of its operations: `Country` as in `createCountry`. */
  singular: S;
  plural: P;
  /** Fields that hold another record's code, and of which kind. */
  references?: Record<string, EntityKey>;
  /** What is odd about a record, but no reason to refuse it. */
  warnings?: (fields: Fields) => Schemas['Warning'][];
  /** Values that follow from others, before they are checked and written. */
  derive?: (fields: Fields) => Fields;
  /** Operations of its own in place of the generic ones. */
  operations?: (crud: Crud) => Partial<Handlers>;
}

export interface Field {
  name: string;
  column: string;
  isCode: boolean;
  isJson: boolean;
  reference?: EntityKey;
}

export interface Entity<S extends string = string, P extends string = string> extends Definition<S, P> {
  table: string;
  fields: Field[];
  requiredToApprove: string[];
  label: Texts;
  /** List parameters that filter by a column. */
  filters: string[];
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const notFilters = new Set(['page', 'pageSize', 'q', 'sort', 'status']);

/** Everything that the contract says of this kind, beside what only the server knows. */
export function defineEntity<const S extends string, const P extends string>(
  definition: Definition<S, P>,
): Entity<S, P> {
  const { key, singular, plural, references = {} } = definition;
  const written = schema(`${singular}Write`).properties ?? {};
  const list = allOperations.find(({ id }) => id === `list${plural}`);
  const tag = contract.tags.find(({ name }: { name: string }) => name === key);
  if (!list || !tag) throw new Error(`The contract has no tag “${key}” with an operation list${plural}.`);
  return {
    ...definition,
    table: key,
    fields: Object.entries(written).map(([name, property]) => toField(name, property, references[name])),
    requiredToApprove: schema(singular)['x-required-to-approve'] ?? [],
    label: tag['x-label'],
    filters: list.parameters.map(({ name }) => name).filter((name) => !notFilters.has(name)),
  };
}

function schema(name: string): JsonSchema {
  const found = contract.components.schemas[name];
  if (!found) throw new Error(`The contract has no schema “${name}”.`);
  return found;
}

function toField(name: string, property: JsonSchema, reference: EntityKey | undefined): Field {
  const resolved = resolve<JsonSchema>(resolve<JsonSchema>(property).oneOf?.[0] ?? property);
  return {
    name,
    column: reference ? `${snake(name)}_id` : snake(name),
    isCode: resolved['x-case'] === 'upper',
    isJson: resolved.type === 'object' || resolved.type === 'array',
    ...(reference ? { reference } : {}),
  };
}

export const columnOf = (entity: Entity, name: string): string =>
  entity.fields.find((field) => field.name === name)?.column ?? snake(name);
