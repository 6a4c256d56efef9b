import { expect, test } from 'vitest';
import { createAwaitedReferences, LineIndex, takeUnresolvableRows } from './file-index.ts';

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

test('returns the line that was set for each of many texts', () => {
  const index = new LineIndex();
  const texts = Array.from({ length: 20_000 }, (_, at) => `X${at}`);
  for (const [at, text] of texts.entries()) {
    expect(index.get(text)).toBeUndefined();
    index.set(text, { line: at + 1, n: 2 * at + 1 });
  }
  expect(texts.map((text) => index.get(text))).toEqual(texts.map((_, at) => ({ line: at + 1, n: 2 * at + 1 })));
  expect(index.get('X20000')).toBeUndefined();
});

test('accepts any characters and line numbers up to the maximum', () => {
  const index = new LineIndex();
  for (const text of ['', '中文', 'é', 'e\u0301', '\u0000']) index.set(text, { line: 1_048_576, n: 4_194_304 });
  expect(index.get('')).toEqual({ line: 1_048_576, n: 4_194_304 });
  expect(index.get('é')).toEqual({ line: 1_048_576, n: 4_194_304 });
  expect(index.get('文中')).toBeUndefined();
});
