import { fromJson } from '#database';
import { allOperations, contract, type JsonSchema, type Schemas } from '#http/contract.ts';
import { toField, toSnakeCase } from './fields.ts';
import type { Crud, Definition, Entity, Field, Fields } from './model.ts';

const NON_FILTER_PARAMETERS = new Set(['page', 'pageSize', 'q', 'sort', 'status', 'today']);

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
    keyFields: identifying,
    label: tag['x-label'],
    route: tag['x-route'],
    title: record['x-title'],
    filters: list.parameters
      .map(({ name }) => name)
      .filter((name) => !NON_FILTER_PARAMETERS.has(name) && !definition.customFilters?.[name]),
    defaultConditions: Object.fromEntries(
      list.parameters.flatMap(({ name, schema }) =>
        NON_FILTER_PARAMETERS.has(name) || schema.default === undefined ? [] : [[name, schema.default]],
      ),
    ),
  };
}

function schema(name: string): JsonSchema {
  const known = contract.components.schemas[name];
  if (!known) throw new Error(`The contract has no schema “${name}”.`);
  return known;
}

const fieldsByName = new WeakMap<Field[], Map<string, Field>>();

export function fieldOf({ fields }: Entity, name: string): Field | undefined {
  const byName = fieldsByName.get(fields) ?? new Map(fields.map((field) => [field.name, field]));
  fieldsByName.set(fields, byName);
  return byName.get(name);
}

/** A field's column; what no one writes, such as a time, is named alike. */
export const columnOf = (entity: Entity, name: string): string => fieldOf(entity, name)?.column ?? toSnakeCase(name);

export function entityByKey(crud: Pick<Crud, 'entities'>, key: string): Entity {
  const match = crud.entities.find((entity) => entity.key === key);
  if (!match) throw new Error(`No kind “${key}” in entities/index.ts.`);
  return match;
}

interface Identity {
  code: string | null;
  name: string;
  locales: Schemas['Locales'];
}

const PLACEHOLDER = /\{(\w+)\}/g;

/** Not every kind has one, nor a name. */
export const hasCode = (entity: Entity) => fieldOf(entity, 'code') !== undefined;
export const hasName = (entity: Entity) => fieldOf(entity, 'name') !== undefined;

/** The fields of which a title is made. */
const titleFields = ({ title = '' }: Entity) => [...title.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** Columns by which a kind's records are ordered where nothing else is asked for. */
export const defaultOrder = (entity: Entity): string[] =>
  hasCode(entity) ? ['code'] : titleFields(entity).map((name) => columnOf(entity, name));

/** Columns that `identityOf` asks for. */
export const identityColumns = (entity: Entity): string[] => [
  ...(hasCode(entity) ? ['code'] : []),
  ...(hasName(entity) ? ['name', 'locales'] : defaultOrder(entity)),
];

/** Code and name of a record, or of a row of `identityColumns`; a title where there is no name. */
export function identityOf(entity: Entity, record: Fields): Identity {
  const value = (name: string) => String(record[name] ?? record[columnOf(entity, name)] ?? '');
  const { code, name, locales } = record;
  return {
    code: typeof code === 'string' ? code : null,
    name: typeof name === 'string' ? name : (entity.title ?? '').replaceAll(PLACEHOLDER, (_, field) => value(field)),
    locales: fromJson<Schemas['Locales'] | undefined>(locales) ?? {},
  };
}
