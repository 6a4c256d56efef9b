import { expect, test } from 'vitest';
import { fromColumn, normalise, toColumn } from './fields.ts';
import type { ColumnKind, Field } from './model.ts';

const field = (kind: ColumnKind, more: Partial<Field> = {}): Field => ({
  name: 'x',
  column: 'x',
  isCode: false,
  searchedMembers: [],
  kind,
  ...more,
});
const moment = new Date('2026-04-13T14:00:00.123Z');

test.each<[Field, unknown, unknown]>([
  [field('text'), 'Cn', 'Cn'],
  [field('text', { isCode: true }), 'cn', 'CN'],
  [field('list'), ['b', 'a'], ['b', 'a']],
  [field('number'), 1.23456, 1.23456],
  [field('number', { decimals: 2 }), 1.23456, 1.23],
  [field('number', { decimals: 2 }), -0.001, 0],
  [field('number', { decimals: 2 }), -0, 0],
  [field('decimal'), '010.50', '10.5'],
  [field('date'), '2026-04-13', '2026-04-13'],
  [field('time'), '2026-04-13T22:00:00.123+08:00', moment.toISOString()],
  [field('boolean'), true, true],
  ...(['text', 'number', 'decimal', 'date', 'time'] as const).map((kind): [Field, unknown, unknown] => [
    field(kind, { isCode: kind === 'text' }),
    undefined,
    null,
  ]),
  [field('list'), null, []],
  [field('object'), undefined, {}],
  [field('boolean'), undefined, false],
])('%o takes %j as %j', (of, value, kept) => {
  expect(normalise(of, value)).toStrictEqual(kept);
});

test.each<[ColumnKind, unknown, unknown, unknown]>([
  ['text', 'a', 'a', 'a'],
  ['list', ['a'], '["a"]', '["a"]'],
  ['object', { a: 1 }, '{"a":1}', '{"a":1}'],
  ['boolean', true, 1, 1],
  ['boolean', false, 0, 0],
  // a DECIMAL column hands over texts
  ['number', 40.08, 40.08, '40.080000'],
  ['number', 0, 0, 0],
  ['decimal', '7.1', '7.1', '7.1000000000'],
  ['date', '0001-02-03', '0001-02-03', '0001-02-03'],
  ['time', moment.toISOString(), moment, moment],
  ...(['text', 'list', 'object', 'boolean', 'number', 'decimal', 'date', 'time'] as const).map(
    (kind): [ColumnKind, unknown, unknown, unknown] => [kind, null, null, null],
  ),
])('a %s: %j goes to its column as %j, and comes back from %j', (kind, value, written, read) => {
  expect(toColumn(field(kind), value)).toStrictEqual(written);
  expect(fromColumn(field(kind), read)).toStrictEqual(value);
});
