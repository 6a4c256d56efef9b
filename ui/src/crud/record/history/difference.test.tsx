import { beforeAll, describe, expect, it } from 'vitest';
import { loadTexts, setLanguage } from '#i18n/i18n.ts';
import { createDifferenceText } from './difference.ts';

beforeAll(async () => {
  await setLanguage('en');
  await loadTexts('frame', 'review');
});

const difference = (before: unknown, after: unknown, pointer = '/name') =>
  createDifferenceText('RateWrite', [], {}, {})({ pointer, before, after });

describe('the difference of a value', () => {
  it.for([
    ['', 'ZBAD', 'Added'],
    [[], ['a'], 'Added'],
    ['ZBAA', null, 'Cleared'],
    [2, 5, '+3 (+150 %)'],
    [0, 5, '+5'],
    ['Two  spaces', 'Two spaces', ''],
    ['2027-01-01', '2027-01-31', '30 days later'],
    ['2027-01-31', '2027-01-30', '1 day earlier'],
    ['Beijing Daxing Airport', 'Beijing Daxing International Airport', '+1 word'],
    ['Beijing Daxing Airport', 'Beijing', '−2 words'],
    ['Daxing Beijing', 'Beijing Daxing', 'Different order'],
    ['ZBAA', 'ZBAD', ''],
    ['8700011', '8700012', ''],
    [['a', 'b', 'b'], ['b', 'c', 'd'], '+2 −2'],
    [['a', 'b'], ['b', 'a'], 'Different order'],
    [true, false, ''],
  ] as const)('from %j to %j is “%s”', ([before, after, text]) => {
    expect(difference(before, after)).toBe(text);
  });
});

it.for([
  ['7.1043', '7.1041', '−0.0002 (−0.0028 %)'],
  ['7', '7.5', '+0.5 (+7.1 %)'],
  ['150', '151', '+1 (+0.67 %)'],
] as const)('says by how much an amount changes from %s to %s', ([before, after, text]) => {
  expect(difference(before, after, '/middle')).toBe(text);
  // a text of digits is a code elsewhere
  expect(difference(before, after, '/source')).toBe('');
});

it('says at the first coordinate by how far and where to a place moves', () => {
  const changes = [
    { pointer: '/latitude', before: 39.501289, after: 39.501309 },
    { pointer: '/longitude', before: 116.413967, after: 116.413987 },
  ];
  const before = { latitude: 39.501289, longitude: 116.413967 };
  const text = createDifferenceText('AirportWrite', changes, before, { latitude: 39.501309, longitude: 116.413987 });
  expect(changes.map(text)).toEqual(['Moves 3 m northeast', '']);
  const [, longitude] = changes;
  const west = createDifferenceText('AirportWrite', [...changes].slice(1), before, { ...before, longitude: 115 });
  expect(longitude && west(longitude)).toBe('Moves 121 km west');
});
