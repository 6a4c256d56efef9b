import { describe, expect, it } from 'vitest';
import { entityListParser, readView, toViewSearch } from './view-search.ts';

const readAirports = (search: string, columns: string[]) =>
  readView({ list: 'airport', search }, entityListParser('airport'), new Set(columns));

describe('the query of a view', () => {
  it('has filters, order and columns in a fixed order, and nothing of what is open beside the list', () => {
    const search = {
      status: 'active',
      page: 3,
      pageSize: 50,
      savedView: 7,
      id: 4,
      panel: 'view',
      q: '北京 a&b',
      sort: '-code',
    };
    expect(toViewSearch('airport', search)).toBe('q=%E5%8C%97%E4%BA%AC+a%26b&sort=-code&status=active');
    expect(toViewSearch('airport', { sort: '-code', q: '北京 a&b', status: 'active' })).toBe(
      toViewSearch('airport', search),
    );
    expect(toViewSearch('airport', { savedView: 'none', page: 2, status: undefined, q: '' })).toBe('');
  });

  it('of the data log has the changed field, which is none of a form', () => {
    expect(toViewSearch('data_log', { entity: 'city', field: 'name', cursor: '7', id: 4 })).toBe(
      'entity=city&field=name',
    );
    expect(toViewSearch('city', { field: '/name', panel: 'edit', id: 4 })).toBe('');
  });

  it('is read as it was written', () => {
    const search = { country: 'CN', updated: '2026-11-01..2026-11-05', cols: 'city,status', q: 'a+b' };
    expect(readAirports(toViewSearch('airport', search), ['city', 'status'])).toEqual({ search, unknown: [] });
  });

  it('names what the list does not know, or not with this value, and keeps the rest', () => {
    const search = 'cols=city,gone&continent=XX&country=CN&lost=1&page=2&sort=-nothing&status=active';
    expect(readAirports(search, ['city', 'status'])).toEqual({
      search: { country: 'CN', status: 'active', cols: 'city' },
      unknown: [
        { name: 'continent', value: 'XX' },
        { name: 'lost', value: '1' },
        { name: 'sort', value: '-nothing' },
        { name: 'cols', value: 'gone' },
      ],
    });
    expect(readAirports('cols=gone', ['city']).search).toEqual({});
  });
});
