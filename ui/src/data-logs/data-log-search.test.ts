import { expect, it } from 'vitest';
import { noConditions, parseDataLogSearch, toFilter, toQuery } from './data-log-search.ts';

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

it('requests one page of the filtered changes', () => {
  const search = { entity: 'city', recordId: 7, id: 3 } as const;
  expect(toQuery({ ...search, cursor: '91' })).toEqual({ entity: 'city', recordId: 7, limit: 20, cursor: '91' });
  expect(toFilter({ ...search, ...noConditions } as object)).toEqual({});
});
