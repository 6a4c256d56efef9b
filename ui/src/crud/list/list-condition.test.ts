import { expect, it } from 'vitest';
import type { FilterSpec } from '#crud/define-entity.ts';
import { type Condition, conditionOf, withCondition } from './list-query.ts';

const country: FilterSpec = { id: 'country', operators: ['is', 'anyOf', 'isNot', 'empty', 'filled'] };
const latitude: FilterSpec = { id: 'latitude', operators: ['between'], range: 'number' };
const name: FilterSpec = { id: 'name', operators: ['is'] };

const conditions: [FilterSpec, Condition, object][] = [
  [country, { operator: 'is', values: ['CN'] }, { country: 'CN' }],
  [country, { operator: 'anyOf', values: ['CN', 'JP'] }, { country: 'CN,JP' }],
  [country, { operator: 'isNot', values: ['CN'] }, { country: 'CN', not: 'country' }],
  [country, { operator: 'empty', values: [] }, { empty: 'country' }],
  [country, { operator: 'filled', values: [] }, { filled: 'country' }],
  [latitude, { operator: 'between', values: ['7..8'] }, { latitude: '7..8' }],
  [name, { operator: 'is', values: ['a, b'] }, { name: 'a, b' }],
];

it.each(conditions)('the condition %o as %o is %o in the address', (spec, condition, search) => {
  const written = withCondition({}, spec.id, condition);
  expect(Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined))).toEqual(search);
  expect(conditionOf({ ...search }, spec)).toEqual(condition);
});

it('replaces what the address says about a field and leaves other fields', () => {
  const search = { country: 'CN', continent: 'AS', not: 'country,continent', empty: 'city' };
  expect(withCondition(search, 'country', { operator: 'empty', values: [] })).toEqual({
    country: undefined,
    not: 'continent',
    empty: 'city,country',
    filled: undefined,
  });
  expect(withCondition(search, 'city', undefined)).toMatchObject({ not: 'country,continent', empty: undefined });
  expect(conditionOf(search, latitude)).toBeUndefined();
});
