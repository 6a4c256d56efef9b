import { beforeEach, expect, it, vi } from 'vitest';
import { findRecords } from '#crud/read/find-records.ts';
import { check, codeOf } from './check.ts';
import { repeated, withoutBlankRows } from './operator-codes.ts';
import { isOtherPrefix } from './uic.ts';

// loading texts sets the language of the document
vi.hoisted(() => vi.stubGlobal('document', { documentElement: {} }));
const { send } = vi.hoisted(() => ({ send: vi.fn() }));
vi.mock('#session/session.ts', () => ({ api: { send }, session: { loggedIn: true, subscribe: () => {} } }));

beforeEach(() => {
  const berlin = { id: 1, code: 'BER', name: 'Berlin', locales: {}, country: 'DE' };
  send.mockResolvedValue({ data: { items: [berlin], labels: {} } });
});

it('warns about a UIC number of another country after its first two digits', () => {
  expect(isOtherPrefix('8', 'FR')).toBe(false);
  expect(isOtherPrefix('80', 'FR')).toBe(true);
  expect(isOtherPrefix('8011160', 'DE')).toBe(false);
  expect(isOtherPrefix('5000000', 'BA')).toBe(false);
  expect(isOtherPrefix('8011160', 'CN')).toBe(false);
  expect(isOtherPrefix(null, 'DE')).toBe(false);
  expect(isOtherPrefix('8011160', null)).toBe(false);
});

it('derives the code from the UIC number', () => {
  expect(codeOf({ uicCode: '8011160', code: 'trainline-1' })).toBe('8011160');
  expect(codeOf({ uicCode: null, code: 'trainline-1' })).toBe('TRAINLINE-1');
  expect(codeOf({})).toBeUndefined();
});

it('rejects a station as its own parent', () => {
  const circle = { pointer: '/parent', rule: 'circle', message: '上级车站不能是它自己或它的下级' };
  expect(check({ uicCode: '8011160', code: null, parent: '8011160' }, 'zh-CN')).toEqual([circle]);
  expect(check({ code: 'TL-1', parent: 'TL-1' }, 'en')).toMatchObject([
    { message: 'A station cannot be its own parent, directly or indirectly' },
  ]);
  expect(check({ uicCode: '8011160', parent: '8089021' }, 'en')).toEqual([]);
  expect(check({ parent: null, code: null }, 'en')).toEqual([]);
});

it('rejects a cached city of another country', async () => {
  expect(check({ city: 'BER', country: 'FR' }, 'en')).toEqual([]);
  await findRecords('city', '', { code: 'BER' });
  expect(check({ city: 'BER', country: 'FR' }, 'zh-CN')).toEqual([
    { pointer: '/city', rule: 'otherCountry', message: '这个城市不在所选国家/地区' },
  ]);
  expect(check({ city: 'BER', country: 'FR' }, 'en')).toMatchObject([{ message: 'This city is in another country' }]);
  expect(check({ city: 'BER', country: 'DE' }, 'en')).toEqual([]);
  expect(check({ city: 'BER', country: null }, 'en')).toEqual([]);
});

it('finds duplicate operator codes and ignores empty rows', () => {
  const rows = [
    { operator: 'SNCF', code: 'FRPLY' },
    { operator: 'DB', code: 'FRPLY' },
    { operator: ' sncf ', code: 'FRPLY' },
    { operator: '', code: ' ' },
    { operator: '', code: '' },
  ];
  expect(repeated(rows)).toEqual([2]);
  expect(withoutBlankRows(rows)).toEqual(rows.slice(0, 3));
});
