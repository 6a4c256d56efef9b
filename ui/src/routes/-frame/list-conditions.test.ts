import { describe, expect, it, vi } from 'vitest';
import { type Entity, enums, lists } from '#api/facts.gen.ts';

// the words of columns and what they call are of no matter here
vi.stubGlobal('document', { documentElement: {} });
const { entities } = await import('#entities/index.ts');

/** A condition's values by the contract; undefined where any text is one. */
const valuesOf = (values: (typeof lists)[Entity]['filters'][string]) =>
  typeof values === 'string' ? enums[values] : typeof values === 'number' ? undefined : values;

it('takes the kinds of records to filter by from the contract, and puts what is typed last', () => {
  const filters = entities.find(({ key }) => key === 'protocol')?.filters ?? [];
  expect(filters.map(({ id, kind }) => [id, kind])).toEqual([
    ['validity', undefined],
    ['type', undefined],
    ['airline', 'airline'],
    ['countries', 'country'],
    ['currency', undefined],
    ['code', undefined],
    ['name', undefined],
  ]);
});

it('shows a filter with an initial value as a switch', () => {
  const filters = entities.flatMap((entity) => entity.filters);
  expect(filters.filter(({ initial }) => initial !== undefined)).toEqual([
    { id: 'view', values: ['latest', 'all'], initial: 'latest' },
  ]);
});

describe.each(entities.map((entity) => [entity.key, entity] as const))('the list of %s', (key, {
  columns,
  filters,
}) => {
  it('shows each condition that its address may have, with the same values', () => {
    const byContract = Object.entries(lists[key].filters).map(([id, values]) => [id, valuesOf(values)]);
    expect(Object.fromEntries(filters.map(({ id, values }) => [id, values]))).toEqual(Object.fromEntries(byContract));
  });

  it('sorts by columns that the contract sorts by', () => {
    const sortable = columns.filter(({ unsortable }) => !unsortable).map(({ id }) => id);
    expect(lists[key].sorts).toEqual(expect.arrayContaining(sortable));
  });
});
