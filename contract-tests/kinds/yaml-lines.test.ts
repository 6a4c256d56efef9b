import { describe, expect, test } from 'vitest';
import { appendItems, entriesIn, findEntry, indentTo, itemsIn } from './yaml-lines.ts';

const lines = `
# Of the whole document.
paths:
  /a:
    get:
      description: |
        put: is no entry of this path.

        # Nor is this a comment.
      tags:
      - one
      -
        name: two

  # Of the second path.
  '/b': { get: {} }
info: { title: A }
`.split('\n');

function textOf({ start, end }: { start: number; end: number }): string {
  return lines.slice(start, end).join('\n').trim();
}

test('an entry holds what is indented below it, and not what stands before the next', () => {
  const get = findEntry(lines, ['paths', '/a', 'get']);
  expect(get && textOf(get)).toMatch(/^get:[\s\S]*name: two$/);
  expect(get && lines[get.end]).toBe('');
  expect(findEntry(lines, ['paths', '/a', 'put'])).toBeUndefined();
});

test('keys may be quoted', () => {
  const paths = findEntry(lines, ['paths']);
  expect(paths && entriesIn(lines, { ...paths, start: paths.start + 1 }).map(({ key }) => key)).toEqual(['/a', '/b']);
});

test('a list may stand at the indentation of its key', () => {
  const tags = findEntry(lines, ['paths', '/a', 'get', 'tags']);
  expect(tags && itemsIn(lines, { ...tags, start: tags.start + 1 }).map(textOf)).toEqual([
    '- one',
    '-\n        name: two',
  ]);
});

test('lines keep their indentation against the first', () => {
  expect(indentTo(['  a:', '    b: 1', '', '  c: 2'], 4)).toEqual(['    a:', '      b: 1', '', '    c: 2']);
});

describe('items are appended', () => {
  test.each([
    ['to an empty list', ['enum: []'], ['enum: [a, b]']],
    ['behind others', ['  enum: [x] '.trimEnd()], ['  enum: [x, a, b]']],
    ['within braces', ['map: { x: 1 }'], ['map: { x: 1, a, b }']],
    ['before a bracket on a line of its own', ['enum: [', '    x', '  ]'], ['enum: [', '    x, a, b', '  ]']],
    ['behind a comma at the end', ['enum: [x,', '  y,', '  ]'], ['enum: [x,', '  y, a, b', '  ]']],
    ['on a further line', [`  enum: [${'x'.repeat(107)}]`], [`  enum: [${'x'.repeat(107)}, a,`, '    b]']],
  ])('%s', (_, before, after) => {
    expect(appendItems(before, ['a', 'b'])).toEqual(after);
  });
});
