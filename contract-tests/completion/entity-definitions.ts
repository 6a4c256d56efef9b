import type { RecordNames, Review, Schema, Tag } from '../contract/types.ts';
import { ContractError, type ContractText } from './contract-text.ts';

/** An entity as defined by its tag and its two schemas. */
export interface EntityDefinition extends RecordNames {
  tag: string;
  review: Review;
  /** Operations that are written by hand. */
  ownOperations: string[];
  sortable: string[];
  filters: NonNullable<Schema['x-filters']>;
  record: Schema;
  write: Schema;
  /** The id of the example record. */
  exampleId: number;
}

export type Schemas = Record<string, Schema>;

/** Every list can be sorted by these fields too. */
export const commonSortFields = ['status', 'createTime', 'updateTime'];

/** Returns the entities in the order of their tags. Throws an error that lists everything their tags and schemas lack. */
export function readEntityDefinitions(text: ContractText, schemas: Schemas): EntityDefinition[] {
  const tags = text.parse('tags') as Tag[]; // Cast: the contract rules check tags, and the members used here are checked below.
  const entityTags = tags.filter((tag) => tag['x-label'] || tag['x-record']);
  const faults = [...entityTags.flatMap((tag) => tagFaults(tag, schemas)), ...duplicateFaults(entityTags)];
  if (faults.length > 0) throw new ContractError(faults);
  return entityTags.flatMap((tag) => readEntityDefinition(tag, schemas) ?? []);
}

export function readSchemas(text: ContractText): Schemas {
  return text.parse('components', 'schemas') as Schemas; // Cast: the contract rules check schemas.
}

function readEntityDefinition(tag: Tag, schemas: Schemas): EntityDefinition | undefined {
  const { name, 'x-record': names, 'x-review': review = 'second-person', 'x-own-operations': ownOperations = [] } = tag;
  const record = names && schemas[names.schema];
  const write = names && schemas[`${names.schema}Write`];
  if (!record || !write) return undefined;
  const { 'x-sortable': sortable = [], 'x-filters': filters = [] } = record;
  return { ...names, tag: name, review, ownOperations, sortable, filters, record, write, exampleId: exampleId(record) };
}

function exampleId({ examples: [example] = [] }: Schema): number {
  return Number(Object(example).id);
}

function tagFaults({ name, 'x-record': names }: Tag, schemas: Schemas): string[] {
  if (!names) return [`entity ${name}: give its tag an x-record with schema, plural, path, one and many`];
  const faults = nameFaults(names);
  return (faults.length > 0 ? faults : schemaFaults(names.schema, schemas)).map((fault) => `entity ${name}: ${fault}`);
}

const nameFormats: Record<keyof RecordNames, { pattern: RegExp; description: string }> = {
  schema: { pattern: /^[A-Z][A-Za-z0-9]*$/, description: 'a name such as TrainStation' },
  plural: { pattern: /^[A-Z][A-Za-z0-9]*$/, description: 'a name such as TrainStations' },
  path: { pattern: /^(\/[a-z0-9-]+)+$/, description: 'a path such as /api/v1/train-stations' },
  // The patterns allow only words that need no quotes in YAML.
  one: { pattern: /^an? [\p{L}\p{N}' -]+$/u, description: "words with an article, such as 'a train station'" },
  many: { pattern: /^[\p{L}\p{N}][\p{L}\p{N}' -]*$/u, description: "words such as 'train stations'" },
};

function nameFaults(names: RecordNames): string[] {
  return Object.entries(nameFormats).flatMap(([key, { pattern, description }]) => {
    const value = names[key as keyof RecordNames]; // Cast: a key of the table.
    if (value === undefined) return [`x-record needs ${key}, ${description}`];
    return pattern.test(value) ? [] : [`x-record: ${key} is ${JSON.stringify(value)} and should be ${description}`];
  });
}

function schemaFaults(schema: string, schemas: Schemas): string[] {
  const record = schemas[schema];
  const write = schemas[`${schema}Write`];
  const missingSchemaFault = (name: string) => [`schema ${name} is missing from components/schemas; write it first`];
  return [
    ...(record ? [...listFaults(schema, record), ...exampleFaults(schema, record)] : missingSchemaFault(schema)),
    ...(write ? exampleFaults(`${schema}Write`, write) : missingSchemaFault(`${schema}Write`)),
    ...(record?.examples && !Number.isInteger(exampleId(record)) ? [`give the example of ${schema} an id`] : []),
  ];
}

/** Returns the faults of the sort fields and filters of an entity. */
function listFaults(
  schema: string,
  { properties = {}, 'x-sortable': sortable, 'x-filters': filters }: Schema,
): string[] {
  const fields = Object.keys(properties);
  const filterFields = filters?.filter((filter) => typeof filter === 'string') ?? [];
  const parameters = filters?.filter((filter) => typeof filter !== 'string') ?? [];
  const sortFields = [...fields, ...parameters.map(({ name }) => name)];
  const commonFields = sortable?.filter((field) => commonSortFields.includes(field)) ?? [];
  return [
    ...(sortable ? [] : [`give the schema ${schema} an x-sortable, the fields that its list can be sorted by`]),
    ...(filters ? [] : [`give the schema ${schema} an x-filters, the fields that its list can be filtered by`]),
    ...difference(filterFields, fields).map((field) => `x-filters names ${field}, which ${schema} does not have`),
    ...parameters
      .filter(({ name, in: location, schema: value }) => !name || location !== 'query' || !value)
      .map((parameter) => `x-filters: give ${JSON.stringify(parameter)} a name, in: query and a schema`),
    ...difference(sortable ?? [], sortFields).map(
      (field) => `x-sortable names ${field}, which is neither a field of ${schema} nor a parameter in its x-filters`,
    ),
    ...commonFields.map((field) => `x-sortable names ${field}, which is a sort field of every list; remove it`),
  ];
}

function exampleFaults(schema: string, { examples }: Schema): string[] {
  return examples?.length === 1 ? [] : [`give the schema ${schema} examples, a list with exactly one item`];
}

function difference(names: string[], others: string[]): string[] {
  return names.filter((name) => !others.includes(name));
}

/** Entities with the same name or path would overwrite each other's operations. */
function duplicateFaults(tags: Tag[]): string[] {
  const owners = new Map<string, string>();
  return tags.flatMap(({ name, 'x-record': names }) =>
    (['schema', 'plural', 'path'] as const).flatMap((key) => {
      if (!names?.[key]) return [];
      const value = `${key} ${names[key]}`;
      const owner = owners.get(value);
      owners.set(value, name);
      return owner === undefined ? [] : [`entity ${name}: x-record: ${value} is also that of the entity ${owner}`];
    }),
  );
}
