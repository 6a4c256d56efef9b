import { expect, test } from 'vitest';
import { toTicks, watchSteal } from './cpu-steal.ts';

const stat = 'cpu  50 1 20 900 30 2 3 24 7 0\ncpu0 25 1 10 450 15 1 1 12 3 0\n';

test('idle and iowait ticks are not wanted, and guest ticks are not counted twice', () => {
  expect(toTicks(stat)).toEqual({ wanted: 100, stolen: 24 });
  expect(toTicks('cpu 50 1 20 900 30 2 3\n')).toEqual({ wanted: 76, stolen: 0 });
});

test('the share is that of the time since the watch began', () => {
  const samples = [toTicks(stat), { wanted: 300, stolen: 74 }, { wanted: 300, stolen: 74 }];
  const nextSample = () => samples.shift() ?? { wanted: 0, stolen: 0 };
  expect(watchSteal(nextSample)()).toBe(0.25);
  const idle = { wanted: 5, stolen: 5 };
  expect(watchSteal(() => idle)()).toBe(0);
});
