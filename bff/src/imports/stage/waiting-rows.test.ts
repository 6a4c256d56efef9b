import { expect, test } from 'vitest';
import { noWaitingRows, takeWithoutReference } from './waiting-rows.ts';

test('rows are taken out once what they wait for does not come, however many there are', () => {
  const waiting = noWaitingRows();
  const count = 20_000;
  for (let n = 1; n <= count; n++) {
    waiting.newCodes.add(`X${n}`);
    waiting.rows.add(n, n % 3 === 0 ? [`X${n - 1}`, `X${n - 2}`] : []);
  }
  expect(takeWithoutReference(waiting)).toEqual([]);
  for (const code of ['X1', 'X8', 'X8', 'XNONE']) waiting.newCodes.delete(code);
  expect([waiting.newCodes.has('X8'), waiting.newCodes.has('X9'), waiting.newCodes.has('XNONE')]).toEqual([
    ...[false, true, false],
  ]);
  expect(takeWithoutReference(waiting)).toEqual([3, 9]);
  expect(takeWithoutReference(waiting)).toEqual([]);
  waiting.newCodes.add('X8');
  waiting.rows.add(9, ['X8']);
  expect(takeWithoutReference(waiting)).toEqual([]);
  expect(waiting.rows.take((n) => n <= 9)).toEqual([6, 9]);
});
