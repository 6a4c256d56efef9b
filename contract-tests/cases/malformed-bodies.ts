import { resolve } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import { fieldsOfBody, pointerTo, withValue } from '../contract/places.ts';
import type { Contract } from '../contract/types.ts';
import { badValues } from '../suite/bad-values.ts';
import { harmlessRequest } from '../suite/requests.ts';
import type { MalformedRequest } from './malformed-parameters.ts';

export function malformedBodies(operation: Operation, contract: Contract): MalformedRequest[] {
  if (!operation.body) return [];
  const schema = resolve(contract, operation.body.schema);
  const validRequest = harmlessRequest(operation).body ?? {};
  const body = JSON.stringify(operation.body.schema);
  const fields = fieldsOfBody(contract, schema, validRequest);
  // Members of objects are fields of their own.
  const objects = fields.filter(({ schema: { properties } }) => properties);
  return [
    { name: 'a body that is no object', input: { body: [] }, fields: [], brokenRule: body },
    ...[{ path: [] }, ...objects].map(({ path }) => {
      const pointer = pointerTo({ path: [...path, 'nonsense'] });
      return {
        name: ['an unknown field', ...path].join(' in '),
        input: { body: withValue(validRequest, [...path, 'nonsense'], 1) },
        fields: [`${pointer} additionalProperties`],
        brokenRule: `${body} ${pointer}`,
      };
    }),
    ...fields
      .filter(({ required }) => required)
      .map((field) => ({
        name: `no ${field.path.join('/')}`,
        input: { body: withValue(validRequest, field.path, undefined) },
        fields: [`${pointerTo(field)} required`],
        brokenRule: `${body} ${pointerTo(field)} required`,
      })),
    ...fields.flatMap((place) =>
      badValues(contract, place.schema).map(({ description, value, rule, subPointer = '' }) => ({
        name: `${place.path.join('/')} ${description}`,
        input: { body: withValue(validRequest, place.path, value) },
        fields: [`${pointerTo(place)}${subPointer} ${rule}`.trim()],
        brokenRule: `${JSON.stringify(place.schema)} ${description}`,
      })),
    ),
  ];
}
