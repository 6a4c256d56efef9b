import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '#database';
import { getCounts } from './count-cache.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Counts that end when they are told to. */
function counting() {
  // only a key to what is kept for it
  const db = {} as Database;
  const begun: { answer: (n: number) => void; fail: () => void }[] = [];
  const ask = () =>
    getCounts(
      db,
      'all',
      () =>
        new Promise<{ n: number }[]>((resolve, reject) => {
          begun.push({ answer: (n) => resolve([{ n }]), fail: () => reject(new Error('no database')) });
        }),
    );
  /** Asks and answers the count that this begins. */
  const first = async (n: number) => {
    const asked = ask();
    begun.at(-1)?.answer(n);
    await asked;
  };
  return { begun, ask, first };
}

const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds);

describe('getCounts', () => {
  test('of many are counted anew by one of those who ask after three seconds, of whom nobody waits', async () => {
    const { begun, ask, first } = counting();
    await first(20_000);
    later(2900);
    expect(await ask()).toEqual([{ n: 20_000 }]);
    expect(begun).toHaveLength(1);
    later(200);
    expect(await Promise.all([ask(), ask()])).toEqual([[{ n: 20_000 }], [{ n: 20_000 }]]);
    expect(begun).toHaveLength(2);
    begun[1]?.answer(20_001);
    await expect.poll(ask).toEqual([{ n: 20_001 }]);
    expect(begun).toHaveLength(2);
  });

  test('are never older than four seconds: who comes later waits for the count that is under way', async () => {
    const { begun, ask, first } = counting();
    await first(20_000);
    later(3500);
    await ask();
    later(600);
    const late = ask();
    expect(begun).toHaveLength(2);
    begun[1]?.answer(20_001);
    expect(await late).toEqual([{ n: 20_001 }]);
  });

  test('that could not be counted anew are told of to those who come when they are too old', async () => {
    const { begun, ask, first } = counting();
    await first(20_000);
    later(3500);
    await ask();
    begun[1]?.fail();
    const askAgain = async () => {
      await ask();
      return begun.length;
    };
    await expect.poll(askAgain).toBe(3);
    begun[2]?.fail();
    later(600);
    const late = ask();
    begun.at(-1)?.fail();
    await expect(late).rejects.toThrow('no database');
  });

  test('of few are counted for each who asks', async () => {
    const { begun, first } = counting();
    await first(10);
    await first(11);
    expect(begun).toHaveLength(2);
  });
});
