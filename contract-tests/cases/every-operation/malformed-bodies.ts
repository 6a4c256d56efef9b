import { fieldsOfBody, pointerTo, valueAt, withValue } from '../../contract/body-fields.ts';
import { resolve } from '../../contract/contract.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Contract } from '../../contract/types.ts';
import { harmlessRequest } from '../../suite/values/harmless-request.ts';
import { invalidValuesOf, nearMissesOf } from '../../suite/values/invalid-values.ts';
import { sampleValue } from '../../suite/values/sample-values.ts';
import type { MalformedRequest } from './malformed-parameters.ts';

/** Returns bodies with a text that almost matches its pattern. */
export function almostValidBodies(operation: Operation, contract: Contract): MalformedRequest[] {
  if (!operation.body) return [];
  const validRequest = harmlessRequest(operation).body ?? {};
  const fields = fieldsOfBody(contract, resolve(contract, operation.body.schema), validRequest);
  return fields.flatMap((field) => {
    const { schema, path, readOnly } = field;
    if (schema.pattern === undefined || readOnly) return [];
    const example = valueAt(validRequest, path);
    const text = typeof example === 'string' ? example : String(sampleValue(contract, schema));
    return nearMissesOf(schema, text).map(({ description, value, rule }) => ({
      name: `${path.join('/')} ${description}`,
      input: { body: withValue(validRequest, path, value) },
      fields: [`${pointerTo(field)} ${rule}`],
      brokenRule: `a pattern: ${description}`,
    }));
  });
}

/** Returns a request in which all fields, several parameters and the version are wrong, of which the answer names each. */
export function wrongThroughout(operation: Operation, contract: Contract): MalformedRequest[] {
  const validRequest = harmlessRequest(operation);
  const schema = operation.body && resolve(contract, operation.body.schema);
  const wrongFields = (schema ? fieldsOfBody(contract, schema, validRequest.body) : [])
    .filter(({ path }) => path.length === 1)
    .flatMap((field) => {
      const [violation] = invalidValuesOf(contract, field.schema);
      return violation ? [{ field, value: violation.value }] : [];
    });
  const takesVersion = operation.parameters.some(({ name }) => name === 'If-Match');
  const wrongParameters = operation.parameters.filter(
    (parameter) =>
      parameter.in === 'query' && ['integer', 'boolean'].includes(String(resolve(contract, parameter.schema).type)),
  );
  const fields = [
    ...wrongFields.map(({ field }) => pointerTo(field)),
    ...[...wrongParameters.map(({ name }) => name), 'nonsense'].map((name) => `/query/${name}`),
    ...(takesVersion ? ['/header/If-Match'] : []),
  ];
  if (fields.length < 2) return [];
  const wrongBody = Object.fromEntries(wrongFields.map(({ field, value }) => [field.path[0], value]));
  return [
    {
      name: 'all that is wrong at once',
      input: {
        query: {
          ...validRequest.query,
          ...Object.fromEntries(wrongParameters.map(({ name }) => [name, 'x'])),
          nonsense: 1,
        },
        ...(schema && { body: { ...validRequest.body, ...wrongBody } }),
        ...(takesVersion && { headers: { 'if-match': 'nonsense' } }),
      },
      fields,
      brokenRule: ['several rules', schema && 'of a body', takesVersion && 'of a version'].filter(Boolean).join(' '),
    },
  ];
}

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
