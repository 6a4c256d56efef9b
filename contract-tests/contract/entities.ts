import { oncePerContract, refName, resolve } from './contract.ts';
import { type Operation, operationsOf } from './operations.ts';
import type { Contract, Review, Schema, Texts } from './types.ts';

/** Where the operations of a kind of record live, relative to its collection's path. */
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

/** A tag with a label is a kind of record. */
export const entitiesOf = oncePerContract((contract): Entity[] => {
  const operations = operationsOf(contract);
  const kinds = contract.tags.filter((tag) => tag['x-label'] || isKind(contract, tag.name));
  return kinds.map((tag) => {
    const own = operations.filter((operation) => operation.tag === tag.name);
    const path = own.map((operation) => operation.path).sort((a, b) => a.length - b.length)[0] ?? '';
    const at = ([method, suffix]: readonly [string, string]) =>
      own.find((operation) => operation.method === method && operation.path === path + suffix);
    const found = Object.entries(entityShape).map(([verb, shape]) => [verb, at(shape)]);
    const { name, 'x-label': label, 'x-review': review = 'second-person' } = tag;
    return { tag: name, label, review, path, operations: Object.fromEntries(found) };
  });
});

function isKind(contract: Contract, name: string): boolean {
  return contract.components.schemas.Entity?.enum?.includes(name) ?? false;
}

export function recordSchema(contract: Contract, entity: Entity): Schema | undefined {
  const record = recordReference(contract, entity);
  return record && resolve(contract, record);
}

/** The schema that a kind's others are named after: `City` beside `CityWrite`. */
export function recordName(contract: Contract, entity: Entity): string | undefined {
  const record = recordReference(contract, entity);
  return record && refName(record);
}

function recordReference(contract: Contract, entity: Entity): Schema | undefined {
  const answer = entity.operations.get?.answers.find(({ status }) => status === 200)?.json?.schema;
  const data = answer && resolve(contract, answer).properties?.data;
  return data && resolve(contract, data).properties?.record;
}

export function writeSchema(contract: Contract, entity: Entity): Schema | undefined {
  const schema = entity.operations.create?.body?.schema;
  return schema && resolve(contract, schema);
}

/** The schema that says what a value looks like, where `null` is allowed beside it. */
export function withoutNull(contract: Contract, schema: Schema): Schema {
  const plain = resolve(contract, schema);
  const inner = plain.oneOf?.find((one) => one.type !== 'null');
  return inner ? resolve(contract, inner) : plain;
}
