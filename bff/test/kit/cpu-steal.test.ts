import { expect, test } from 'vitest';
import { measureStealShare, parseTicks } from './cpu-steal.ts';

const STAT_TEXT = 'cpu  50 1 20 900 30 2 3 24 7 0\ncpu0 25 1 10 450 15 1 1 12 3 0\n';

test('wanted ticks exclude idle and iowait, and count guest ticks only once', () => {
  expect(parseTicks(STAT_TEXT)).toEqual({ wanted: 100, stolen: 24 });
  expect(parseTicks('cpu 50 1 20 900 30 2 3\n')).toEqual({ wanted: 76, stolen: 0 });
});

test('the share covers only the time since the measurement began', () => {
  const samples = [parseTicks(STAT_TEXT), { wanted: 300, stolen: 74 }, { wanted: 300, stolen: 74 }];
  const nextSample = () => samples.shift() ?? { wanted: 0, stolen: 0 };
  expect(measureStealShare(nextSample)()).toBe(0.25);
  const constantTicks = { wanted: 5, stolen: 5 };
  expect(measureStealShare(() => constantTicks)()).toBe(0);
});
