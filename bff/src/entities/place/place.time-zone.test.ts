import { describe, expect, test } from 'vitest';
import { findTimeZoneProblems, isTimeZoneOfCountry, normaliseTimeZone, toCurrentTimeZoneName } from './place.ts';

describe('currentZone', () => {
  test.each([
    ['Asia/Shanghai', 'Asia/Shanghai'],
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['US/Eastern', 'America/New_York'],
    ['PRC', 'Asia/Shanghai'],
    ['Asia/Harbin', 'Asia/Shanghai'],
    ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
    // links to a zone of another country are kept
    ['Europe/Oslo', 'Europe/Oslo'],
    ['Europe/Amsterdam', 'Europe/Amsterdam'],
    ['Asia/Atlantis', undefined],
    ['constructor', undefined],
    ['', undefined],
  ])('of %s is %s', (name, current) => {
    expect(toCurrentTimeZoneName(name)).toBe(current);
  });
});

test('renames only valid zones and reports others', () => {
  expect(normaliseTimeZone({ a: 1, timezone: 'Asia/Calcutta' })).toEqual({ a: 1, timezone: 'Asia/Kolkata' });
  for (const timezone of ['Asia/Atlantis', null]) expect(normaliseTimeZone({ timezone })).toEqual({ timezone });
  for (const timezone of ['Asia/Atlantis', 'toString'])
    expect(findTimeZoneProblems({ timezone })).toEqual([{ pointer: '/timezone', rule: 'unknownTimeZone' }]);
  for (const timezone of ['Asia/Shanghai', 'PRC', null]) expect(findTimeZoneProblems({ timezone })).toEqual([]);
});

test.each([
  ['CN', 'Asia/Shanghai', true],
  ['CN', 'Asia/Urumqi', true],
  ['NO', 'Europe/Oslo', true],
  ['HK', 'Asia/Hong_Kong', true],
  ['US', 'Pacific/Honolulu', true],
  ['DE', 'Asia/Shanghai', false],
  ['FR', 'Europe/Berlin', false],
  // the package does not list Kosovo
  ['XK', 'Europe/Belgrade', true],
  // a zone without countries is accepted everywhere
  ['FR', 'UTC', true],
])('%s uses %s: %s', (country, zone, isUsed) => {
  expect(isTimeZoneOfCountry(country, zone)).toBe(isUsed);
});
