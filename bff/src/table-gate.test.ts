import { describe, expect, test, vi } from 'vitest';
import { createTableGate, tableUsesOf } from './database/statement-guards.ts';

describe('tableUsesOf', () => {
  test.each<[string, unknown[], string[]]>([
    ['select * from `country` where `id` = ?', [1], ['read country']],
    ['SELECT a FROM city AS a JOIN `country` AS c ON a.id = c.id', [], ['read city', 'read country']],
    ['SELECT * FROM ?? FORCE INDEX (PRIMARY) WHERE id IN (?) FOR UPDATE', ['city', [1]], ['lock city']],
    ['UPDATE ?? SET ? WHERE id = ?', ['cabin', {}, 1], ['lock cabin']],
    ['SELECT ? AS a FROM ?? WHERE ?? = ?', [1, 'city', 'id', 2], ['read city']],
    ['INSERT INTO ?? (??) VALUES ?', ['airline', ['a', 'b'], []], ['lock airline']],
    ['DELETE FROM ?? WHERE id = ?; INSERT INTO data_log SET ?', ['city', 1, {}], ['lock city', 'lock data_log']],
    [`SELECT id FROM city WHERE id IN (${'?, '.repeat(2000)}?) FOR UPDATE`, [], ['lock city']],
    ['BEGIN;', [], []],
  ])('%s', (sql, values, uses) => {
    // the second time from the cache
    for (let time = 1; time <= 2; time++) expect(tableUsesOf(sql, values)).toEqual(uses);
  });
});

test('lets one statement try a stalled table and admits the others once it succeeds', async () => {
  vi.useFakeTimers();
  try {
    const gate = createTableGate(4);
    const log: string[] = [];
    const enter = (name: string) => gate.enter(['read city'], (error) => log.push(error ? `${name} refused` : name));
    for (const name of ['a', 'b', 'late']) enter(name);
    vi.advanceTimersByTime(2000);
    expect(log).toEqual(['a', 'b', 'late refused']);
    enter('at once');
    for (let count = 1; count <= 2; count++) gate.leave(['read city'], false);
    enter('trial');
    enter('with it');
    expect(log.slice(3)).toEqual(['at once refused', 'trial']);
    vi.advanceTimersByTime(500);
    enter('after it');
    expect(log.slice(5)).toEqual(['with it refused', 'after it refused']);
    gate.leave(['read city'], false);
    for (const name of ['trial 2', 'with it 2']) enter(name);
    gate.leave(['read city'], true);
    expect(log.slice(7)).toEqual(['trial 2', 'with it 2']);
  } finally {
    vi.useRealTimers();
  }
});

test('lets five of ten connections read a table and three lock it, in order', () => {
  const gate = createTableGate(10);
  const log: string[] = [];
  const enter = (use: string, name: string) => gate.enter([use], (error) => log.push(error ? `${name} refused` : name));
  for (const name of ['1', '2', '3', '4']) enter('lock country', name);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) enter('read country', name);
  enter('read city', 'other');
  expect(log).toEqual(['1', '2', '3', 'a', 'b', 'c', 'd', 'e', 'other']);
  gate.leave(['lock country'], true);
  gate.leave(['read country'], false);
  expect(log.slice(9)).toEqual(['4', 'f']);
  for (let count = 1; count <= 3; count++) gate.leave(['lock country'], true);
});
