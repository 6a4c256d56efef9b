import { expect, test } from 'vitest';
import { LineIndex } from './awaited-references.ts';

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
