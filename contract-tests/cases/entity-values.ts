import assert from 'node:assert/strict';
import { type BodyField, pointerTo, valueAt, withValue } from '../contract/places.ts';
import type { Contract } from '../contract/types.ts';
import type { Case } from '../suite/case.ts';
import { assertSame } from '../suite/change.ts';
import type { Body, Kind } from '../suite/kind.ts';
import { sampleOf } from '../suite/samples.ts';

/** How the server stores values that it accepts. */
export function valueCases(kind: Kind, contract: Contract): Case[] {
  const exactFields = kind.places.filter(({ schema }) => schema['x-decimal']);
  const roundedFields = kind.places.filter(({ schema }) => schema['x-decimals'] !== undefined);
  return [
    ...roundTripCases(kind, 'keeps decimals exactly', exactFields, ['7.1234567891', '7', '1234567890.5']),
    ...roundTripCases(kind, 'keeps numbers within their decimals', roundedFields, [12.5, 0.1]),
    ...roundingCases(kind, roundedFields),
    ...kind.places.filter(({ readOnly }) => readOnly).map((place) => readOnlyCase(kind, contract, place)),
  ];
}

/** One case per value, which sets all fields at once. */
function roundTripCases(kind: Kind, name: string, places: BodyField[], values: unknown[]): Case[] {
  if (places.length === 0) return [];
  return values.map((value) => ({
    kind,
    operationId: kind.ops.create.id,
    name: `${name}: ${value}`,
    needs: { as: 'editor' },
    request: async (scene) => ({ body: withValues(await scene.freshBody(), places, value) }),
    expect: {
      status: 201,
      check: ({ data }) => {
        for (const place of places) {
          assertSame(place.schema, valueAt(data.record, place.path), value, pointerTo(place));
        }
      },
    },
  }));
}

function withValues(body: Body, places: BodyField[], value: unknown): Body {
  return places.reduce((result, { path }) => withValue(result, path, value), body);
}

function roundingCases(kind: Kind, places: BodyField[]): Case[] {
  if (places.length === 0) return [];
  const unroundedValue = 12.34567891234;
  return [
    {
      kind,
      operationId: kind.ops.create.id,
      name: 'rounds to the declared decimals',
      needs: { as: 'editor' },
      request: async (scene) => ({ body: withValues(await scene.freshBody(), places, unroundedValue) }),
      expect: {
        status: 201,
        check: ({ data }) => {
          for (const place of places) {
            const roundedValue = Number(unroundedValue.toFixed(place.schema['x-decimals']));
            assert.equal(valueAt(data.record, place.path), roundedValue, pointerTo(place));
          }
        },
      },
    },
  ];
}

function readOnlyCase(kind: Kind, contract: Contract, { path, schema }: BodyField): Case {
  const clientValue = sampleOf(contract, schema);
  return {
    kind,
    operationId: kind.ops.create.id,
    name: `ignores ${path.join('/')} in a body`,
    needs: { as: 'editor' },
    request: async (scene) => {
      await scene.freshBody(); // Its codes are what may be sent.
      return { body: withValue(await scene.freshBody(), path, clientValue) };
    },
    expect: {
      status: 201,
      check: ({ data }) => assert.notEqual(valueAt(data.record, path), clientValue),
    },
  };
}
