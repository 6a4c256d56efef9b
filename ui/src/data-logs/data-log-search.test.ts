import { expect, it } from 'vitest';
import { isFolded, noConditions, parseDataLogSearch, toFilter, toQuery } from './data-log-search.ts';

it('parses URL parameters and drops invalid ones', () => {
  const raw = {
    entity: 'airport',
    recordId: '12',
    code: 'PEK',
    actor: 7,
    action: 'update',
    from: '2026-11-20',
    id: '3',
  };
  expect(parseDataLogSearch({ ...raw, other: 1, to: '' })).toEqual({
    entity: 'airport',
    recordId: 12,
    code: 'PEK',
    actor: '7',
    action: 'update',
    from: '2026-11-20',
    id: 3,
  });
  expect(parseDataLogSearch({ entity: 'dragon', action: 'dance', recordId: 12, cursor: "1'--" })).toEqual({});
  expect(parseDataLogSearch({ entity: 'city', recordId: '1.5' })).toEqual({ entity: 'city' });
});

it('needs the kind for a field, and the field for its values', () => {
  const values = { before: 'EU', after: 'AS' };
  const whole = { entity: 'country', field: 'continent', ...values, task: 9 };
  expect(parseDataLogSearch({ ...whole, task: '9' })).toEqual(whole);
  expect(parseDataLogSearch({ field: 'continent', ...values })).toEqual({});
  expect(parseDataLogSearch({ entity: 'country', ...values })).toEqual({ entity: 'country' });
  expect(toFilter(parseDataLogSearch(whole))).toEqual(whole);
});

it('folds the changes of tasks unless something else than kind, person and time is searched for', () => {
  expect(isFolded({ entity: 'city', actor: 'admin', from: '2026-11-20', pageSize: 50, cursor: '9', id: 3 })).toBe(true);
  for (const search of [
    { code: 'PEK' },
    { action: 'update' },
    { task: 9 },
    { field: 'name' },
    { recordId: 1 },
  ] as const)
    expect(isFolded(search)).toBe(false);
});

it('requests one page of the filtered changes', () => {
  const search = { entity: 'city', recordId: 7, id: 3 } as const;
  expect(toQuery({ ...search, cursor: '91' })).toEqual({ entity: 'city', recordId: 7, limit: 20, cursor: '91' });
  expect(toFilter({ ...search, ...noConditions } as object)).toEqual({});
});
