import { expect, test } from 'vitest';
import { defineEntity } from '#crud/entity.ts';
import type { Entity } from '#crud/model.ts';
import { collectReferences, referencedEntityKey } from './reference-paths.ts';

const protocol = defineEntity({ key: 'protocol', singular: 'Protocol', plural: 'Protocols' }) as Entity;
const station = defineEntity({ key: 'train_station', singular: 'TrainStation', plural: 'TrainStations' }) as Entity;

test('collects codes from fields, lists, and entries of lists', () => {
  expect(collectReferences(protocol, { code: 'X', airline: 'CA', countries: ['FR', 'CN'] })).toEqual([
    { pointer: '/airline', entityKey: 'airline', code: 'CA' },
    { pointer: '/countries/0', entityKey: 'country', code: 'FR' },
    { pointer: '/countries/1', entityKey: 'country', code: 'CN' },
  ]);
  expect(
    collectReferences(station, { city: 'BJS', airports: [{ airport: 'PEK', distance: 1 }, { airport: 'PKX' }] }),
  ).toEqual([
    { pointer: '/city', entityKey: 'city', code: 'BJS' },
    { pointer: '/airports/0/airport', entityKey: 'airport', code: 'PEK' },
    { pointer: '/airports/1/airport', entityKey: 'airport', code: 'PKX' },
  ]);
});

test.each([
  {},
  { airline: null, countries: [] },
  { airline: undefined, countries: null },
])('collects none from %j', (fields) => {
  expect(collectReferences(protocol, fields)).toEqual([]);
});

test.each([
  ['/airline', 'airline'],
  ['/countries/3', 'country'],
  ['/name', undefined],
  ['/nothing', undefined],
  ['', undefined],
])('“%s” refers to %s', (pointer, entityKey) => {
  expect(referencedEntityKey(protocol, pointer)).toBe(entityKey);
});

test('an entry refers to the entity of its list', () => {
  expect(referencedEntityKey(station, '/airports/0/airport')).toBe('airport');
});
