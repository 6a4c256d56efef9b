import {
  type Contract,
  fail,
  type Operation,
  type Parameter,
  refName,
  resolve,
  type Schema,
} from './contract-document.ts';

const COMMON_PARAMETERS = ['page', 'pageSize', 'q', 'status', 'sort', 'updatedFrom', 'updatedTo'];
/** The viewer's current day, which is sent with every request and is no filter. */
const TODAY_PARAMETER = 'today';

/** Returns the values of a filter, as the name of an enumeration or one by one; for a free text its maximum length. */
function valuesOrMaxLengthOf(contract: Contract, name: string, schema: Schema): string | readonly unknown[] | number {
  const { type, enum: values, maxLength } = resolve(contract, schema);
  if (type === 'boolean') return ['true', 'false'];
  if (values) return schema.$ref ? refName(schema.$ref) : values;
  return maxLength ?? fail(`the condition ${name} says no maxLength`);
}

const resolveParameter = (contract: Contract, parameter: Parameter): Parameter =>
  parameter.$ref === undefined
    ? parameter
    : (contract.components.parameters?.[refName(parameter.$ref)] ?? fail(`nothing at ${parameter.$ref}`));

/** Collects the sort columns of a list, and its filters apart from those that every list has. */
export function collectList(contract: Contract, list: Operation | undefined) {
  const { parameters: writtenParameters = [] } = list ?? {};
  // what all lists share comes after a list's own
  const parameters = [...writtenParameters]
    .sort((a, b) => Number(a.$ref !== undefined) - Number(b.$ref !== undefined))
    .map((parameter) => resolveParameter(contract, parameter))
    .flatMap(({ name, schema }) => (name && schema ? [{ name, schema }] : []));
  const sorts = parameters.find(({ name }) => name === 'sort')?.schema.enum ?? [];
  const ownParameters = parameters.filter(({ name }) => ![...COMMON_PARAMETERS, TODAY_PARAMETER].includes(name));
  return {
    sorts: sorts.map(String).filter((sort) => !sort.startsWith('-')),
    filters: Object.fromEntries(
      ownParameters.map(({ name, schema }) => [name, valuesOrMaxLengthOf(contract, name, schema)]),
    ),
    ...(parameters.some(({ name }) => name === TODAY_PARAMETER) && { takesToday: true }),
  };
}
