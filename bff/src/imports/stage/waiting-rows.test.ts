import { expect, test } from 'vitest';
import { emptyWaitingState, takeUnresolvable } from './waiting-rows.ts';

test('takes rows whose references no longer come from the file, among many', () => {
  const waiting = emptyWaitingState();
  const count = 20_000;
  for (let n = 1; n <= count; n++) {
    waiting.newCodes.add(`X${n}`);
    waiting.rows.add(n, n % 3 === 0 ? [`X${n - 1}`, `X${n - 2}`] : []);
  }
  expect(takeUnresolvable(waiting)).toEqual([]);
  for (const code of ['X1', 'X8', 'X8', 'XNONE']) waiting.newCodes.delete(code);
  expect([waiting.newCodes.has('X8'), waiting.newCodes.has('X9'), waiting.newCodes.has('XNONE')]).toEqual([
    ...[false, true, false],
  ]);
  expect(takeUnresolvable(waiting)).toEqual([3, 9]);
  expect(takeUnresolvable(waiting)).toEqual([]);
  waiting.newCodes.add('X8');
  waiting.rows.add(9, ['X8']);
  expect(takeUnresolvable(waiting)).toEqual([]);
  expect(waiting.rows.take((n) => n <= 9)).toEqual([6, 9]);
});
