import { expect, test } from 'vitest';
import { toTicks, watchWithheld } from './cpu-steal.ts';

const stat = 'cpu  50 1 20 900 30 2 3 24 7 0\ncpu0 25 1 10 450 15 1 1 12 3 0\n';

test('what idles or waits for a disk wants no processor, and a guest’s time is its user’s already', () => {
  expect(toTicks(stat)).toEqual({ wanted: 100, withheld: 24 });
  expect(toTicks('cpu 50 1 20 900 30 2 3\n')).toEqual({ wanted: 76, withheld: 0 });
});

test('a share is of what was wanted since', () => {
  const looks = [toTicks(stat), { wanted: 300, withheld: 74 }, { wanted: 300, withheld: 74 }];
  const now = () => looks.shift() ?? { wanted: 0, withheld: 0 };
  expect(watchWithheld(now)()).toBe(0.25);
  const idle = { wanted: 5, withheld: 5 };
  expect(watchWithheld(() => idle)()).toBe(0);
});
