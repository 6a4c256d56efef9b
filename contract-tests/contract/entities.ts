import { oncePerContract, refName, resolve } from './contract.ts';
import { type Operation, operationsOf } from './operations.ts';
import type { Contract, Review, Schema, Texts } from './types.ts';

/** Method and path of each operation of a kind, relative to the path of its list. */
export const entityShape = {
  list: ['get', ''],
  export: ['get', '/export'],
  create: ['post', ''],
  bulk: ['post', '/bulk'],
  get: ['get', '/{id}'],
  update: ['put', '/{id}'],
  remove: ['delete', '/{id}'],
  transition: ['post', '/{id}/transitions'],
  history: ['get', '/{id}/history'],
  restore: ['post', '/{id}/restore'],
  references: ['get', '/{id}/references'],
  proposal: ['get', '/{id}/proposal'],
  withdraw: ['delete', '/{id}/proposal'],
  decide: ['post', '/{id}/proposal/decision'],
} as const;

export type EntityVerb = keyof typeof entityShape;

export interface Entity {
  tag: string;
  label: Texts | undefined;
  review: Review;
  path: string;
  operations: Partial<Record<EntityVerb, Operation>>;
}

/** The kinds of records: the tags with a label. */
export const entitiesOf = oncePerContract((contract): Entity[] => {
  const operations = operationsOf(contract);
  const kinds = contract.tags.filter((tag) => tag['x-label'] || isKind(contract, tag.name));
  return kinds.map((tag) => {
    const tagOperations = operations.filter((operation) => operation.tag === tag.name);
    const path = tagOperations.map((operation) => operation.path).sort((a, b) => a.length - b.length)[0] ?? '';
    const find = ([method, suffix]: readonly [string, string]) =>
      tagOperations.find((operation) => operation.method === method && operation.path === path + suffix);
    const operationsByVerb = Object.entries(entityShape).map(([verb, shape]) => [verb, find(shape)]);
    const { name, 'x-label': label, 'x-review': review = 'second-person' } = tag;
    return { tag: name, label, review, path, operations: Object.fromEntries(operationsByVerb) };
  });
});

function isKind(contract: Contract, name: string): boolean {
  return contract.components.schemas.Entity?.enum?.includes(name) ?? false;
}

export function recordSchema(contract: Contract, entity: Entity): Schema | undefined {
  const record = recordReference(contract, entity);
  return record && resolve(contract, record);
}

/** The name of the record schema, which prefixes the kind's other schemas: `City`, `CityWrite`. */
export function recordName(contract: Contract, entity: Entity): string | undefined {
  const record = recordReference(contract, entity);
  return record && refName(record);
}

function recordReference(contract: Contract, entity: Entity): Schema | undefined {
  const response = entity.operations.get?.answers.find(({ status }) => status === 200)?.json?.schema;
  const data = response && resolve(contract, response).properties?.data;
  return data && resolve(contract, data).properties?.record;
}

export function writeSchema(contract: Contract, entity: Entity): Schema | undefined {
  const schema = entity.operations.create?.body?.schema;
  return schema && resolve(contract, schema);
}

/** The schema of a nullable value without its `null` variant. */
export function withoutNull(contract: Contract, schema: Schema): Schema {
  const plain = resolve(contract, schema);
  const nonNull = plain.oneOf?.find((variant) => variant.type !== 'null');
  return nonNull ? resolve(contract, nonNull) : plain;
}
