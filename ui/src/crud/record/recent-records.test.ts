import { beforeEach, expect, test, vi } from 'vitest';
import { forgetRecord, readRecentRecords, rememberRecord } from './recent-records.ts';

// the cast: only the fields that name a record matter here
const airport = (id: number, code: string) =>
  ({ id, code, name: `${code} 机场`, locales: { en: { name: code } } }) as never;

const codesOf = (user: string) => readRecentRecords(user).map(({ code }) => code);

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
});

test('lists the records that a user opened last, each once and newest first', () => {
  for (const [id, code] of ['PEK', 'SHA', 'CAN'].entries()) rememberRecord('ann', 'airport', airport(id, code));
  rememberRecord('ann', 'airport', airport(0, 'PEK'));
  rememberRecord('bob', 'airport', airport(9, 'HND'));
  expect(codesOf('ann')).toEqual(['PEK', 'CAN', 'SHA']);
  expect(readRecentRecords('ann')[0]).toEqual({
    entity: 'airport',
    id: 0,
    code: 'PEK',
    names: { 'zh-CN': 'PEK 机场', en: 'PEK' },
  });
  for (let id = 10; id < 20; id++) rememberRecord('ann', 'airport', airport(id, `A${id}`));
  expect(codesOf('ann')).toHaveLength(8);
});

test('no longer lists a record that is gone', () => {
  rememberRecord('ann', 'airport', airport(1, 'PEK'));
  rememberRecord('ann', 'city', airport(1, 'BJS'));
  forgetRecord('ann', 'airport', 1);
  expect(codesOf('ann')).toEqual(['BJS']);
});

test('ignores what another program has stored, and works without storage', () => {
  localStorage.setItem('recent-records:ann', '{"broken": 1');
  expect(readRecentRecords('ann')).toEqual([]);
  localStorage.setItem('recent-records:ann', '[null, {"entity": "airport"}]');
  expect(readRecentRecords('ann')).toEqual([]);
  vi.stubGlobal('localStorage', undefined);
  rememberRecord('ann', 'airport', airport(1, 'PEK'));
  expect(readRecentRecords('ann')).toEqual([]);
});
