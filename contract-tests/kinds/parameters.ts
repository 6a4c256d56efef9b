import { refName } from '../contract/contract.ts';
import type { Schema } from '../contract/types.ts';
import { ContractError, type ContractText } from './contract-text.ts';
import { commonSortFields, type RecordKind, type Schemas } from './record-kinds.ts';
import { appendItems, bodyOf, findEntry, indentOf, indentTo, itemsIn, type Span } from './yaml-lines.ts';

/** An operation without the parameters that only its kind has: the shared ones and `sort` remain. */
export function withoutFilters(operation: string[]): string[] {
  const filters = parametersOf(operation).filter((item) => !isShared(operation, item));
  return operation.filter((_, at) => !filters.some(({ start, end }) => at >= start && at < end));
}

/** An operation with the filters of its kind after its other parameters. */
export function withFilters(operation: string[], filters: string[][]): string[] {
  const last = parametersOf(operation).at(-1);
  if (!last) throw new ContractError(['the list and the export of the pattern take no parameters']);
  const indent = indentOf(operation[last.start] ?? '');
  const lines = filters.flatMap((filter) => indentTo(filter, indent));
  return [...operation.slice(0, last.end), ...lines, ...operation.slice(last.end)];
}

/** A list with the values of `sort` that its kind has. */
export function withSort(list: string[], { sortable }: RecordKind): string[] {
  const item = parametersOf(list).find(({ start }) => isSort(list[start]));
  const values = item && findEntry(list, ['schema', 'enum'], bodyOf(item));
  if (!values) throw new ContractError(['the list of the pattern has no parameter `sort` with an enum']);
  const names = [...sortable, ...commonSortFields].flatMap((name) => [name, `-${name}`]);
  const empty = `${' '.repeat(indentOf(list[values.start] ?? ''))}enum: []`;
  return [...list.slice(0, values.start), ...appendItems([empty], names), ...list.slice(values.end)];
}

/** The parameters of a kind's list and export that its `x-filters` asks for, each as its lines. */
export function filtersOf(kind: RecordKind, text: ContractText, schemas: Schemas): string[][] {
  const items = itemsIn(text.lines, bodyOf(text.get('components', 'schemas', kind.schema, 'x-filters')));
  return kind.filters.map((filter, index) => {
    if (typeof filter === 'string') return [parameterOf(kind, filter, schemas)];
    const item = items[index];
    if (item) return text.read(item);
    const fault = `kind ${kind.tag}: write x-filters as a block list, an item a line, as ${filter.name} is a whole parameter`;
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

function parameterOf(kind: RecordKind, name: string, schemas: Schemas): string {
  const { ref, schema } = valueSchema(kind.record.properties?.[name] ?? {}, schemas);
  const write = (type: string, description = '') =>
    `- { name: ${name}, in: query, schema: { ${type} }${description && `, description: ${description}`} }`;
  if (schema.enum && ref) return write(`$ref: '#/components/schemas/${ref}'`);
  if (schema.type === 'boolean') return write('type: boolean');
  const fault = (advice: string) => new ContractError([`kind ${kind.tag}: x-filters names ${name}: ${advice}`]);
  if (!isText(schema)) throw fault('it is neither text, a choice, a reference nor a boolean; write the parameter out');
  const length = schema.maxLength ?? longestMatch(schema.pattern);
  if (length === undefined) throw fault(`give it a maxLength in ${kind.schema}, or write the parameter out`);
  return write(`type: string, maxLength: ${length}`, descriptionOf(name, schema));
}

/** What one value looks like: without null, and of a list its items; with the name that it goes by among the schemas. */
function valueSchema(property: Schema, schemas: Schemas): { ref: string | undefined; schema: Schema } {
  const plain = property.oneOf?.find(({ type }) => type !== 'null') ?? property;
  const ref = refName(plain);
  const schema = ref === undefined ? plain : (schemas[ref] ?? {});
  return schema.items || schema.oneOf ? valueSchema(schema.items ?? schema, schemas) : { ref, schema };
}

function isText({ type, enum: values }: Schema): boolean {
  return [type].flat().includes('string') && !values;
}

/** How long a text can be that matches a pattern of one class of characters, such as `^[A-Z0-9]{2,8}$`. */
function longestMatch(pattern = ''): number | undefined {
  const lookahead = String.raw`(?:\(\?=[^()]*\))?`;
  const match = pattern.match(new RegExp(String.raw`^\^${lookahead}(?:\[[^\]]+\]|\\d)(?:\{(?:\d+,)?(\d+)\})?\$$`));
  return match ? Number(match[1] ?? 1) : undefined;
}

function descriptionOf(name: string, schema: Schema): string {
  if (schema['x-reference']) return 'The code of the record referred to.';
  return name === 'name' ? "'Part of the name, in any language.'" : 'Exact.';
}
