import { describe, expect, it, vi } from 'vitest';
import { type EntityKey, enums, lists } from '#api/metadata.gen.ts';

// importing the entities needs a document
vi.stubGlobal('document', { documentElement: {} });
const { entities } = await import('#entities/index.ts');

/** Returns the values of a filter in the contract; undefined if it accepts any text. */
const allowedValues = (valuesOrMaxLength: (typeof lists)[EntityKey]['filters'][string]) =>
  typeof valuesOrMaxLength === 'string'
    ? enums[valuesOrMaxLength]
    : typeof valuesOrMaxLength === 'number'
      ? undefined
      : valuesOrMaxLength;

it('takes the referenced entities of filters from the contract, and puts ranges, texts and other fields after choices', () => {
  const filters = entities.find(({ key }) => key === 'protocol')?.filters ?? [];
  expect(filters.map(({ id, entity: kind }) => [id, kind])).toEqual([
    ['validity', undefined],
    ['type', undefined],
    ['airline', 'airline'],
    ['countries', 'country'],
    ['currency', undefined],
    ['incomplete', undefined],
    ['openProposal', undefined],
    ['mine', undefined],
    ['validFrom', undefined],
    ['validTo', undefined],
    ['code', undefined],
    ['name', undefined],
    ['updatedBy', undefined],
    ['supplier', undefined],
    ['terms', undefined],
    ['contact', undefined],
  ]);
});

it('offers the comparisons that the contract allows for each field', () => {
  const filters = entities.find(({ key }) => key === 'airport')?.filters ?? [];
  const operatorsOf = (id: string) => filters.find((filter) => filter.id === id)?.operators;
  expect(operatorsOf('country')).toEqual(['is', 'anyOf', 'isNot', 'empty', 'filled']);
  expect(operatorsOf('code')).toEqual(['is', 'anyOf', 'isNot']);
  expect(operatorsOf('name')).toEqual(['is']);
  expect(operatorsOf('mine')).toEqual(['is']);
  expect(operatorsOf('latitude')).toEqual(['between', 'empty', 'filled']);
  expect(operatorsOf('pinyin')).toEqual(['empty', 'filled']);
});

it('gives a default value only to a filter that is always in force', () => {
  const filters = entities.flatMap((entity) => entity.filters);
  expect(filters.filter(({ defaultValue }) => defaultValue !== undefined)).toEqual([
    { id: 'view', operators: ['is'], values: ['latest', 'all'], defaultValue: 'latest' },
  ]);
});

describe.each(entities.map((entity) => [entity.key, entity] as const))('the list of %s', (key, {
  columns,
  filters,
}) => {
  it('has all filters of the contract, with the same values', () => {
    const contractValues = Object.entries(lists[key].filters).map(([id, values]) => [id, allowedValues(values)]);
    const valueFilters = filters.filter(({ operators }) => operators.includes('is'));
    expect(Object.fromEntries(valueFilters.map(({ id, values }) => [id, values]))).toEqual(
      Object.fromEntries(contractValues),
    );
  });

  it('sorts only by columns that are sortable in the contract', () => {
    const sortable = columns.filter(({ unsortable }) => !unsortable).map(({ id }) => id);
    expect(lists[key].sorts).toEqual(expect.arrayContaining(sortable));
  });
});
