import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '#database';
import { readCachedCounts } from './count-cache.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Creates counts that the test ends by itself. */
function createCountStub() {
  // the cast: the cache uses the database only as a key
  const db = {} as Database;
  const startedCounts: { resolveWith: (n: number) => void; fail: () => void }[] = [];
  const getCount = () =>
    readCachedCounts(
      db,
      'all',
      () =>
        new Promise<{ n: number }[]>((resolve, reject) => {
          startedCounts.push({ resolveWith: (n) => resolve([{ n }]), fail: () => reject(new Error('no database')) });
        }),
    );
  /** Gets the count and resolves the query that this starts. */
  const getFirstCount = async (n: number) => {
    const count = getCount();
    startedCounts.at(-1)?.resolveWith(n);
    await count;
  };
  return { startedCounts, getCount, getFirstCount };
}

const advanceTime = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

describe('readCachedCounts', () => {
  test('refreshes a large count once after three seconds without making callers wait', async () => {
    const { startedCounts, getCount, getFirstCount } = createCountStub();
    await getFirstCount(20_000);
    advanceTime(2900);
    expect(await getCount()).toEqual([{ n: 20_000 }]);
    expect(startedCounts).toHaveLength(1);
    advanceTime(200);
    expect(await Promise.all([getCount(), getCount()])).toEqual([[{ n: 20_000 }], [{ n: 20_000 }]]);
    expect(startedCounts).toHaveLength(2);
    startedCounts[1]?.resolveWith(20_001);
    await expect.poll(getCount).toEqual([{ n: 20_001 }]);
    expect(startedCounts).toHaveLength(2);
  });

  test('waits for the running count once the cached one is older than four seconds', async () => {
    const { startedCounts, getCount, getFirstCount } = createCountStub();
    await getFirstCount(20_000);
    advanceTime(3500);
    await getCount();
    advanceTime(600);
    const lateCount = getCount();
    expect(startedCounts).toHaveLength(2);
    startedCounts[1]?.resolveWith(20_001);
    expect(await lateCount).toEqual([{ n: 20_001 }]);
  });

  test('rejects when a refresh fails and the cached count is too old', async () => {
    const { startedCounts, getCount, getFirstCount } = createCountStub();
    await getFirstCount(20_000);
    advanceTime(3500);
    await getCount();
    startedCounts[1]?.fail();
    const countStarted = async () => {
      await getCount();
      return startedCounts.length;
    };
    await expect.poll(countStarted).toBe(3);
    startedCounts[2]?.fail();
    advanceTime(600);
    const lateCount = getCount();
    startedCounts.at(-1)?.fail();
    await expect(lateCount).rejects.toThrow('no database');
  });

  test('does not cache small counts', async () => {
    const { startedCounts, getFirstCount } = createCountStub();
    await getFirstCount(10);
    await getFirstCount(11);
    expect(startedCounts).toHaveLength(2);
  });
});
