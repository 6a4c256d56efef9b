import { fieldsOfBody, pointerTo, withValue } from '../../contract/body-fields.ts';
import { resolve } from '../../contract/contract.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Contract } from '../../contract/types.ts';
import { harmlessRequest } from '../../suite/values/harmless-request.ts';
import { invalidValuesOf } from '../../suite/values/invalid-values.ts';
import type { MalformedRequest } from './malformed-parameters.ts';

export function malformedBodies(operation: Operation, contract: Contract): MalformedRequest[] {
  if (!operation.body) return [];
  const schema = resolve(contract, operation.body.schema);
  const validRequest = harmlessRequest(operation).body ?? {};
  const body = JSON.stringify(operation.body.schema);
  const fields = fieldsOfBody(contract, schema, validRequest);
  // Nested objects must refuse unknown members too.
  const objects = fields.filter(({ schema: { properties } }) => properties);
  return [
    { name: 'a body that is not an object', input: { body: [] }, fields: [], brokenRule: body },
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
        name: `a missing ${field.path.join('/')}`,
        input: { body: withValue(validRequest, field.path, undefined) },
        fields: [`${pointerTo(field)} required`],
        brokenRule: `${body} ${pointerTo(field)} required`,
      })),
    ...fields.flatMap((field) =>
      invalidValuesOf(contract, field.schema).map(({ description, value, rule, subPointer = '' }) => ({
        name: `${field.path.join('/')} ${description}`,
        input: { body: withValue(validRequest, field.path, value) },
        fields: [`${pointerTo(field)}${subPointer} ${rule}`.trim()],
        brokenRule: `${JSON.stringify(field.schema)} ${description}`,
      })),
    ),
  ];
}
