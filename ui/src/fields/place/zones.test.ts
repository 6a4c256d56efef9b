import { expect, it } from 'vitest';
import { matchOptions } from '#kit/choice/option-match.ts';
import { offsetOf } from './zone-offset.ts';
import { canonicalZone, isZoneOf, zoneOptions } from './zones.ts';

const summer = new Date('2026-07-01T00:00:00Z');
const options = zoneOptions(summer);
const found = (query: string) => matchOptions(options, query).map(({ value }) => value);

it('lists each current name once', () => {
  const names = options.map(({ value }) => value);
  expect(names).toContain('Asia/Shanghai');
  expect(names).toContain('Etc/UTC');
  expect(names).toContain('Europe/Oslo');
  expect(names).not.toContain('Asia/Calcutta');
  expect(names).not.toContain('Etc/GMT+8');
  expect(new Set(names).size).toBe(names.length);
});

it('finds a zone by old names, words and its offset', () => {
  expect(found('calcutta')).toEqual(['Asia/Kolkata']);
  expect(found('new york')).toEqual(['America/New_York']);
  expect(found('PRC')[0]).toBe('Asia/Shanghai');
  expect(found('utc-2:30')).toEqual(['America/St_Johns']);
});

it('returns the offset at the given time', () => {
  expect(offsetOf('Asia/Shanghai', summer)).toBe('UTC+8');
  expect(offsetOf('Europe/London', summer)).toBe('UTC+1');
  expect(offsetOf('Europe/London', new Date('2026-01-01T00:00:00Z'))).toBe('UTC');
  expect(offsetOf('America/St_Johns', summer)).toBe('UTC−2:30');
  expect(offsetOf('Mars/Olympus', summer)).toBeUndefined();
});

it('replaces old names and keeps unknown ones', () => {
  expect(canonicalZone('Asia/Calcutta')).toBe('Asia/Kolkata');
  expect(canonicalZone('Asia/Kolkata')).toBe('Asia/Kolkata');
  expect(canonicalZone('PRC')).toBe('Asia/Shanghai');
  expect(canonicalZone('Europe/Kiev')).toBe('Europe/Kyiv');
  expect(canonicalZone('Mars/Olympus')).toBe('Mars/Olympus');
});

it('keeps a country’s own zone although the database links it to another', () => {
  expect(canonicalZone('Europe/Oslo')).toBe('Europe/Oslo');
  expect(canonicalZone('Europe/Amsterdam')).toBe('Europe/Amsterdam');
});

it('returns whether a country uses a zone', () => {
  expect(isZoneOf('Asia/Shanghai', 'CN')).toBe(true);
  expect(isZoneOf('PRC', 'CN')).toBe(true);
  expect(isZoneOf('Europe/Stockholm', 'SE')).toBe(true);
  expect(isZoneOf('Europe/Oslo', 'NO')).toBe(true);
  expect(isZoneOf('Europe/Oslo', 'SE')).toBe(false);
  expect(isZoneOf('Asia/Tokyo', 'CN')).toBe(false);
  expect(isZoneOf('Europe/Belgrade', 'XK')).toBeUndefined();
});
