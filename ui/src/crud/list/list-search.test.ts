import { expect, it } from 'vitest';
import { recordFilterQuery, toListQuery } from './list-query.ts';
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
  expect(toListQuery({ id: 7, panel: 'view', item: 3, cols: 'email', status: 'active' })).toEqual({
    page: 1,
    pageSize: 20,
    status: 'active',
  });
});

it('keeps a range of days, either end of which may be open, and sends its instants to the server', () => {
  const parseCountries = createEntityListSearchParser('country');
  const ranges = ['2026-11-01..2026-11-05', '2026-11-01..', '..2026-11-05'];
  for (const updated of ranges) expect(parseCountries({ updated })).toEqual({ updated });
  for (const updated of ['2026-11', 'soon..later', '1..2'])
    expect(recordFilterQuery('country', { updated })).toEqual({});
  expect(recordFilterQuery('country', { updated: '2026-11-01..2026-11-05', mine: 'true' })).toEqual({
    mine: 'true',
    updatedFrom: new Date(2026, 10, 1).toISOString(),
    updatedTo: new Date(2026, 10, 6).toISOString(),
  });
  expect(recordFilterQuery('country', { updated: '2026-02-31..2026-11-05' })).toEqual({
    updatedTo: new Date(2026, 10, 6).toISOString(),
  });
});

it('keeps several values of a filter, and the names of negated and empty fields, as far as they exist', () => {
  const parseAirports = createEntityListSearchParser('airport');
  const search = {
    country: 'CN,JP',
    continent: 'AS',
    status: 'active,pending',
    not: 'country,status',
    empty: 'icaoCode',
  };
  expect(parseAirports({ ...search, filled: 'pinyin,city' })).toEqual({ ...search, filled: 'pinyin,city' });
  expect(parseAirports({ continent: 'AS,XX,AS,EU', not: 'continent,country,nonsense' })).toEqual({
    continent: 'AS,EU',
    not: 'continent',
  });
  expect(parseAirports({ empty: 'name,icaoCode,country', filled: 'pinyin,country', country: 'CN' })).toEqual({
    country: 'CN',
    empty: 'icaoCode',
    filled: 'pinyin',
  });
  expect(parseAirports({ mine: 'true,false', name: 'a,b' })).toEqual({ name: 'a,b' });
});

it('keeps ranges with an end, and sends the days of times as instants', () => {
  const [parseAirports, parseRates] = [
    createEntityListSearchParser('airport'),
    createEntityListSearchParser('rate_board'),
  ];
  for (const latitude of ['30..40.5', '-10..', '..5']) expect(parseAirports({ latitude })).toEqual({ latitude });
  for (const latitude of ['40..30', '..', '7', '1e3..', 'a..b', '1..2..3'])
    expect(parseAirports({ latitude })).toEqual({});
  for (const quotedAt of ['2026-11-05..2026-11-01', '2026-02-30..', 'today'])
    expect(parseRates({ quotedAt })).toEqual({});
  const search = parseRates({ quotedAt: '2026-11-01..2026-11-05', middle: '7..8' });
  const [from, to] = [new Date(2026, 10, 1).toISOString(), new Date(2026, 10, 6).toISOString()];
  expect(recordFilterQuery('rate_board', search)).toEqual({ middle: '7..8', quotedAt: `${from}..${to}` });
  expect(recordFilterQuery('rate_board', { quotedAt: '2026-11-01..' })).toEqual({ quotedAt: `${from}..` });
});

it('keeps up to three columns to sort records by, each once', () => {
  const parseAirports = createEntityListSearchParser('airport');
  expect(parseAirports({ sort: 'country,-code' })).toEqual({ sort: 'country,-code' });
  expect(parseAirports({ sort: '-country,password,city,name,code' })).toEqual({ sort: '-country,city,name' });
  expect(parse({ sort: 'username,lastSeen' })).toEqual({ sort: 'username' });
});
