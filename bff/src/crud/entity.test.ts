import { describe, expect, test } from 'vitest';
import { codeAndNameOf, defaultOrder, defineEntity, hasCode, hasName, identityColumns } from './entity.ts';
import type { Entity } from './model.ts';

const rate = defineEntity({ key: 'rate_board', singular: 'Rate', plural: 'Rates' }) as Entity;
const city = defineEntity({ key: 'city', singular: 'City', plural: 'Cities' }) as Entity;

describe('an entity with code and name', () => {
  test('is identified by them', () => {
    expect([hasCode(city), hasName(city), defaultOrder(city)]).toEqual([true, true, ['code']]);
    expect(identityColumns(city)).toEqual(['code', 'name', 'locales']);
  });

  test.each([[{ en: { name: 'Paris' } }], ['{"en":{"name":"Paris"}}']])('reads locales from %j', (locales) => {
    const identity = { code: 'PAR', name: 'Paris', locales: { en: { name: 'Paris' } } };
    expect(codeAndNameOf(city, { ...identity, locales, id: 1 })).toEqual(identity);
  });
});

describe('an entity without code and name', () => {
  test('is identified by the fields of its title', () => {
    expect([hasCode(rate), hasName(rate), defaultOrder(rate)]).toEqual([false, false, ['base', 'quote', 'source']]);
    expect(identityColumns(rate)).toEqual(['base', 'quote', 'source']);
    const identity = { code: null, name: 'USD/CNY ECB', locales: {} };
    expect(codeAndNameOf(rate, { base: 'USD', quote: 'CNY', source: 'ECB' })).toEqual(identity);
  });

  test('fills its title from columns as well and omits missing values', () => {
    const entityWithTitle = { ...rate, title: '{quotedAt} {unit}' };
    expect(defaultOrder(entityWithTitle)).toEqual(['quoted_at', 'unit']);
    expect(codeAndNameOf(entityWithTitle, { quoted_at: '2026', unit: 100 }).name).toBe('2026 100');
    expect(codeAndNameOf(entityWithTitle, { unit: 1 }).name).toBe(' 1');
  });
});

test('an entity with a code and a title is identified by both', () => {
  const entity = { ...rate, fields: [...rate.fields, ...city.fields.filter(({ name }) => name === 'code')] };
  expect(identityColumns(entity)).toEqual(['code', 'base', 'quote', 'source']);
  const identity = { code: 'PAR', name: 'USD/CNY ECB', locales: {} };
  expect(codeAndNameOf(entity, { code: 'PAR', base: 'USD', quote: 'CNY', source: 'ECB' })).toEqual(identity);
});
