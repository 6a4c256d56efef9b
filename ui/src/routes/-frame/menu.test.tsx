import { describe, expect, it } from 'vitest';
import { forgetSearches, homeItem, lastSearchOf, listPages, menuGroups, rememberSearch } from './menu.ts';

describe('the letters of pages', () => {
  const letters = listPages().map(({ letter }) => letter);

  it('open one page each, and every page has one', () => {
    expect(letters.filter((letter) => !/^[a-z]$/.test(letter ?? ''))).toEqual([]);
    expect(new Set(letters).size).toBe(letters.length);
  });
});

describe('the items of the menu', () => {
  const country = menuGroups.flatMap(({ items }) => items).find(({ path }) => path === '/country') ?? homeItem;

  it('lead back to what a page showed, without what was open beside it, until the user signs out', () => {
    expect(lastSearchOf(country, '/city')).toEqual({});
    rememberSearch('/country', { status: 'active', page: 3, id: 7, panel: 'edit', field: '/name' });
    expect(lastSearchOf(country, '/city')).toEqual({ status: 'active', page: 3 });
    forgetSearches();
    expect(lastSearchOf(country, '/city')).toEqual({});
  });

  it('lead back to the field by which the data log was filtered', () => {
    const dataLog = menuGroups.flatMap(({ items }) => items).find(({ path }) => path === '/data-logs') ?? homeItem;
    const search = { entity: 'city', field: 'name', after: 'Peking' };
    rememberSearch('/data-logs', search);
    expect(lastSearchOf(dataLog, '/city')).toEqual(search);
    forgetSearches();
  });

  it('lead to the plain page from the page itself, and always to the plain home page', () => {
    rememberSearch('/country', { status: 'active' });
    rememberSearch('/', { review: 'all' });
    expect([lastSearchOf(country, '/country'), lastSearchOf(homeItem, '/country')]).toEqual([{}, {}]);
    forgetSearches();
  });
});
