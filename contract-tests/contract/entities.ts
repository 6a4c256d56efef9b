import { memoizePerContract, refName, resolve } from './contract.ts';
import { type Operation, operationsOf } from './operations.ts';
import type { Contract, Review, Schema, Texts } from './types.ts';

/** The method and path of each operation of an entity, relative to the path of its list. */
export const entityRoutes = {
  list: ['get', ''],
  export: ['get', '/export'],
  create: ['post', ''],
  bulk: ['post', '/bulk'],
  bulkMatching: ['post', '/bulk/matching'],
  dryRun: ['post', '/dry-run'],
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

export type EntityVerb = keyof typeof entityRoutes;

export interface Entity {
  tag: string;
  label: Texts | undefined;
  review: Review;
  path: string;
  operations: Partial<Record<EntityVerb, Operation>>;
}

/** Returns the entities, which are the tags with a label. */
export const entitiesOf = memoizePerContract((contract): Entity[] => {
  const operations = operationsOf(contract);
  const entityTags = contract.tags.filter((tag) => tag['x-label'] || isEntityTag(contract, tag.name));
  return entityTags.map((tag) => {
    const tagOperations = operations.filter((operation) => operation.tag === tag.name);
    const path = tagOperations.map((operation) => operation.path).sort((a, b) => a.length - b.length)[0] ?? '';
    const findOperation = ([method, suffix]: readonly [string, string]) =>
      tagOperations.find((operation) => operation.method === method && operation.path === path + suffix);
    const operationsByVerb = Object.entries(entityRoutes).map(([verb, route]) => [verb, findOperation(route)]);
    const { name, 'x-label': label, 'x-review': review = 'second-person' } = tag;
    return { tag: name, label, review, path, operations: Object.fromEntries(operationsByVerb) };
  });
});

function isEntityTag(contract: Contract, name: string): boolean {
  return contract.components.schemas.Entity?.enum?.includes(name) ?? false;
}

export function recordSchema(contract: Contract, entity: Entity): Schema | undefined {
  const record = recordReference(contract, entity);
  return record && resolve(contract, record);
}

/** Returns the name of the record schema. The entity's other schemas start with it: `City`, `CityWrite`. */
export function recordName(contract: Contract, entity: Entity): string | undefined {
  const record = recordReference(contract, entity);
  return record && refName(record);
}

function recordReference(contract: Contract, entity: Entity): Schema | undefined {
  const response = entity.operations.get?.responses.find(({ status }) => status === 200)?.json?.schema;
  const data = response && resolve(contract, response).properties?.data;
  return data && resolve(contract, data).properties?.record;
}

export function writeSchema(contract: Contract, entity: Entity): Schema | undefined {
  const schema = entity.operations.create?.body?.schema;
  return schema && resolve(contract, schema);
}

/** Returns the schema of a nullable value without its `null` variant. */
export function withoutNull(contract: Contract, schema: Schema): Schema {
  const resolved = resolve(contract, schema);
  const nonNull = resolved.oneOf?.find((variant) => variant.type !== 'null');
  return nonNull ? resolve(contract, nonNull) : resolved;
}
