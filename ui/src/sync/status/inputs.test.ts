import { describe, expect, it } from 'vitest';
import { isInvalidPosition, readPosition, toQuery } from './replay-start.ts';
import { parseSyncSearch } from './sync-search.ts';

describe('the address', () => {
  it('names a cell, what cells show, and how far back the chart goes', () => {
    const search = { subscriber: 3, kind: 'airport', show: 'backlog', span: 'day' };
    expect(parseSyncSearch({ ...search, subscriber: '3' })).toEqual(search);
  });

  it('leaves out what is usual, unknown or half of a cell', () => {
    expect(parseSyncSearch({ subscriber: '3' })).toEqual({});
    expect(parseSyncSearch({ kind: 'airport' })).toEqual({});
    expect(parseSyncSearch({ subscriber: '0', kind: 'airport', show: 'lag', span: 'hour' })).toEqual({});
    expect(parseSyncSearch({ subscriber: '3', kind: 'planet', show: 'colour' })).toEqual({});
  });
});

describe('where a replay begins', () => {
  const kept = { oldest: 100, head: 4_187_022 };

  it('is read however its digits are grouped', () => {
    expect(['4187010', '4,187,010', ' 4 187 010 ', '４１８７０１０'].map(readPosition)).toEqual([
      4187010, 4187010, 4187010, 4187010,
    ]);
    expect(['', '-4', '4e3', 'x', '99999999999999999999'].map(readPosition)).toEqual(Array(5).fill(undefined));
  });

  it('is asked about only where it is kept', () => {
    expect(toQuery({ by: 'position', text: '100' }, kept)).toEqual({ from: 100 });
    expect(toQuery({ by: 'position', text: '99' }, kept)).toBeUndefined();
    expect(toQuery({ by: 'position', text: '4187023' }, kept)).toBeUndefined();
    expect(toQuery({ by: 'time', time: null }, kept)).toBeUndefined();
    expect(toQuery({ by: 'time', time: '2026-11-20T06:00:00.000Z' }, kept)).toEqual({
      time: '2026-11-20T06:00:00.000Z',
    });
  });

  it('is wrong once something else stands there', () => {
    expect(['', ' ', '100'].map((text) => isInvalidPosition(text, kept))).toEqual([false, false, false]);
    expect(['99', 'x', '4187023'].map((text) => isInvalidPosition(text, kept))).toEqual([true, true, true]);
  });
});
