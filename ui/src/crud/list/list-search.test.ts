import { expect, it } from 'vitest';
import { toQuery } from './list-query.ts';
import { createListSearchParser } from './list-search.ts';

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
