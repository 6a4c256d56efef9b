import { fromJson } from '#database';
import { allOperations, contract, type JsonSchema, type Schemas } from '#http/contract.ts';
import { toField, toSnakeCase } from './fields.ts';
import type { CrudContext, Definition, Entity, Field, FieldValues } from './model.ts';

/** The parameters of a list that do not filter by the value of a column. */
const NON_COLUMN_PARAMETERS = new Set([
  'page',
  'pageSize',
  'q',
  'sort',
  'asOf',
  'status',
  'today',
  'incomplete',
  'openProposal',
  'mine',
  'not',
  'empty',
  'filled',
  'updatedFrom',
  'updatedTo',
]);

/** Completes an entity's definition with the facts from the contract. */
export function defineEntity<const S extends string, const P extends string>(
  definition: Definition<S, P>,
): Entity<S, P> {
  const { key, singular, plural } = definition;
  const { properties = {}, 'x-rules': rules = [], 'x-key': keyFields = ['code'] } = schema(`${singular}Write`);
  const record = schema(singular);
  const listOperation = allOperations.find(({ id }) => id === `list${plural}`);
  const tag = contract.tags.find(({ name }: { name: string }) => name === key);
  if (!listOperation || !tag) throw new Error(`The contract has no tag “${key}” with an operation list${plural}.`);
  return {
    ...definition,
    table: key,
    fields: Object.entries(properties).map(([name, property]) => toField(key, name, property)),
    requiredToApprove: record['x-required-to-approve'] ?? [],
    rules,
    keyFields,
    label: tag['x-label'],
    route: tag['x-route'],
    title: record['x-title'],
    filters: listOperation.parameters
      .map(({ name }) => name)
      .filter((name) => !NON_COLUMN_PARAMETERS.has(name) && !definition.customFilters?.[name]),
    defaultConditions: Object.fromEntries(
      listOperation.parameters.flatMap(({ name, schema }) =>
        NON_COLUMN_PARAMETERS.has(name) || schema.default === undefined ? [] : [[name, schema.default]],
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

/** Finds a field by name. */
export function fieldOf({ fields }: Entity, name: string): Field | undefined {
  const byName = fieldsByName.get(fields) ?? new Map(fields.map((field) => [field.name, field]));
  fieldsByName.set(fields, byName);
  return byName.get(name);
}

/** Returns the column of a field, or of a system value such as `createTime`. */
export const columnOf = (entity: Entity, name: string): string => fieldOf(entity, name)?.column ?? toSnakeCase(name);

export function entityByKey(crud: Pick<CrudContext, 'entities'>, key: string): Entity {
  const match = crud.entities.find((entity) => entity.key === key);
  if (!match) throw new Error(`The list in entities/index.ts has no entity “${key}”.`);
  return match;
}

interface Identity {
  code: string | null;
  name: string;
  locales: Schemas['Locales'];
}

const PLACEHOLDER = /\{(\w+)\}/g;

// some entities have neither a code nor a name
export const hasCode = (entity: Entity) => fieldOf(entity, 'code') !== undefined;
export const hasName = (entity: Entity) => fieldOf(entity, 'name') !== undefined;

/** Lists the fields that appear in the title. */
const titleFields = ({ title = '' }: Entity) => [...title.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** Returns the columns by which records are sorted by default. */
export const defaultOrder = (entity: Entity): string[] =>
  hasCode(entity) ? ['code'] : titleFields(entity).map((name) => columnOf(entity, name));

/** Returns the columns that `codeAndNameOf` needs. */
export const identityColumns = (entity: Entity): string[] => [
  ...(hasCode(entity) ? ['code'] : []),
  ...(hasName(entity) ? ['name', 'locales'] : titleFields(entity).map((name) => columnOf(entity, name))),
];

/** Returns code and name of a record, or of a row of `identityColumns`. Without a name the title is used. */
export function codeAndNameOf(entity: Entity, record: FieldValues): Identity {
  const value = (name: string) => String(record[name] ?? record[columnOf(entity, name)] ?? '');
  const { code, name, locales } = record;
  return {
    code: typeof code === 'string' ? code : null,
    name: typeof name === 'string' ? name : (entity.title ?? '').replaceAll(PLACEHOLDER, (_, field) => value(field)),
    locales: fromJson<Schemas['Locales'] | undefined>(locales) ?? {},
  };
}
