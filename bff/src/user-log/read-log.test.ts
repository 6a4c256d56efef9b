import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Database } from '#database';
import { countUpTo } from './read-log.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // the cache takes a start at 0 for none
  vi.advanceTimersByTime(1);
});
afterEach(() => void vi.useRealTimers());

const counting = (entries: number) => {
  const count = vi.fn(async () => entries);
  // a key, and nothing else
  const db = {} as Database;
  return { count, ask: (key = 'all') => countUpTo(db, 10, key, count) };
};

test('what is full is counted at most every four seconds, each key by itself', async () => {
  const { count, ask } = counting(11);
  for (const key of ['all', 'all', 'some', 'all']) expect(await ask(key)).toBe(11);
  expect(count).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(4001);
  expect(await ask()).toBe(11);
  expect(count).toHaveBeenCalledTimes(3);
});

test('what is not full is counted each time', async () => {
  const { count, ask } = counting(10);
  for (let n = 0; n < 3; n++) expect(await ask()).toBe(10);
  expect(count).toHaveBeenCalledTimes(3);
});
