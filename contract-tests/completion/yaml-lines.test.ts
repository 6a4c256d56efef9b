import { describe, expect, test } from 'vitest';
import { appendItems, entriesIn, findEntry, indentTo, itemsIn } from './yaml-lines.ts';

const lines = `
# Of the whole document.
paths:
  /a:
    get:
      description: |
        put: is not an entry of this path.

        # This is not a comment either.
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

test('an entry includes the lines indented below it, but not the comments before the next entry', () => {
  const get = findEntry(lines, ['paths', '/a', 'get']);
  expect(get && textOf(get)).toMatch(/^get:[\s\S]*name: two$/);
  expect(get && lines[get.end]).toBe('');
  expect(findEntry(lines, ['paths', '/a', 'put'])).toBeUndefined();
});

test('keys may be quoted', () => {
  const paths = findEntry(lines, ['paths']);
  expect(paths && entriesIn(lines, { ...paths, start: paths.start + 1 }).map(({ key }) => key)).toEqual(['/a', '/b']);
});

test('a list may have the indentation of its key', () => {
  const tags = findEntry(lines, ['paths', '/a', 'get', 'tags']);
  expect(tags && itemsIn(lines, { ...tags, start: tags.start + 1 }).map(textOf)).toEqual([
    '- one',
    '-\n        name: two',
  ]);
});

test('lines keep their indentation relative to the first', () => {
  expect(indentTo(['  a:', '    b: 1', '', '  c: 2'], 4)).toEqual(['    a:', '      b: 1', '', '    c: 2']);
});

describe('items are appended', () => {
  test.each([
    ['to an empty list', ['enum: []'], ['enum: [a, b]']],
    ['after other items', ['  enum: [x] '.trimEnd()], ['  enum: [x, a, b]']],
    ['in braces', ['map: { x: 1 }'], ['map: { x: 1, a, b }']],
    ['before a bracket on its own line', ['enum: [', '    x', '  ]'], ['enum: [', '    x, a, b', '  ]']],
    ['after a trailing comma', ['enum: [x,', '  y,', '  ]'], ['enum: [x,', '  y, a, b', '  ]']],
    [
      'on a new line if the line is full',
      [`  enum: [${'x'.repeat(107)}]`],
      [`  enum: [${'x'.repeat(107)}, a,`, '    b]'],
    ],
  ])('%s', (_, before, after) => {
    expect(appendItems(before, ['a', 'b'])).toEqual(after);
  });
});
