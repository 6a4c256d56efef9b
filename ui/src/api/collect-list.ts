import { type Contract, nameOf, type Operation, resolve, type Schema } from './contract-document.ts';

const ofEveryList = ['page', 'pageSize', 'q', 'status', 'sort'];

/** What a condition may be: the name of an enumeration, the values themselves, null for any text. */
function valuesOf(contract: Contract, schema: Schema): string | readonly unknown[] | null {
  const { type, enum: values } = resolve(contract, schema);
  if (type === 'boolean') return ['true', 'false'];
  return values ? (schema.$ref ? nameOf(schema.$ref) : values) : null;
}

/** What a list can be sorted by, in either direction, and its conditions beside those that every list has. */
export function collectList(contract: Contract, list: Operation | undefined) {
  const parameters = (list?.parameters ?? []).flatMap(({ name, schema }) => (name && schema ? [{ name, schema }] : []));
  const sorts = parameters.find(({ name }) => name === 'sort')?.schema.enum ?? [];
  const own = parameters.filter(({ name }) => !ofEveryList.includes(name));
  return {
    sorts: sorts.map(String).filter((sort) => !sort.startsWith('-')),
    filters: Object.fromEntries(own.map(({ name, schema }) => [name, valuesOf(contract, schema)])),
  };
}
