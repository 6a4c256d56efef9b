import { describe, expect, test } from 'vitest';
import { defaultOrder, defineEntity, hasCode, hasName, identityColumns, identityOf } from './entity.ts';
import type { Entity } from './model.ts';

const rate = defineEntity({ key: 'rate_board', singular: 'Rate', plural: 'Rates' }) as Entity;
const city = defineEntity({ key: 'city', singular: 'City', plural: 'Cities' }) as Entity;

describe('what has a code and a name', () => {
  test('goes by them', () => {
    expect([hasCode(city), hasName(city), defaultOrder(city)]).toEqual([true, true, ['code']]);
    expect(identityColumns(city)).toEqual(['code', 'name', 'locales']);
  });

  test.each([[{ en: { name: 'Paris' } }], ['{"en":{"name":"Paris"}}']])('with locales from %j', (locales) => {
    const identity = { code: 'PAR', name: 'Paris', locales: { en: { name: 'Paris' } } };
    expect(identityOf(city, { ...identity, locales, id: 1 })).toEqual(identity);
  });
});

describe('what has neither', () => {
  test('goes by what its title is made of', () => {
    expect([hasCode(rate), hasName(rate), defaultOrder(rate)]).toEqual([false, false, ['base', 'quote', 'source']]);
    expect(identityColumns(rate)).toEqual(['base', 'quote', 'source']);
    const identity = { code: null, name: 'USD/CNY ECB', locales: {} };
    expect(identityOf(rate, { base: 'USD', quote: 'CNY', source: 'ECB' })).toEqual(identity);
  });

  test('has its title from columns, too, and without what is not there', () => {
    const titled = { ...rate, title: '{quotedAt} {unit}' };
    expect(defaultOrder(titled)).toEqual(['quoted_at', 'unit']);
    expect(identityOf(titled, { quoted_at: '2026', unit: 100 }).name).toBe('2026 100');
    expect(identityOf(titled, { unit: 1 }).name).toBe(' 1');
  });
});
