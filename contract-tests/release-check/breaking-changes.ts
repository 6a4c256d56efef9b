import { resolve } from '../contract/contract.ts';
import type { Contract, Parameter, RawOperation, Ref, Response, Schema } from '../contract/types.ts';

/** Who sends the values of a schema: what clients send may be widened, what they receive may be narrowed. */
type Direction = 'request' | 'response';

interface VersionedSchema {
  contract: Contract;
  schema: Schema;
}

/** A finding about one place of one operation. */
interface Finding {
  operation: string;
  text: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

interface FoundOperation {
  /** The method and path, by which clients know it. */
  name: string;
  operation: RawOperation;
  parameters: Parameter[];
}

function operationsOf(contract: Contract): Map<string, FoundOperation> {
  const operations = new Map<string, FoundOperation>();
  for (const [path, item] of Object.entries(contract.paths))
    for (const method of METHODS.filter((each) => item[each])) {
      // Casts: in a path item, the keys named after methods hold operations and `parameters` a list.
      const operation = item[method] as RawOperation;
      const shared = (item.parameters ?? []) as (Parameter | Ref)[];
      const parameters = [...shared, ...(operation.parameters ?? [])].map((each) => resolve<Parameter>(contract, each));
      // parameters in a path have no names for clients
      const name = `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, '{}')}`;
      operations.set(name, { name: `${method.toUpperCase()} ${path}`, operation, parameters });
    }
  return operations;
}

/**
 * Finds the changes between two versions of the contract that can break a client of the earlier one, one line each. Lines that are the same
 * for several operations are joined.
 */
export function findBreakingChanges(before: Contract, after: Contract): string[] {
  const current = operationsOf(after);
  const findings = [...operationsOf(before)].flatMap(([key, earlier]): Finding[] => {
    const later = current.get(key);
    const texts = later ? operationChanges(before, earlier, after, later) : ['the operation is gone'];
    return texts.map((text) => ({ operation: earlier.name, text }));
  });
  const operationsByText = new Map<string, string[]>();
  for (const { operation, text } of findings)
    operationsByText.set(text, [...(operationsByText.get(text) ?? []), operation]);
  return [...operationsByText].map(([text, operations]) => `${text}: ${joinOperations(operations)}`);
}

const MAX_NAMED = 3;

const joinOperations = (operations: string[]) => {
  const named = operations.slice(0, MAX_NAMED).map((name) => `\`${name}\``);
  const more = operations.length - named.length;
  return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
};

function operationChanges(before: Contract, earlier: FoundOperation, after: Contract, later: FoundOperation): string[] {
  const permission = earlier.operation['x-permission'];
  const newPermission = later.operation['x-permission'];
  // whoever had a permission is signed in, and needs nothing for an operation that is open now
  const asksForLess = newPermission === undefined || (newPermission === 'signed-in' && permission !== undefined);
  return [
    ...(permission === newPermission || asksForLess
      ? []
      : [`asks for the permission ${newPermission} instead of ${permission ?? 'none'}`]),
    ...parameterChanges(before, earlier.parameters, after, later.parameters),
    ...bodyChanges(before, earlier.operation, after, later.operation),
    ...responseChanges(before, earlier.operation, after, later.operation),
  ];
}

function parameterChanges(before: Contract, earlier: Parameter[], after: Contract, later: Parameter[]): string[] {
  const optional = earlier.filter((parameter) => parameter.in !== 'path');
  const find = (parameters: Parameter[], { name, in: place }: Parameter) =>
    parameters.find((each) => each.name === name && each.in === place);
  return [
    ...optional.flatMap((parameter) => {
      const match = find(later, parameter);
      const name = `the parameter \`${parameter.name}\``;
      if (!match) return [`${name} is gone`];
      const versions = [
        { contract: before, schema: parameter.schema },
        { contract: after, schema: itemsIfWidened(before, parameter.schema, after, match.schema) },
      ] as const;
      return [
        ...(match.required && !parameter.required ? [`${name} is required`] : []),
        ...schemaChanges('request', versions[0], versions[1], `?${parameter.name}`),
      ];
    }),
    ...later
      .filter((parameter) => parameter.in !== 'path' && parameter.required && !find(earlier, parameter))
      .map(({ name }) => `the new parameter \`${name}\` is required`),
  ];
}

/** A list in a query is written with commas, so a parameter that became one still takes the single values of before. */
function itemsIfWidened(before: Contract, schema: Schema, after: Contract, newSchema: Schema): Schema {
  const { type, items } = resolve<Schema>(after, newSchema);
  const wasList = resolve<Schema>(before, schema).type === 'array';
  return type === 'array' && items && !wasList ? items : newSchema;
}

const jsonOf = (operation: RawOperation) => operation.requestBody?.content['application/json']?.schema;

function bodyChanges(before: Contract, earlier: RawOperation, after: Contract, later: RawOperation): string[] {
  const [schema, newSchema] = [jsonOf(earlier), jsonOf(later)];
  if (!newSchema) return schema ? ['the body is not taken any more'] : [];
  const isNewlyRequired = later.requestBody?.required && !earlier.requestBody?.required;
  return [
    ...(isNewlyRequired ? ['a body is required'] : []),
    ...(schema
      ? schemaChanges('request', { contract: before, schema }, { contract: after, schema: newSchema }, 'body')
      : []),
  ];
}

function responseChanges(before: Contract, earlier: RawOperation, after: Contract, later: RawOperation): string[] {
  return Object.entries(earlier.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, node]) => {
      const newNode = later.responses[status];
      if (!newNode) return [`the response ${status} is gone`];
      const content = resolve<Response>(before, node).content ?? {};
      const newContent = resolve<Response>(after, newNode).content ?? {};
      return Object.entries(content).flatMap(([type, { schema }]) => {
        const newSchema = newContent[type]?.schema;
        if (!newSchema) return [`the response ${status} is not ${type} any more`];
        const versions = [
          { contract: before, schema },
          { contract: after, schema: newSchema },
        ] as const;
        return schemaChanges('response', versions[0], versions[1], `${status}`);
      });
    });
}

