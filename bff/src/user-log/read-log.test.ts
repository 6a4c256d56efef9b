import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#database';
import { countUpTo } from './read-log.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // the cache treats a start at 0 as missing
  vi.advanceTimersByTime(1);
});
afterEach(() => void vi.useRealTimers());

const createCountStub = (entries: number) => {
  const count = vi.fn(async () => entries);
  // the cast: the cache uses the database only as a key
  const db = {} as Database;
  return { count, getCount: (key = 'all') => countUpTo(db, 10, key, count) };
};

test('counts a full log at most every four seconds per key', async () => {
  const { count, getCount } = createCountStub(11);
  for (const key of ['all', 'all', 'some', 'all']) expect(await getCount(key)).toBe(11);
  expect(count).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(4001);
  expect(await getCount()).toBe(11);
  expect(count).toHaveBeenCalledTimes(3);
});

test('counts a log that is not full each time', async () => {
  const { count, getCount } = createCountStub(10);
  for (let n = 0; n < 3; n++) expect(await getCount()).toBe(10);
  expect(count).toHaveBeenCalledTimes(3);
});
