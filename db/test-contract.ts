import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

type Schema = {
  $ref?: string;
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  oneOf?: Schema[];
  'x-reference'?: string;
  'x-required-to-approve'?: string[];
};

type Operation = {
  operationId: string;
  tags: string[];
  parameters?: { name?: string; schema?: { items?: { enum?: string[] } } }[];
};

const file = new URL('../openapi.yaml', import.meta.url);
type Contract = {
  tags: { name: string; 'x-label'?: object; 'x-record'?: { schema: string } }[];
  paths: Record<string, { get?: Operation }>;
  components: { schemas: Record<string, Schema> };
};

const contract: Contract = parse(readFileSync(file, 'utf8'), {
  maxAliasCount: -1,
});

// Not strict, as the document around the schemas is no JSON Schema.
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(contract, 'contract');

export function schemaOf(name: string): Schema {
  const schema = contract.components.schemas[name];
  if (!schema) throw new Error(`The contract has no schema “${name}”.`);
  return schema;
}

/** Returns a function that validates a value against a schema of the contract; it returns null if there are no errors. */
export function errorsBy(name: string): (value: unknown) => string | null {
  const validate = ajv.compile({ $ref: `contract#/components/schemas/${name}` });
  return (value) => (validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: '' }));
}

/** Each code of another record that a record holds, by JSON pointer. */
export function codesIn(
  schema: Schema,
  value: unknown,
  pointer = '',
): { pointer: string; kind: string; code: string }[] {
  const plain = resolve(schema);
  if (value === null || value === undefined) return [];
  if (plain['x-reference']) return [{ pointer, kind: plain['x-reference'], code: String(value) }];
  if (Array.isArray(value)) {
    const { items = {} } = plain;
    return value.flatMap((entry, index) => codesIn(items, entry, `${pointer}/${index}`));
  }
  const inner = new Map(Object.entries(value));
  return Object.entries(plain.properties ?? {}).flatMap(([name, property]) =>
    codesIn(property, inner.get(name), `${pointer}/${name}`),
  );
}

function resolve(schema: Schema): Schema {
  if (schema.oneOf?.[0]) return resolve(schema.oneOf[0]);
  return schema.$ref ? resolve(schemaOf(schema.$ref.split('/').at(-1) ?? '')) : schema;
}

/** Parameters that do not filter by a single column. */
const notColumns = ['page', 'pageSize', 'q', 'sort', 'not', 'empty', 'filled', 'view', 'validity', 'today'];

/** The fields of parameters that filter by a field under another name. */
const filteredFields: Record<string, string> = { olderThan: 'quotedAt' };

/** The entities of reference data, without users and roles. */
export const kinds: ReadonlySet<string> = new Set(contract.tags.flatMap((tag) => (tag['x-label'] ? [tag.name] : [])));

/** The record schema of each entity. */
export const schemasOfKinds: ReadonlyMap<string, string> = new Map(
  contract.tags.flatMap(({ name, 'x-record': record }) => (record ? [[name, record.schema]] : [])),
);

/** The fields by which each entity's list can be filtered or sorted. */
export function listFields(): { kind: string; field: string }[] {
  return Object.values(contract.paths).flatMap(({ get }) => {
    const { operationId = '', tags: [kind = ''] = [], parameters = [] } = get ?? {};
    const sorts = parameters.find(({ name }) => name === 'sort')?.schema?.items?.enum ?? [];
    if (!operationId.startsWith('list') || sorts.length === 0 || !kinds.has(kind)) return [];
    const filters = parameters.flatMap(({ name = 'q' }) =>
      notColumns.includes(name) ? [] : [filteredFields[name] ?? name],
    );
    const fields = new Set([...filters, ...sorts.map((sort) => sort.replace(/^-/, ''))]);
    return [...fields].map((field) => ({ kind, field }));
  });
}
