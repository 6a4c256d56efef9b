import { describe, expect, test } from 'vitest';
import { targetOf } from '#columns/targets.ts';
import { rateBoard } from '#entities/rate-board.ts';
import { airline } from '../../entities/airline.ts';
import { airport } from '../../entities/airport.ts';
import { city } from '../../entities/city.ts';
import { eurailStation } from '../../entities/eurail-station.ts';
import type { entities } from '../../entities/index.ts';
import { protocol } from '../../entities/protocol.ts';
import { readText } from './read-text.ts';

type EntityFixture = (typeof entities)[number];

function read(entity: EntityFixture, key: string, text: string) {
  const target = targetOf(entity, key);
  if (!target) throw new Error(`${entity.key} has no ${key}`);
  return readText(target, text);
}

describe('parses a cell', () => {
  test.each([
    [airport, 'name', ' Rome  ', 'Rome'],
    [airport, 'name', '　', null],
    [airport, 'code', '007', '007'],
    [airport, 'latitude', '-0.5', -0.5],
    [airport, 'continent', 'as', 'AS'],
    [airport, 'aliases[en]', 'A;B\\;C', ['A', 'B;C']],
    [airport, 'locales', '{"en":{"name":"Rome"}}', { en: { name: 'Rome' } }],
    [eurailStation, 'isMain', 'TRUE', true],
    [eurailStation, 'isMain', '否', false],
    [protocol, 'terms', ' two\n lines ', ' two\n lines '],
    [protocol, 'terms', ' \n', null],
    [protocol, 'validFrom', '2026/3/1', '2026-03-01'],
    [protocol, 'validFrom', '2026-03-01 00:00:00', '2026-03-01'],
    [rateBoard, 'quotedAt', '2026/3/1 8:00', '2026-03-01T08:00:00Z'],
    [rateBoard, 'quotedAt', '2026-03-01 08:00:30.5+0800', '2026-03-01T08:00:30.5+08:00'],
    [rateBoard, 'middle', '.10', '0.10'],
    [rateBoard, 'unit', '100', 100],
  ])('%#: of %o %s %j is %j', (entity, key, text, value) => {
    expect(read(entity, key, text)).toEqual({ value });
  });

  test.each([
    [airport, 'latitude', '1,234.5', 'notNumber'],
    [airport, 'latitude', '0,5', 'notNumber'],
    [airport, 'latitude', "40°42'N", 'notNumber'],
    [eurailStation, 'isMain', 'maybe', 'notBoolean'],
    [eurailStation, 'operatorCodes', 'DB 8000', 'notJson'],
  ])('%#: refuses a text that is no value of the type', (entity, key, text, rule) => {
    expect(read(entity, key, text)).toEqual({ rule });
  });

  test.each([
    [rateBoard, 'middle', '1,234.5'],
    [rateBoard, 'middle', '0,5'],
    [protocol, 'validFrom', '3/1/2026'],
  ])('%#: %s %j is left for the contract to refuse', (entity, key, text) => {
    expect(read(entity, key, text)).toEqual({ value: text });
  });
});

test.each([
  '2026-03-01',
  '2026-02-30 08:00',
  '2026-03-01 25:00',
  '2016-12-31T23:59:60Z',
  '0000-01-01T00:00:00Z',
  'noon',
])('refuses %s as a time', (text) => {
  expect(read(rateBoard, 'quotedAt', text)).toEqual({ rule: 'notTime' });
});

test('limits the depth of JSON as in a request', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
  expect(read(airport, 'locales', nested(20))).toHaveProperty('value');
  expect(read(airport, 'locales', nested(21))).toEqual({ rule: 'notJson' });
  expect(read(airport, 'locales', nested(5000))).toEqual({ rule: 'notJson' });
});

describe('reports what a spreadsheet damaged', () => {
  test.each([
    [airport, 'code', '1.00E+04', 'scientificNotation'],
    [airport, 'name', '1.00E+04', 'scientificNotation'],
    [eurailStation, 'uicCode', '8.0E+06', 'scientificNotation'],
    [eurailStation, 'city', '1E+05', 'scientificNotation'],
    [rateBoard, 'middle', '1.2E-05', 'scientificNotation'],
    [city, 'code', '1-Mar', 'dateForCode'],
    [airport, 'code', '1-Mar', 'dateForCode'],
    [airport, 'icaoCode', '2026-03-01', 'dateForCode'],
    [airport, 'icaoCode', '2026/3/1', 'dateForCode'],
    [airline, 'code', '3/1/2026', 'dateForCode'],
    [airline, 'icaoCode', '3月1日', 'dateForCode'],
    [city, 'iataCode', 'Mar-26', 'dateForCode'],
    [airline, 'iataAccountingCode', '1', 'lostZeros'],
    [city, 'cnCode', '10100', 'lostZeros'],
    [eurailStation, 'uicCode', '800001', 'lostZeros'],
  ])('%#: %s %j', (entity, key, text, rule) => {
    expect(read(entity, key, text)).toEqual({ rule });
  });

  test.each([
    [airport, 'code', '9E-06'],
    [airport, 'code', '1-MAR'],
    [protocol, 'code', '2026-03-01'],
    [airline, 'code', '1E'],
    [airline, 'code', '12'],
    [airport, 'name', '1-Mar'],
    [airport, 'name', '007'],
    [eurailStation, 'address', '1/2'],
  ])('%#: accepts %s %j', (entity, key, text) => {
    expect(read(entity, key, text)).toEqual({ value: text });
  });
});
