import { describe, expect, test } from 'vitest';
import { createTableGate, tablesOf } from './table-gate.ts';

describe('the tables of a statement', () => {
  test.each<[string, unknown[], string[]]>([
    ['select * from `country` where `id` = ?', [1], ['country']],
    [
      'SELECT a FROM airport AS a JOIN city ON city.id = a.city_id LEFT JOIN `country` AS c',
      [],
      ['airport', 'city', 'country'],
    ],
    ['UPDATE ?? SET ? WHERE id = ?', ['cabin', {}, 1], ['cabin']],
    ['SELECT ? AS a FROM ?? WHERE ?? = ?', [1, 'city', 'id', 2], ['city']],
    ['INSERT INTO ?? (??) VALUES ?', ['airline', ['a', 'b'], []], ['airline']],
    ['DELETE FROM ?? WHERE id = ?; INSERT INTO data_log SET ?', ['city', 1, {}], ['city', 'data_log']],
    ['BEGIN;', [], []],
  ])('%s', (sql, values, tables) => {
    // the second time from what is known of its text
    for (let time = 1; time <= 2; time++) expect(tablesOf(sql, values)).toEqual(tables);
  });
});

test('a turn that comes in time is taken, and counted', () => {
  const gate = createTableGate(2);
  const told: string[] = [];
  const enter = (name: string) => gate.enter(['country'], (error) => told.push(error ? `${name} refused` : name));
  enter('first');
  enter('second');
  enter('third');
  expect(told).toEqual(['first']);
  gate.leave(['country'], true);
  expect(told).toEqual(['first', 'second']);
  gate.leave(['country'], false);
  expect(told).toEqual(['first', 'second', 'third']);
});
