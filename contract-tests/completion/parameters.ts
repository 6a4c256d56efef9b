import { refName } from '../contract/contract.ts';
import type { Schema } from '../contract/types.ts';
import { ContractError, type ContractText } from './contract-text.ts';
import { commonSortFields, type EntityDefinition, type Schemas } from './entity-definitions.ts';
import { appendItems, bodyOf, findEntry, indentOf, indentTo, itemsIn, type Span } from './yaml-lines.ts';

/** Returns an operation without the parameters of its entity. Shared parameters and those that list fields remain. */
export function withoutFilters(operation: string[]): string[] {
  const filters = parametersOf(operation).filter((item) => !isShared(operation, item));
  return operation.filter((_, index) => !filters.some(({ start, end }) => index >= start && index < end));
}

/** Returns an operation with the filters of its entity after its other parameters. */
export function withFilters(operation: string[], filters: string[][]): string[] {
  const lastParameter = parametersOf(operation).at(-1);
  if (!lastParameter) throw new ContractError(['the list and the export of the pattern have no parameters']);
  const indent = indentOf(operation[lastParameter.start] ?? '');
  const lines = filters.flatMap((filter) => indentTo(filter, indent));
  return [...operation.slice(0, lastParameter.end), ...lines, ...operation.slice(lastParameter.end)];
}

/** The parameters whose values are names of fields, with the names that they accept for an entity. */
const fieldListParameters: Record<string, (entity: EntityDefinition, schemas: Schemas) => string[]> = {
  sort: ({ sortable }) => [...sortable, ...commonSortFields].flatMap((name) => [name, `-${name}`]),
  not: (entity, schemas) => ['status', 'updatedBy', ...namesOfListFilters(entity, schemas)],
  empty: clearableFields,
  filled: clearableFields,
};

/** Returns a list or an export whose parameters accept the fields of its entity. A parameter that would accept none is removed. */
export function withFieldNames(operation: string[], entity: EntityDefinition, schemas: Schemas): string[] {
  return Object.entries(fieldListParameters).reduce((lines, [parameter, namesFor]) => {
    const item = parametersOf(lines).find(({ start }) => nameOf(lines[start]) === parameter);
    if (!item) return lines;
    const values = findEntry(lines, ['schema', 'items', 'enum'], bodyOf(item));
    if (!values) throw new ContractError([`the parameter \`${parameter}\` of the pattern has no items with an enum`]);
    const names = namesFor(entity, schemas);
    if (names.length === 0) return [...lines.slice(0, item.start), ...lines.slice(item.end)];
    const empty = `${' '.repeat(indentOf(lines[values.start] ?? ''))}enum: []`;
    return [...lines.slice(0, values.start), ...appendItems([empty], names), ...lines.slice(values.end)];
  }, operation);
}

/** Returns the filters that take several values, which can be negated. */
function namesOfListFilters({ filters, record }: EntityDefinition, schemas: Schemas): string[] {
  return filters.flatMap((filter) => {
    if (typeof filter !== 'string') return filter.schema.type === 'array' ? [filter.name] : [];
    return takesSeveral(filter, valueSchema(record.properties?.[filter] ?? {}, schemas).schema) ? [filter] : [];
  });
}

/** Returns the fields that people may leave empty. */
function clearableFields({ record, write }: EntityDefinition, schemas: Schemas): string[] {
  return Object.entries(record.properties ?? {}).flatMap(([name, property]) => {
    const isNullable = [property.type, ...(property.oneOf ?? []).map(({ type }) => type)].flat().includes('null');
    const { type } = schemas[refName(property) ?? ''] ?? property;
    return write.properties?.[name] && (isNullable || type === 'array') ? [name] : [];
  });
}

/** Returns the parameters that an entity's `x-filters` declares, each as its lines. */
export function filtersOf(entity: EntityDefinition, text: ContractText, schemas: Schemas): string[][] {
  const items = itemsIn(text.lines, bodyOf(text.get('components', 'schemas', entity.schema, 'x-filters')));
  return entity.filters.map((filter, index) => {
    if (typeof filter === 'string') return [parameterOf(entity, filter, schemas)];
    const item = items[index];
    if (item) return text.read(item);
    const fault = `entity ${entity.tag}: write x-filters as a block list with an item per line, as ${filter.name} is a whole parameter`;
    throw new ContractError([fault]);
  });
}

