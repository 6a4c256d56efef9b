import { describe, expect, it } from 'vitest';
import { readPointer, toPointer, toSegments, writePointer } from './pointers.ts';

// The examples of RFC 6901, section 5, except those that need JSON escapes.
const document = { foo: ['bar', 'baz'], '': 0, 'a/b': 1, 'c%d': 2, 'm~n': 8, ' ': 7, deep: { down: { here: true } } };

describe('readPointer', () => {
  it.each([
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/m~0n', 8],
    ['/ ', 7],
    ['/deep/down/here', true],
    ['/deep/nowhere/here', undefined],
    ['/foo/2', undefined],
    ['/toString', undefined],
  ])('%j', (pointer, value) => {
    expect(readPointer(document, pointer)).toEqual(value);
  });
});

describe('writePointer', () => {
  it.each([
    ['/a', 2, { a: 2, list: [1, 2] }],
    ['/new/below', 3, { a: 1, list: [1, 2], new: { below: 3 } }],
    ['/list/1', 9, { a: 1, list: [1, 9] }],
    ['/list/-', 3, { a: 1, list: [1, 2, 3] }],
    ['/a/b', 1, { a: { b: 1 }, list: [1, 2] }],
    ['/a', undefined, { list: [1, 2] }],
    ['/x~1y', null, { a: 1, list: [1, 2], 'x/y': null }],
  ])('%j ← %j', (pointer, value, expected) => {
    const data = Object.freeze({ a: 1, list: Object.freeze([1, 2]) });
    expect(writePointer(data, pointer, value)).toEqual(expected);
  });

  it('keeps the order of the keys', () => {
    expect(Object.keys(writePointer({ a: 1, b: 2, c: 3 }, '/a', 0))).toEqual(['a', 'b', 'c']);
  });

  it('does not write to a prototype', () => {
    writePointer({}, '/__proto__/polluted', true);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

it('converts segments to a pointer and back', () => {
  const segments = ['a/b', 'm~n', '~1', ''];
  expect(toSegments(toPointer(...segments))).toEqual(segments);
});
