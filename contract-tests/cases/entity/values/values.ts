import assert from 'node:assert/strict';
import { type BodyField, pointerTo, valueAt, withValue } from '../../../contract/body-fields.ts';
import type { Contract } from '../../../contract/types.ts';
import type { Case } from '../../../suite/case.ts';
import type { Body, TestedEntity } from '../../../suite/records/tested-entity.ts';
import { assertSameValue } from '../../../suite/values/changed-body.ts';
import { sampleValue } from '../../../suite/values/sample-values.ts';

/** Tests how the server stores accepted values. */
export function valueCases(entity: TestedEntity, contract: Contract): Case[] {
  const exactFields = entity.fields.filter(({ schema }) => schema['x-decimal']);
  const roundedFields = entity.fields.filter(({ schema }) => schema['x-decimals'] !== undefined);
  return [
    ...roundTripCases(entity, 'stores decimals exactly', exactFields, ['7.1234567891', '7', '1234567890.5']),
    ...roundTripCases(entity, 'stores numbers that need no rounding', roundedFields, [12.5, 0.1]),
    ...roundingCases(entity, roundedFields),
    ...entity.fields.filter(({ readOnly }) => readOnly).map((field) => readOnlyCase(entity, contract, field)),
  ];
}

/** Returns a case per value, which is set in all fields at once. */
function roundTripCases(entity: TestedEntity, name: string, fields: BodyField[], values: unknown[]): Case[] {
  if (fields.length === 0) return [];
  return values.map((value) => ({
    entity,
    operationId: entity.operations.create.id,
    name: `${name}: ${value}`,
    needs: { role: 'editor' },
    request: async (context) => ({ body: withValues(await context.freshBody(), fields, value) }),
    expect: {
      status: 201,
      check: ({ data }) => {
        for (const field of fields) {
          assertSameValue(field.schema, valueAt(data.record, field.path), value, pointerTo(field));
        }
      },
    },
  }));
}

function withValues(body: Body, fields: BodyField[], value: unknown): Body {
  return fields.reduce((result, { path }) => withValue(result, path, value), body);
}

function roundingCases(entity: TestedEntity, fields: BodyField[]): Case[] {
  if (fields.length === 0) return [];
  const unroundedValue = 12.34567891234;
  return [
    {
      entity,
      operationId: entity.operations.create.id,
      name: 'rounds to the declared number of decimals',
      needs: { role: 'editor' },
      request: async (context) => ({ body: withValues(await context.freshBody(), fields, unroundedValue) }),
      expect: {
        status: 201,
        check: ({ data }) => {
          for (const field of fields) {
            const roundedValue = Number(unroundedValue.toFixed(field.schema['x-decimals']));
            assert.equal(valueAt(data.record, field.path), roundedValue, pointerTo(field));
          }
        },
      },
    },
  ];
}

function readOnlyCase(entity: TestedEntity, contract: Contract, { path, schema }: BodyField): Case {
  const clientValue = sampleValue(contract, schema);
  return {
    entity,
    operationId: entity.operations.create.id,
    name: `ignores ${path.join('/')} in the request body`,
    needs: { role: 'editor' },
    request: async (context) => {
      await context.freshBody(); // Uses up a code, so that the server's own value differs from the sent one.
      return { body: withValue(await context.freshBody(), path, clientValue) };
    },
    expect: {
      status: 201,
      check: ({ data }) => assert.notEqual(valueAt(data.record, path), clientValue),
    },
  };
}