function parametersOf(operation: string[]): Span[] {
  const parameters = findEntry(operation, ['parameters'], { start: 1, end: operation.length });
  return parameters ? itemsIn(operation, bodyOf(parameters)) : [];
}

function isShared(operation: string[], { start }: Span): boolean {
  const line = operation[start] ?? '';
  return (nameOf(line) ?? '') in fieldListParameters || line.includes("$ref: '#/components/parameters/");
}

/** Returns the name of a parameter that is written as a block. */
function nameOf(line = ''): string | undefined {
  return line.match(/^\s*- name: (\w+)$/)?.[1];
}

function parameterOf(entity: EntityDefinition, name: string, schemas: Schemas): string {
  const { ref, schema } = valueSchema(entity.record.properties?.[name] ?? {}, schemas);
  const parameterLine = (type: string, description = '') => {
    const [style, value] = takesSeveral(name, schema)
      ? [' explode: false,', `type: array, maxItems: ${maxValues}, items: { ${type} }`]
      : ['', type];
    return `- { name: ${name}, in: query,${style} schema: { ${value} }${description && `, description: ${description}`} }`;
  };
  const range = rangeOf(schema);
  if (range) return parameterLine(`$ref: '#/components/schemas/${range}'`);
  if (schema.enum && ref) return parameterLine(`$ref: '#/components/schemas/${ref}'`);
  if (schema.type === 'boolean') return parameterLine('type: boolean');
  const fault = (advice: string) => new ContractError([`entity ${entity.tag}: x-filters names ${name}: ${advice}`]);
  if (!isText(schema))
    throw fault('it is not a text, an enum, a reference, a boolean, a number or a time; write out the parameter');
  const length = schema.maxLength ?? longestMatch(schema.pattern);
  if (length === undefined) throw fault(`give it a maxLength in ${ref ?? entity.schema}, or write out the parameter`);
  return parameterLine(`type: string, maxLength: ${length}`, descriptionOf(name, schema));
}

/** How many values a filter takes. */
const maxValues = 100;

/** Returns whether a filter takes several values: any choice, and texts that contain no comma. */
function takesSeveral(name: string, schema: Schema): boolean {
  if (name === 'name' || rangeOf(schema)) return false;
  if (schema.enum || schema['x-reference'] || schema['x-case']) return true;
  const { pattern } = schema;
  return pattern !== undefined && !['a,b', 'A,B', '1,2'].some((text) => new RegExp(pattern, 'u').test(text));
}

/** Returns the schema of the range by which numbers and times are filtered. */
function rangeOf(schema: Schema): string | undefined {
  const types = [schema.type].flat();
  if (schema.enum) return undefined;
  if (types.includes('number') || types.includes('integer') || schema['x-decimal']) return 'NumberRange';
  return { date: 'DayRange', 'date-time': 'TimeRange' }[schema.format ?? ''];
}

/** Returns the schema of a single value, without null or the list around it, and its name if it is a shared schema. */
function valueSchema(property: Schema, schemas: Schemas): { ref: string | undefined; schema: Schema } {
  const nonNull = property.oneOf?.find(({ type }) => type !== 'null') ?? property;
  const ref = refName(nonNull);
  const schema = ref === undefined ? nonNull : (schemas[ref] ?? {});
  return schema.items || schema.oneOf ? valueSchema(schema.items ?? schema, schemas) : { ref, schema };
}

function isText({ type, enum: values }: Schema): boolean {
  return [type].flat().includes('string') && !values;
}

/** Returns the maximum length of texts that match a pattern with one character class, such as `^[A-Z0-9]{2,8}$`. */
function longestMatch(pattern = ''): number | undefined {
  const lookahead = String.raw`(?:\(\?=[^()]*\))?`;
  const match = pattern.match(new RegExp(String.raw`^\^${lookahead}(?:\[[^\]]+\]|\\d)(?:\{(?:\d+,)?(\d+)\})?\$$`));
  return match ? Number(match[1] ?? 1) : undefined;
}

const NAME_DESCRIPTION =
  "'Words in any order, each the beginning of a word of a name or alias in any language, or part of a Chinese name.'";

function descriptionOf(name: string, schema: Schema): string {
  if (schema['x-reference']) return 'The code of the record referred to.';
  return name === 'name' ? NAME_DESCRIPTION : 'Exact.';
}
