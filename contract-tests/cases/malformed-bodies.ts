import { resolve } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { fieldsOfBody, pointerTo, withValue } from '../contract/places.ts';
import type { Contract } from '../contract/types.ts';
import { badValues } from '../suite/bad-values.ts';
import { harmlessRequest } from '../suite/requests.ts';
import type { Malformed } from './malformed-parameters.ts';

export function malformedBodies(operation: Operation, contract: Contract): Malformed[] {
  if (!operation.body) return [];
  const schema = resolve(contract, operation.body.schema);
  const whole = harmlessRequest(operation).body ?? {};
  const body = JSON.stringify(operation.body.schema);
  const places = fieldsOfBody(contract, schema, whole);
  // Members of objects are fields of their own.
  const objects = places.filter(({ schema: { properties } }) => properties);
  return [
    { name: 'a body that is no object', input: { body: [] }, fields: [], breaks: body },
    ...[{ path: [] }, ...objects].map(({ path }) => {
      const pointer = pointerTo({ path: [...path, 'nonsense'] });
      return {
        name: ['an unknown field', ...path].join(' in '),
        input: { body: withValue(whole, [...path, 'nonsense'], 1) },
        fields: [`${pointer} additionalProperties`],
        breaks: `${body} ${pointer}`,
      };
    }),
    ...places
      .filter(({ required }) => required)
      .map((place) => ({
        name: `no ${place.path.join('/')}`,
        input: { body: withValue(whole, place.path, undefined) },
        fields: [`${pointerTo(place)} required`],
        breaks: `${body} ${pointerTo(place)} required`,
      })),
    ...places.flatMap((place) =>
      badValues(contract, place.schema).map(({ description, value, rule, subPointer = '' }) => ({
        name: `${place.path.join('/')} ${description}`,
        input: { body: withValue(whole, place.path, value) },
        fields: [`${pointerTo(place)}${subPointer} ${rule}`.trim()],
        breaks: `${JSON.stringify(place.schema)} ${description}`,
      })),
    ),
  ];
}
