import { valueAt } from '../contract/body-fields.ts';
import { resolve } from '../contract/contract.ts';
import type { Operation } from '../contract/operations.ts';
import type { Contract, Schema } from '../contract/types.ts';
import type { Violation } from './prism.ts';
import type { FieldFault } from './refusal.ts';

const MAX_FIELDS = 100;

/** Converts what Prism finds wrong with a request into the fields of the contract's 422, one fault for each field. */
export function toFieldFaults(
  contract: Contract,
  operation: Operation,
  body: unknown,
  violations: Violation[],
): FieldFault[] {
  const faults = new Map<string, FieldFault>();
  for (const violation of [...violations, ...invalidNames(contract, operation, body, violations)]) {
    const fault = toFieldFault(contract, operation, violation);
    if (fault && !faults.has(fault.pointer) && faults.size < MAX_FIELDS) faults.set(fault.pointer, fault);
  }
  return [...faults.values()];
}

function toFieldFault(contract: Contract, operation: Operation, violation: Violation): FieldFault | undefined {
  const { code, message, path } = violation;
  // an alternative of X and null is reported three times, of which only X is of use
  if (code === 'oneOf' || (code === 'type' && message.endsWith('must be null'))) return undefined;
  const [location = 'body', ...rest] = path;
  const missing = /required property '([^']*)'/.exec(message)?.[1];
  const unknown = /found '([^']*)'/.exec(message)?.[1];
  const names = [...rest, missing ?? unknown].filter((name) => name !== undefined);
  const rule = knownRule(contract, code);
  if (location === 'body') {
    if (message === INVALID_NAME) return { pointer: `/${names.join('/')}`, rule };
    const schema = operation.body && schemaAt(contract, operation.body.schema, rest);
    // names are refused by themselves: Prism points at the whole object
    if (schema?.propertyNames && ['pattern', 'propertyNames'].includes(code)) return undefined;
    return { pointer: `/${names.join('/')}`, rule, parameters: parametersOf(schema, code) };
  }
  // Prism knows parameters by their names in lower case
  const [name = ''] = names;
  const parameter = operation.parameters.find(
    (each) => each.in === location && each.name.toLowerCase() === name.toLowerCase(),
  );
  const schema = parameter && schemaAt(contract, parameter.schema, names.slice(1));
  return { pointer: `/${location}/${parameter?.name ?? name}`, rule, parameters: parametersOf(schema, code) };
}

const INVALID_NAME = 'invalid name';

/** Finds the names that Prism means where it refuses those of an object. */
function invalidNames(contract: Contract, operation: Operation, body: unknown, violations: Violation[]): Violation[] {
  return violations.flatMap(({ code, path }) => {
    const [location, ...rest] = path;
    const schema = operation.body && schemaAt(contract, operation.body.schema, rest);
    if (code !== 'propertyNames' || location !== 'body' || !schema?.propertyNames) return [];
    const pattern = new RegExp(schema.propertyNames.pattern ?? '', 'u');
    const names = Object.keys(Object(valueAt(body, rest))).filter((name) => !pattern.test(name));
    return names.map((name) => ({ code, path: [...path, name], message: INVALID_NAME }));
  });
}

/** A keyword that has no text, such as a number that JSON cannot hold, is a wrong form. */
const knownRule = ({ components: { schemas } }: Contract, code: string): string =>
  schemas.Rule?.enum?.includes(code) ? code : 'format';

function parametersOf(schema: Schema | undefined, code: string) {
  const limit = schema && Reflect.get(schema, code);
  return {
    ...(typeof limit === 'number' && { limit }),
    ...(schema?.['x-hint'] && { hint: schema['x-hint'] }),
  };
}

/** Returns the schema of a value in a body or parameter, without the alternative `null`. */
function schemaAt(contract: Contract, schema: Schema, [name, ...rest]: string[]): Schema | undefined {
  const resolved = resolve(contract, schema);
  const variant = resolved.oneOf?.find(({ type }) => type !== 'null');
  if (variant) return schemaAt(contract, variant, name === undefined ? [] : [name, ...rest]);
  if (name === undefined) return resolved;
  const { additionalProperties, items, properties } = resolved;
  const child =
    properties?.[name] ?? items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  return child && schemaAt(contract, child, rest);
}
