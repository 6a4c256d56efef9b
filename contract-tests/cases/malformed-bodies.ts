import { resolve } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { placesIn, pointerTo, withValue } from '../contract/places.ts';
import type { Contract } from '../contract/types.ts';
import { badValues } from '../suite/bad-values.ts';
import { harmless } from '../suite/requests.ts';
import type { Malformed } from './malformed-parameters.ts';

export function malformedBodies(operation: Operation, contract: Contract): Malformed[] {
  if (!operation.body) return [];
  const schema = resolve(contract, operation.body.schema);
  const whole = harmless(operation).body ?? {};
  const body = JSON.stringify(operation.body.schema);
  const places = placesIn(contract, schema, whole);
  // An object's members are looked at in places of their own.
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
      badValues(contract, place.schema).map(({ what, value, rule, below = '' }) => ({
        name: `${place.path.join('/')} ${what}`,
        input: { body: withValue(whole, place.path, value) },
        fields: [`${pointerTo(place)}${below} ${rule}`.trim()],
        breaks: `${JSON.stringify(place.schema)} ${what}`,
      })),
    ),
  ];
}
