import { expect, test } from 'vitest';
import { createAwaitedReferences, takeUnresolvableRows } from './awaited-references.ts';

test('takes rows whose references no longer come from the file, among many', () => {
  const awaited = createAwaitedReferences();
  const count = 20_000;
  for (let n = 1; n <= count; n++) {
    awaited.newCodes.add(`X${n}`);
    awaited.rows.add(n, n % 3 === 0 ? [`X${n - 1}`, `X${n - 2}`] : []);
  }
  expect(takeUnresolvableRows(awaited)).toEqual([]);
  for (const code of ['X1', 'X8', 'X8', 'XNONE']) awaited.newCodes.delete(code);
  expect([awaited.newCodes.has('X8'), awaited.newCodes.has('X9'), awaited.newCodes.has('XNONE')]).toEqual([
    ...[false, true, false],
  ]);
  expect(takeUnresolvableRows(awaited)).toEqual([3, 9]);
  expect(takeUnresolvableRows(awaited)).toEqual([]);
  awaited.newCodes.add('X8');
  awaited.rows.add(9, ['X8']);
  expect(takeUnresolvableRows(awaited)).toEqual([]);
  expect(awaited.rows.take((n) => n <= 9)).toEqual([6, 9]);
});
