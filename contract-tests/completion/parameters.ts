import { refName } from '../contract/contract.ts';
import type { Schema } from '../contract/types.ts';
import { ContractError, type ContractText } from './contract-text.ts';
import { commonSortFields, type EntityDefinition, type Schemas } from './entity-definitions.ts';
import { appendItems, bodyOf, findEntry, indentOf, indentTo, itemsIn, type Span } from './yaml-lines.ts';

/** Returns an operation without the parameters of its entity. Shared parameters and `sort` remain. */
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

/** Returns a list operation with the sort values of its entity. */
export function withSort(list: string[], { sortable }: EntityDefinition): string[] {
  const item = parametersOf(list).find(({ start }) => isSort(list[start]));
  const values = item && findEntry(list, ['schema', 'enum'], bodyOf(item));
  if (!values) throw new ContractError(['the list of the pattern has no parameter `sort` with an enum']);
  const names = [...sortable, ...commonSortFields].flatMap((name) => [name, `-${name}`]);
  const empty = `${' '.repeat(indentOf(list[values.start] ?? ''))}enum: []`;
  return [...list.slice(0, values.start), ...appendItems([empty], names), ...list.slice(values.end)];
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
  return isSort(operation[start]) || (operation[start] ?? '').includes("$ref: '#/components/parameters/");
}

function isSort(line = ''): boolean {
  return /^\s*- name: sort$/.test(line);
}

function parameterOf(entity: EntityDefinition, name: string, schemas: Schemas): string {
  const { ref, schema } = valueSchema(entity.record.properties?.[name] ?? {}, schemas);
  const parameterLine = (type: string, description = '') =>
    `- { name: ${name}, in: query, schema: { ${type} }${description && `, description: ${description}`} }`;
  if (schema.enum && ref) return parameterLine(`$ref: '#/components/schemas/${ref}'`);
  if (schema.type === 'boolean') return parameterLine('type: boolean');
  const fault = (advice: string) => new ContractError([`entity ${entity.tag}: x-filters names ${name}: ${advice}`]);
  if (!isText(schema)) throw fault('it is not a text, an enum, a reference or a boolean; write out the parameter');
  const length = schema.maxLength ?? longestMatch(schema.pattern);
  if (length === undefined) throw fault(`give it a maxLength in ${entity.schema}, or write out the parameter`);
  return parameterLine(`type: string, maxLength: ${length}`, descriptionOf(name, schema));
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

function descriptionOf(name: string, schema: Schema): string {
  if (schema['x-reference']) return 'The code of the record referred to.';
  return name === 'name' ? "'Part of the name, in any language.'" : 'Exact.';
}
