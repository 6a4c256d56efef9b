import { expect, test } from 'vitest';
import { contract } from '#http/contract.ts';
import { toField } from './fields.ts';
import type { Field } from './model.ts';

const contractField = (entityKey: string, name: string): Field =>
  toField(entityKey, name, contract.components.schemas[SCHEMA_NAMES[entityKey] ?? ''].properties[name]);
const SCHEMA_NAMES: Record<string, string> = {
  airport: 'AirportWrite',
  airline: 'AirlineWrite',
  cabin: 'CabinWrite',
  protocol: 'ProtocolWrite',
  rate_board: 'RateWrite',
  eurail_station: 'EurailStationWrite',
  train_station: 'TrainStationWrite',
};
const TEXT_FIELD = { kind: 'text', isUpperCase: false, isSearchedAsCode: false, membersSearchedAsCode: [] };

test.each<[string, string, object]>([
  ['airport', 'name', { ...TEXT_FIELD, name: 'name', column: 'name' }],
  [
    'airport',
    'icaoCode',
    { ...TEXT_FIELD, name: 'icaoCode', column: 'icao_code', isUpperCase: true, isSearchedAsCode: true },
  ],
  ['airport', 'city', { ...TEXT_FIELD, name: 'city', column: 'city_id', isUpperCase: true, reference: 'city' }],
  ['airport', 'latitude', { ...TEXT_FIELD, name: 'latitude', column: 'latitude', kind: 'number', decimals: 6 }],
  ['airport', 'locales', { ...TEXT_FIELD, name: 'locales', column: 'locales', kind: 'object' }],
  ['airport', 'pinyin', { ...TEXT_FIELD, name: 'pinyin', column: 'pinyin', isSearchedAsCode: true }],
  [
    'airline',
    'iataAccountingCode',
    { ...TEXT_FIELD, name: 'iataAccountingCode', column: 'iata_accounting_code', isSearchedAsCode: true },
  ],
  ['cabin', 'bookingClasses', { ...TEXT_FIELD, name: 'bookingClasses', column: 'booking_classes', kind: 'list' }],
  ['cabin', 'order', { ...TEXT_FIELD, name: 'order', column: 'order', kind: 'number' }],
  ['protocol', 'validTo', { ...TEXT_FIELD, name: 'validTo', column: 'valid_to', kind: 'date' }],
  ['rate_board', 'cashBuy', { ...TEXT_FIELD, name: 'cashBuy', column: 'cash_buy', kind: 'decimal' }],
  ['rate_board', 'quotedAt', { ...TEXT_FIELD, name: 'quotedAt', column: 'quoted_at', kind: 'time' }],
  ['rate_board', 'base', { ...TEXT_FIELD, name: 'base', column: 'base', isSearchedAsCode: true }],
  ['eurail_station', 'isMain', { ...TEXT_FIELD, name: 'isMain', column: 'is_main', kind: 'boolean' }],
  [
    'eurail_station',
    'parent',
    { ...TEXT_FIELD, name: 'parent', column: 'parent_id', isUpperCase: true, reference: 'eurail_station' },
  ],
  [
    'eurail_station',
    'operatorCodes',
    { ...TEXT_FIELD, name: 'operatorCodes', column: 'operator_codes', kind: 'list', membersSearchedAsCode: ['code'] },
  ],
  ['train_station', 'verification', { ...TEXT_FIELD, name: 'verification', column: 'verification', kind: 'object' }],
])('%s.%s', (entityKey, name, expected) => {
  expect(contractField(entityKey, name)).toEqual(expected);
});

test('stores a list of references in its own table, with codes or objects as entries', () => {
  expect(contractField('protocol', 'countries')).toMatchObject({
    kind: 'list',
    membersSearchedAsCode: [],
    referenceList: { table: 'protocol_countries', reference: 'country', extraFields: [] },
  });
  expect(contractField('protocol', 'countries').referenceList).not.toHaveProperty('codeMember');
  expect(contractField('train_station', 'airports')).toMatchObject({
    membersSearchedAsCode: [],
    referenceList: {
      table: 'train_station_airports',
      reference: 'airport',
      codeMember: 'airport',
      extraFields: [{ name: 'distance', column: 'distance', kind: 'number', decimals: 1 }],
    },
  });
  expect(contractField('train_station', 'openingHours')).not.toHaveProperty('list');
});
