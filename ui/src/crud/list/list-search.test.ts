import { expect, it } from 'vitest';
import { recordFilter, toQuery } from './list-query.ts';
import { createEntityListSearchParser, createListSearchParser } from './list-search.ts';

const parse = createListSearchParser({
  sorts: ['username', 'lastSeen'],
  panels: ['view', 'edit', 'new'],
  filters: { status: ['active', 'pending'], role: 60 },
});

it('keeps valid URL parameters and drops the others', () => {
  const search = { page: '2', pageSize: '50', sort: '-lastSeen', q: 'lin', status: 'pending', role: 'editor', id: 7 };
  expect(parse(search)).toEqual({ ...search, page: 2, pageSize: 50, panel: 'view' });
  expect(parse({ page: '-1', pageSize: '30', sort: 'password', status: 'gone', panel: 'drop', x: 1 })).toEqual({});
});

it('opens the card of the id in the address unless another panel is given', () => {
  expect(parse({ id: '7' })).toEqual({ id: 7, panel: 'view' });
  expect(parse({ id: '7', panel: 'edit' })).toEqual({ id: 7, panel: 'edit' });
  expect(parse({ panel: 'new' })).toEqual({ panel: 'new' });
  expect(parse({ id: '7', item: '3' })).toEqual({ id: 7, panel: 'view', item: 3 });
  expect(parse({ item: '3' })).toEqual({});
});

it('sends page and filters to the server, but no display settings', () => {
  expect(toQuery({ id: 7, panel: 'view', item: 3, cols: 'email', status: 'active' })).toEqual({
    page: 1,
    pageSize: 20,
    status: 'active',
  });
});

it('keeps a range of days, either end of which may be open, and sends its instants to the server', () => {
  const parseCountries = createEntityListSearchParser('country');
  const ranges = ['2026-11-01..2026-11-05', '2026-11-01..', '..2026-11-05'];
  for (const updated of ranges) expect(parseCountries({ updated })).toEqual({ updated });
  for (const updated of ['2026-11', 'soon..later', '1..2']) expect(recordFilter('country', { updated })).toEqual({});
  expect(recordFilter('country', { updated: '2026-11-01..2026-11-05', mine: 'true' })).toEqual({
    mine: 'true',
    updatedFrom: new Date(2026, 10, 1).toISOString(),
    updatedTo: new Date(2026, 10, 6).toISOString(),
  });
  expect(recordFilter('country', { updated: '2026-02-31..2026-11-05' })).toEqual({
    updatedTo: new Date(2026, 10, 6).toISOString(),
  });
});
