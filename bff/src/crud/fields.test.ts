import { expect, test } from 'vitest';
import { contract } from '#http/contract.ts';
import { toField } from './fields.ts';
import type { Field } from './model.ts';

const field = (kind: string, name: string): Field =>
  toField(kind, name, contract.components.schemas[schemas[kind] ?? ''].properties[name]);
const schemas: Record<string, string> = {
  airport: 'AirportWrite',
  airline: 'AirlineWrite',
  cabin: 'CabinWrite',
  protocol: 'ProtocolWrite',
  rate_board: 'RateWrite',
  eurail_station: 'EurailStationWrite',
  train_station: 'TrainStationWrite',
};
const text = { kind: 'text', isCode: false, searchedMembers: [] };

test.each<[string, string, object]>([
  ['airport', 'name', { ...text, name: 'name', column: 'name' }],
  ['airport', 'icaoCode', { ...text, name: 'icaoCode', column: 'icao_code', isCode: true, searchedMembers: [''] }],
  ['airport', 'city', { ...text, name: 'city', column: 'city_id', isCode: true, reference: 'city' }],
  ['airport', 'latitude', { ...text, name: 'latitude', column: 'latitude', kind: 'number', decimals: 6 }],
  ['airport', 'locales', { ...text, name: 'locales', column: 'locales', kind: 'object' }],
  ['airport', 'pinyin', { ...text, name: 'pinyin', column: 'pinyin', searchedMembers: [''] }],
  [
    'airline',
    'iataAccountingCode',
    { ...text, name: 'iataAccountingCode', column: 'iata_accounting_code', searchedMembers: [''] },
  ],
  ['cabin', 'bookingClasses', { ...text, name: 'bookingClasses', column: 'booking_classes', kind: 'list' }],
  ['cabin', 'order', { ...text, name: 'order', column: 'order', kind: 'number' }],
  ['protocol', 'validTo', { ...text, name: 'validTo', column: 'valid_to', kind: 'date' }],
  ['rate_board', 'cashBuy', { ...text, name: 'cashBuy', column: 'cash_buy', kind: 'decimal' }],
  ['rate_board', 'quotedAt', { ...text, name: 'quotedAt', column: 'quoted_at', kind: 'time' }],
  ['rate_board', 'base', { ...text, name: 'base', column: 'base', searchedMembers: [''] }],
  ['eurail_station', 'isMain', { ...text, name: 'isMain', column: 'is_main', kind: 'boolean' }],
  [
    'eurail_station',
    'parent',
    { ...text, name: 'parent', column: 'parent_id', isCode: true, reference: 'eurail_station' },
  ],
  [
    'eurail_station',
    'operatorCodes',
    { ...text, name: 'operatorCodes', column: 'operator_codes', kind: 'list', searchedMembers: ['code'] },
  ],
  ['train_station', 'verification', { ...text, name: 'verification', column: 'verification', kind: 'object' }],
])('%s.%s', (kind, name, expected) => {
  expect(field(kind, name)).toEqual(expected);
});

test('a list of references has a table of its own, its entries codes or objects that hold one', () => {
  expect(field('protocol', 'countries')).toMatchObject({
    kind: 'list',
    searchedMembers: [],
    list: { table: 'protocol_countries', reference: 'country', extraFields: [] },
  });
  expect(field('protocol', 'countries').list).not.toHaveProperty('member');
  expect(field('train_station', 'airports')).toMatchObject({
    searchedMembers: [],
    list: {
      table: 'train_station_airports',
      reference: 'airport',
      member: 'airport',
      extraFields: [{ name: 'distance', column: 'distance', kind: 'number', decimals: 1 }],
    },
  });
  expect(field('train_station', 'openingHours')).not.toHaveProperty('list');
});
