import { expect, test } from 'vitest';
import { fromColumn, normalise, toColumn } from './fields.ts';
import type { ColumnKind, Field } from './model.ts';

const createField = (kind: ColumnKind, overrides: Partial<Field> = {}): Field => ({
  name: 'x',
  column: 'x',
  isUpperCase: false,
  isSearchedAsCode: false,
  membersSearchedAsCode: [],
  kind,
  ...overrides,
});
const time = new Date('2026-04-13T14:00:00.123Z');

test.each<[Field, unknown, unknown]>([
  [createField('text'), 'Cn', 'Cn'],
  [createField('text', { isUpperCase: true }), 'cn', 'CN'],
  [createField('list'), ['b', 'a'], ['b', 'a']],
  [createField('number'), 1.23456, 1.23456],
  [createField('number', { decimals: 2 }), 1.23456, 1.23],
  [createField('number', { decimals: 2 }), -0.001, 0],
  [createField('number', { decimals: 2 }), -0, 0],
  [createField('decimal'), '010.50', '10.5'],
  [createField('date'), '2026-04-13', '2026-04-13'],
  [createField('time'), '2026-04-13T22:00:00.123+08:00', time.toISOString()],
  [createField('boolean'), true, true],
  ...(['text', 'number', 'decimal', 'date', 'time'] as const).map((kind): [Field, unknown, unknown] => [
    createField(kind, { isUpperCase: kind === 'text' }),
    undefined,
    null,
  ]),
  [createField('list'), null, []],
  [createField('object'), undefined, {}],
  [createField('boolean'), undefined, false],
])('%o normalises %j to %j', (field, value, normalised) => {
  expect(normalise(field, value)).toStrictEqual(normalised);
});

test.each<[ColumnKind, unknown, unknown, unknown]>([
  ['text', 'a', 'a', 'a'],
  ['list', ['a'], '["a"]', '["a"]'],
  ['object', { a: 1 }, '{"a":1}', '{"a":1}'],
  ['boolean', true, 1, 1],
  ['boolean', false, 0, 0],
  // the driver returns strings for DECIMAL columns
  ['number', 40.08, 40.08, '40.080000'],
  ['number', 0, 0, 0],
  ['decimal', '7.1', '7.1', '7.1000000000'],
  ['date', '0001-02-03', '0001-02-03', '0001-02-03'],
  ['time', time.toISOString(), time, time],
  ...(['text', 'list', 'object', 'boolean', 'number', 'decimal', 'date', 'time'] as const).map(
    (kind): [ColumnKind, unknown, unknown, unknown] => [kind, null, null, null],
  ),
])('a %s field stores %j as %j and reads it back from %j', (kind, value, written, read) => {
  expect(toColumn(createField(kind), value)).toStrictEqual(written);
  expect(fromColumn(createField(kind), read)).toStrictEqual(value);
});
