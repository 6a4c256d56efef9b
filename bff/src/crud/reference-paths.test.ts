import { expect, test } from 'vitest';
import { defineEntity } from './entity.ts';
import type { Entity } from './model.ts';
import { collectReferences, referencedKind } from './reference-paths.ts';

const protocol = defineEntity({ key: 'protocol', singular: 'Protocol', plural: 'Protocols' }) as Entity;
const station = defineEntity({ key: 'train_station', singular: 'TrainStation', plural: 'TrainStations' }) as Entity;

test('codes are held in fields, in lists, and in the entries of lists', () => {
  expect(collectReferences(protocol, { code: 'X', airline: 'CA', countries: ['FR', 'CN'] })).toEqual([
    { pointer: '/airline', kind: 'airline', code: 'CA' },
    { pointer: '/countries/0', kind: 'country', code: 'FR' },
    { pointer: '/countries/1', kind: 'country', code: 'CN' },
  ]);
  expect(
    collectReferences(station, { city: 'BJS', airports: [{ airport: 'PEK', distance: 1 }, { airport: 'PKX' }] }),
  ).toEqual([
    { pointer: '/city', kind: 'city', code: 'BJS' },
    { pointer: '/airports/0/airport', kind: 'airport', code: 'PEK' },
    { pointer: '/airports/1/airport', kind: 'airport', code: 'PKX' },
  ]);
});

test.each([
  {},
  { airline: null, countries: [] },
  { airline: undefined, countries: null },
])('none are held in %j', (fields) => {
  expect(collectReferences(protocol, fields)).toEqual([]);
});

test.each([
  ['/airline', 'airline'],
  ['/countries/3', 'country'],
  ['/name', undefined],
  ['/nothing', undefined],
  ['', undefined],
])('what “%s” refers to is %s', (pointer, kind) => {
  expect(referencedKind(protocol, pointer)).toBe(kind);
});

test('what an entry refers to is the list’s', () => {
  expect(referencedKind(station, '/airports/0/airport')).toBe('airport');
});
