import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('spec-coverage.md', import.meta.url), 'utf8');

/** The table rows without the header, split into cells. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Line |'))
  .map((line) => line.slice(2, -2).split(' | '));

/** The file and title of each test. */
const tests = [...page.matchAll(/`([\w./-]+) › ([^`]+)`/g)].map(([, file = '', name = '']) => ({ file, name }));

test('every line of the coverage table names at least one test', () => {
  expect(rows.length).toBeGreaterThan(75);
  expect(
    rows.filter((cells) => cells.length !== 2 || !/^`[^`]+ › [^`]+`(<br>`[^`]+ › [^`]+`)*$/.test(cells[1] ?? '')),
  ).toEqual([]);
});

test.each(tests)('$file has the test “$name”', ({ file, name }) => {
  const url = new URL(file, root);
  expect(existsSync(url), `${file} exists`).toBe(true);
  const text = readFileSync(url, 'utf8');
  const hasTest = ["'", '"', '`'].some((quote) => text.includes(quote + name + quote));
  expect(hasTest, `${file} has a test of that name`).toBe(true);
});
