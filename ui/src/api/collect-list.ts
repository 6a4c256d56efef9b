import { type Contract, fail, nameOf, type Operation, resolve, type Schema } from './contract-document.ts';

const ofEveryList = ['page', 'pageSize', 'q', 'status', 'sort'];
/** Tells the server which day it is where the viewer is: nobody chooses it. */
const VIEWERS_DAY = 'today';

/** What a condition may be: the name of an enumeration, the values themselves, or any text of so many characters. */
function valuesOf(contract: Contract, name: string, schema: Schema): string | readonly unknown[] | number {
  const { type, enum: values, maxLength } = resolve(contract, schema);
  if (type === 'boolean') return ['true', 'false'];
  if (values) return schema.$ref ? nameOf(schema.$ref) : values;
  return maxLength ?? fail(`the condition ${name} says no maxLength`);
}

/** What a list can be sorted by, in either direction, and its conditions beside those that every list has. */
export function collectList(contract: Contract, list: Operation | undefined) {
  const parameters = (list?.parameters ?? []).flatMap(({ name, schema }) => (name && schema ? [{ name, schema }] : []));
  const sorts = parameters.find(({ name }) => name === 'sort')?.schema.enum ?? [];
  const own = parameters.filter(({ name }) => ![...ofEveryList, VIEWERS_DAY].includes(name));
  return {
    sorts: sorts.map(String).filter((sort) => !sort.startsWith('-')),
    filters: Object.fromEntries(own.map(({ name, schema }) => [name, valuesOf(contract, name, schema)])),
    ...(parameters.some(({ name }) => name === VIEWERS_DAY) && { takesToday: true }),
  };
}
