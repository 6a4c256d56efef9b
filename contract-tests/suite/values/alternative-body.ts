import { randomInt } from 'node:crypto';
import type { BodyField } from '../../contract/body-fields.ts';
import { withValue } from '../../contract/body-fields.ts';
import type { TestRecords } from '../records/records.ts';
import type { Body, TestedEntity } from '../records/tested-entity.ts';
import type { TestBackend } from '../test-backend.ts';

/** Returns a complete body whose choices, numbers, dates and first reference differ from those of the example. */
export async function alternativeBody(backend: TestBackend, entity: TestedEntity, records: TestRecords): Promise<Body> {
  const body = withEmptyFilters(entity, await bodyWithOtherReference(backend, entity, records));
  return entity.fields
    .filter(({ path }) => path.length === 1 || isMemberOfObject(entity, path))
    .reduce((result, field) => {
      const value = alternativeValue(entity, field);
      return value === undefined ? result : withValue(result, field.path, value);
    }, body);
}

/** Gives fields that lists can be filtered by, but of which the example has no value, a number that nobody has. */
function withEmptyFilters({ operations, fields, example, rules }: TestedEntity, body: Body): Body {
  const emptyField = fields.find(
    ({ path, schema }) =>
      path.length === 1 &&
      example[path[0] ?? ''] === null &&
      schema['x-search'] === 'code' &&
      operations.list.parameters.some(({ name }) => name === path[0]),
  );
  const name = emptyField?.path[0];
  if (name === undefined) return body;
  const derived = rules.find(({ rule, at }) => rule === 'oneNeeded' && at === name)?.fields ?? [];
  const number = `99${String(randomInt(100_000)).padStart(5, '0')}`;
  return { ...body, ...Object.fromEntries(derived.map((field) => [field, null])), [name]: number };
}

/** Replaces the reference that leads to most others, so the city of an airport, of which its country follows. */
async function bodyWithOtherReference(backend: TestBackend, entity: TestedEntity, records: TestRecords): Promise<Body> {
  const topLevel = entity.references.filter(({ path, target }) => path.length === 1 && target !== entity.tag);
  const reference = topLevel.find(({ target }) => target === 'city') ?? topLevel[0];
  if (!reference) return records.freshBody(entity);
  const current = entity.example[reference.path[0] ?? ''];
  const other = await backend.referenceTargets.findOrCreateOther(reference.target, current, records);
  return backend.referenceTargets.bodyReferringTo(entity, reference, other, records);
}

function isMemberOfObject({ fields }: TestedEntity, path: string[]): boolean {
  return (
    path.length === 2 &&
    fields.some(
      (field) =>
        field.path.join() === path[0] && field.schema.type === 'object' && field.schema.properties !== undefined,
    )
  );
}

/** Returns a value that differs from the example, or undefined where the field stays as it is. */
export function alternativeValue(entity: TestedEntity, { path, schema, readOnly }: BodyField): unknown {
  const example = path.reduce<unknown>((node, name) => Object(node)[name], entity.example);
  if (readOnly || schema['x-reference']) return undefined;
  const [order] = entity.rules.filter(
    ({ rule, at, fields }) => rule === 'notBelow' && [at, ...fields].includes(path[0] ?? ''),
  );
  if (order) return order.at === path[0] ? '99.5' : '1.5';
  if (example === null || example === undefined) return undefined;
  const usedValues = new Set(Object.values(entity.example));
  if (schema.enum) {
    const others = schema.enum.filter((value) => !usedValues.has(value));
    // two fields that must differ get different values
    return others[(path[0]?.length ?? 0) % others.length];
  }
  if (typeof example === 'boolean') return !example;
  if (typeof example === 'number') return example + ([schema.type].flat().includes('integer') ? 1 : 0.5);
  if (schema['x-decimal']) return (Number(example) + 1).toFixed(4);
  if (schema.format === 'date') {
    const isStart = entity.rules.some(({ rule, fields }) => rule === 'notBefore' && fields.includes(path[0] ?? ''));
    return `${isStart ? 2025 : 2031}${String(example).slice(4)}`;
  }
  if (path[0] === 'timezone') return 'Europe/Paris';
  return undefined;
}