/** Compares two versions of a schema; `place` names it within the operation. */
function schemaChanges(
  direction: Direction,
  before: VersionedSchema,
  after: VersionedSchema,
  place: string,
  visited = new Set<string>(),
): string[] {
  const visit = `${before.schema.$ref}→${after.schema.$ref}`;
  if (before.schema.$ref && after.schema.$ref) {
    if (visited.has(visit)) return [];
    visited.add(visit);
  }
  const earlier = variantOf(before);
  const later = variantOf(after);
  const inner = (schema: Schema | undefined, newSchema: Schema | undefined, suffix: string) =>
    schema && newSchema
      ? schemaChanges(direction, { ...before, schema }, { ...after, schema: newSchema }, `${place}${suffix}`, visited)
      : [];
  const properties = Object.entries(earlier.schema.properties ?? {});
  const newProperties = later.schema.properties ?? {};
  const required = new Set(earlier.schema.required);
  const newlyRequired = (later.schema.required ?? []).filter((name) => !required.has(name));
  const noLongerRequired = [...required].filter((name) => !later.schema.required?.includes(name));
  return [
    ...valueChanges(direction, earlier, later, place),
    ...properties.flatMap(([name, property]) =>
      newProperties[name]
        ? inner(property, newProperties[name], `/${name}`)
        : later.schema.properties || later.schema.additionalProperties === false
          ? [`\`${place}/${name}\` is gone`]
          : [],
    ),
    ...(direction === 'request' ? newlyRequired.map((name) => `\`${place}/${name}\` is required`) : []),
    ...(direction === 'response'
      ? noLongerRequired.filter((name) => newProperties[name]).map((name) => `\`${place}/${name}\` may be absent`)
      : []),
    ...inner(earlier.schema.items, later.schema.items, '[]'),
  ];
}

interface Variant {
  schema: Schema;
  isNullable: boolean;
}

/** Returns a schema without `null`, which is compared by itself. */
function variantOf({ contract, schema }: VersionedSchema): Variant {
  const resolved = resolve<Schema>(contract, schema);
  const others = resolved.oneOf?.filter(({ type }) => type !== 'null');
  const isNullable = (resolved.oneOf?.length ?? 0) > (others?.length ?? 0) || [resolved.type].flat().includes('null');
  const [only, ...rest] = others ?? [];
  return { schema: only && rest.length === 0 ? resolve<Schema>(contract, only) : resolved, isNullable };
}

const joinValues = (values: string[]) =>
  values.slice(0, MAX_NAMED).join(', ') + (values.length > MAX_NAMED ? ` and ${values.length - MAX_NAMED} more` : '');

const typesOf = ({ type }: Schema): string[] => [type ?? []].flat().filter((each) => each !== 'null');

function valueChanges(direction: Direction, earlier: Variant, later: Variant, place: string): string[] {
  const [before, after] = [earlier.schema, later.schema];
  const name = `\`${place}\``;
  const [types, newTypes] = [typesOf(before).join(), typesOf(after).join()];
  const changes: string[] = [];
  if (types && newTypes && types !== newTypes) changes.push(`${name} is ${newTypes} instead of ${types}`);
  const values = before.enum?.map(String);
  const newValues = after.enum?.map(String);
  if (direction === 'request') {
    if (earlier.isNullable && !later.isNullable) changes.push(`${name} does not take null any more`);
    const lost = values && newValues ? values.filter((value) => !newValues.includes(value)) : [];
    if (lost.length > 0) changes.push(`${name} does not take ${joinValues(lost)} any more`);
    if (!values && newValues) changes.push(`${name} takes only ${joinValues(newValues)}`);
    if (after.pattern && after.pattern !== before.pattern) changes.push(`${name} has another pattern`);
    for (const key of ['maxLength', 'maximum', 'maxItems'] as const)
      if (after[key] !== undefined && after[key] < (before[key] ?? Number.POSITIVE_INFINITY))
        changes.push(`${name} has the ${key} ${after[key]}`);
    for (const key of ['minLength', 'minimum', 'minItems'] as const)
      if (after[key] !== undefined && after[key] > (before[key] ?? Number.NEGATIVE_INFINITY))
        changes.push(`${name} has the ${key} ${after[key]}`);
  } else {
    if (!earlier.isNullable && later.isNullable) changes.push(`${name} may be null`);
    const added = values && newValues ? newValues.filter((value) => !values.includes(value)) : [];
    if (added.length > 0) changes.push(`${name} may also be ${joinValues(added)}`);
    if (values && !newValues) changes.push(`${name} may also be other values than ${joinValues(values)}`);
  }
  return changes;
}
