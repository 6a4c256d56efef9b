import { afterEach, expect, it, vi } from 'vitest';
import type { EntityUi } from '#crud/define-entity.ts';
import { exportPath } from '#crud/export/export-path.ts';
import { recordListQuery } from '#crud/list/list-query.ts';
import { createEntityListSearchParser } from '#crud/list/list-search.ts';
import { showDay } from '#session/viewed-day.ts';
import { exportOfList, exportOfSelected } from './list-export.ts';

const rateBoard: EntityUi = {
  key: 'rate_board',
  path: '/rate-board',
  resource: '/api/v1/rate-board',
  schema: 'RateWrite',
  icon: 'exchange',
  columns: [{ id: 'quotedAt', width: 100, cell: () => null }],
  filters: [
    { id: 'base', operators: ['is', 'anyOf', 'isNot'] },
    { id: 'view', operators: ['is'], values: ['latest', 'all'], defaultValue: 'latest' },
  ],
  form: { layout: 'panel', load: () => Promise.reject(new Error('no form here')) },
};

const search = createEntityListSearchParser('rate_board');

it('exports with the filters of the list, but without its display settings', () => {
  const shown = search({
    q: '美元 & 欧元',
    status: 'active',
    base: 'EUR',
    view: 'all',
    page: 3,
    pageSize: 50,
    sort: '-quotedAt',
    cols: 'pair',
    id: 7,
    panel: 'edit',
  });
  const path = exportPath(exportOfList(rateBoard, shown), 'xlsx');
  expect(path).toMatch(/^\/api\/v1\/rate-board\/export\?\S+$/);
  expect(Object.fromEntries(new URLSearchParams(path.split('?')[1]))).toEqual({
    format: 'xlsx',
    q: '美元 & 欧元',
    status: 'active',
    base: 'EUR',
    view: 'all',
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it('sends the current local day for filters that depend on it', () => {
  vi.stubEnv('TZ', 'Asia/Shanghai');
  vi.useFakeTimers({ now: new Date('2026-11-24T17:00:00Z') });
  const protocol: EntityUi = { ...rateBoard, key: 'protocol', path: '/protocol', resource: '/api/v1/protocols' };
  const source = exportOfList(
    protocol,
    createEntityListSearchParser('protocol')({ validity: 'ending', today: '2020-01-01' }),
  );
  expect(source.query).toEqual({ validity: 'ending', today: '2026-11-25' });
  expect(recordListQuery('protocol', { validity: 'expired' })).toMatchObject({ today: '2026-11-25' });
  expect(recordListQuery('protocol', {})).not.toHaveProperty('today');
  expect(recordListQuery('airline', { type: 'LCC' })).not.toHaveProperty('today');
});

it('reads lists and exports as of the end of the day that the console shows', () => {
  vi.stubEnv('TZ', 'Asia/Shanghai');
  showDay('2026-11-20');
  const asOf = '2026-11-20T15:59:59.999Z';
  expect(exportOfList(rateBoard, search({})).query).toEqual({ asOf });
  expect(exportOfSelected(rateBoard, [7]).query).toEqual({ ids: '7', asOf });
  expect(recordListQuery('protocol', { validity: 'expired' })).toMatchObject({ asOf, today: '2026-11-20' });
  showDay(null);
  expect(exportOfList(rateBoard, search({})).query).toEqual({});
});

it('exports all records without filters', () => {
  expect(exportPath(exportOfList(rateBoard, search({})), 'csv')).toBe('/api/v1/rate-board/export?format=csv');
});

it('exports only the selected records', () => {
  const path = exportPath(
    exportOfSelected(
      rateBoard,
      new Map([
        [7, 'a'],
        [12, 'b'],
      ]).keys(),
    ),
    'ndjson',
  );
  expect(Object.fromEntries(new URLSearchParams(path.split('?')[1]))).toEqual({ format: 'ndjson', ids: '7,12' });
});
