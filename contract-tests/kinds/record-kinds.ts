import type { RecordNames, Review, Schema, Tag } from '../contract/types.ts';
import { ContractError, type ContractText } from './contract-text.ts';

/** A kind of record as its tag and its two schemas describe it. */
export interface RecordKind extends RecordNames {
  tag: string;
  review: Review;
  /** Operations that are written by hand. */
  ownOperations: string[];
  sortable: string[];
  filters: NonNullable<Schema['x-filters']>;
  record: Schema;
  write: Schema;
  /** The id of the record that is its example. */
  exampleId: number;
}

export type Schemas = Record<string, Schema>;

/** Every list is sorted by these as well. */
export const commonSortFields = ['status', 'createTime', 'updateTime'];

/** The kinds of records in the order of their tags; throws with everything that their tags and schemas lack. */
export function readKinds(text: ContractText, schemas: Schemas): RecordKind[] {
  const tags = text.parse('tags') as Tag[]; // Cast: the rules check tags; what is needed of one here is checked below.
  const kindTags = tags.filter((tag) => tag['x-label'] || tag['x-record']);
  const faults = [...kindTags.flatMap((tag) => tagFaults(tag, schemas)), ...duplicateFaults(kindTags)];
  if (faults.length > 0) throw new ContractError(faults);
  return kindTags.flatMap((tag) => readKind(tag, schemas) ?? []);
}

export function readSchemas(text: ContractText): Schemas {
  return text.parse('components', 'schemas') as Schemas; // Cast: the rules check what a schema is.
}

function readKind(tag: Tag, schemas: Schemas): RecordKind | undefined {
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
  if (!names) return [`kind ${name}: give its tag an x-record with schema, plural, path, one and many`];
  const faults = nameFaults(names);
  return (faults.length > 0 ? faults : schemaFaults(names.schema, schemas)).map((fault) => `kind ${name}: ${fault}`);
}

const nameForms: Record<keyof RecordNames, { form: RegExp; words: string }> = {
  schema: { form: /^[A-Z][A-Za-z0-9]*$/, words: 'a name such as TrainStation' },
  plural: { form: /^[A-Z][A-Za-z0-9]*$/, words: 'a name such as TrainStations' },
  path: { form: /^(\/[a-z0-9-]+)+$/, words: 'a path such as /api/v1/train-stations' },
  // Words that need no quotes in YAML.
  one: { form: /^an? [\p{L}\p{N}' -]+$/u, words: "words with an article, such as 'a train station'" },
  many: { form: /^[\p{L}\p{N}][\p{L}\p{N}' -]*$/u, words: "words such as 'train stations'" },
};

function nameFaults(names: RecordNames): string[] {
  return Object.entries(nameForms).flatMap(([key, { form, words }]) => {
    const value = names[key as keyof RecordNames]; // Cast: a key of the table.
    if (value === undefined) return [`x-record lacks ${key}, ${words}`];
    return form.test(value) ? [] : [`x-record: ${key} is ${JSON.stringify(value)} and should be ${words}`];
  });
}

function schemaFaults(schema: string, schemas: Schemas): string[] {
  const record = schemas[schema];
  const write = schemas[`${schema}Write`];
  const lacks = (name: string) => [`schema ${name} is missing from components/schemas; write it first`];
  return [
    ...(record ? [...listFaults(schema, record), ...exampleFaults(schema, record)] : lacks(schema)),
    ...(write ? exampleFaults(`${schema}Write`, write) : lacks(`${schema}Write`)),
    ...(record?.examples && !Number.isInteger(exampleId(record)) ? [`give the example of ${schema} an id`] : []),
  ];
}

/** What is wrong with the sorts and filters of a kind. */
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
    ...minus(filterFields, fields).map((field) => `x-filters names ${field}, which ${schema} does not have`),
    ...parameters
      .filter(({ name, in: place, schema: value }) => !name || place !== 'query' || !value)
      .map((parameter) => `x-filters: give ${JSON.stringify(parameter)} a name, in: query and a schema`),
    ...minus(sortable ?? [], sortFields).map(
      (field) => `x-sortable names ${field}, which is neither a field of ${schema} nor a parameter in its x-filters`,
    ),
    ...commonFields.map((field) => `x-sortable names ${field}, by which every list is sorted anyway; drop it`),
  ];
}

function exampleFaults(schema: string, { examples }: Schema): string[] {
  return examples?.length === 1 ? [] : [`give the schema ${schema} examples, a list of exactly one`];
}

function minus(names: string[], others: string[]): string[] {
  return names.filter((name) => !others.includes(name));
}

/** Kinds of the same name or path would overwrite each other's operations. */
function duplicateFaults(tags: Tag[]): string[] {
  const owners = new Map<string, string>();
  return tags.flatMap(({ name, 'x-record': names }) =>
    (['schema', 'plural', 'path'] as const).flatMap((key) => {
      if (!names?.[key]) return [];
      const value = `${key} ${names[key]}`;
      const owner = owners.get(value);
      owners.set(value, name);
      return owner === undefined ? [] : [`kind ${name}: x-record: ${value} is that of the kind ${owner}`];
    }),
  );
}
