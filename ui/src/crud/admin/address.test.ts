import { expect, it } from 'vitest';
import { adminSearch, toQuery } from './address.ts';

const read = adminSearch({
  sorts: ['username', 'lastSeen'],
  panels: ['view', 'edit', 'new'],
  filters: { status: ['active', 'pending'], role: 60 },
});

it('keeps what the list understands and drops the rest', () => {
  const said = { page: '2', pageSize: '50', sort: '-lastSeen', q: 'lin', status: 'pending', role: 'editor', id: 7 };
  expect(read(said)).toEqual({ ...said, page: 2, pageSize: 50, panel: 'view' });
  expect(read({ page: '-1', pageSize: '30', sort: 'password', status: 'gone', panel: 'drop', x: 1 })).toEqual({});
});

it('shows the card of what is named, unless something else of it is asked for', () => {
  expect(read({ id: '7' })).toEqual({ id: 7, panel: 'view' });
  expect(read({ id: '7', panel: 'edit' })).toEqual({ id: 7, panel: 'edit' });
  expect(read({ panel: 'new' })).toEqual({ panel: 'new' });
  expect(read({ id: '7', item: '3' })).toEqual({ id: 7, panel: 'view', item: 3 });
  expect(read({ item: '3' })).toEqual({});
});

it('asks the server for a page of the conditions, not for what only this screen is about', () => {
  expect(toQuery({ id: 7, panel: 'view', item: 3, cols: 'email', status: 'active' })).toEqual({
    page: 1,
    pageSize: 20,
    status: 'active',
  });
});
