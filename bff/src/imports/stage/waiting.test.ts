import { expect, test } from 'vitest';
import { nothingWaiting, takeLost } from './waiting.ts';

test('rows are taken out once what they wait for does not come, however many there are', () => {
  const waiting = nothingWaiting();
  const count = 20_000;
  for (let n = 1; n <= count; n++) {
    waiting.brought.add(`X${n}`);
    waiting.rows.add(n, n % 3 === 0 ? [`X${n - 1}`, `X${n - 2}`] : []);
  }
  expect(takeLost(waiting)).toEqual([]);
  for (const code of ['X1', 'X8', 'X8', 'XNONE']) waiting.brought.delete(code);
  expect([waiting.brought.has('X8'), waiting.brought.has('X9'), waiting.brought.has('XNONE')]).toEqual([
    ...[false, true, false],
  ]);
  expect(takeLost(waiting)).toEqual([3, 9]);
  expect(takeLost(waiting)).toEqual([]);
  waiting.brought.add('X8');
  waiting.rows.add(9, ['X8']);
  expect(takeLost(waiting)).toEqual([]);
  expect(waiting.rows.take((n) => n <= 9)).toEqual([6, 9]);
});
