import { describe, expect, it } from 'vitest';
import { isInvalidPosition, parsePosition, toReplayQuery } from './replay-start.ts';
import { parseSyncSearch } from './sync-search.ts';

describe('the URL parameters', () => {
  it('select a cell, the measure of the cells, and the span of the chart', () => {
    const search = { subscriber: 3, kind: 'airport', show: 'backlog', span: 'day' };
    expect(parseSyncSearch({ ...search, subscriber: '3' })).toEqual(search);
  });

  it('omit defaults, unknown values and incomplete cells', () => {
    expect(parseSyncSearch({ subscriber: '3' })).toEqual({});
    expect(parseSyncSearch({ kind: 'airport' })).toEqual({});
    expect(parseSyncSearch({ subscriber: '0', kind: 'airport', show: 'lag', span: 'hour' })).toEqual({});
    expect(parseSyncSearch({ subscriber: '3', kind: 'planet', show: 'colour' })).toEqual({});
  });
});

describe('the start of a replay', () => {
  const storedRange = { oldest: 100, head: 4_187_022 };

  it('accepts any digit grouping', () => {
    expect(['4187010', '4,187,010', ' 4 187 010 ', '４１８７０１０'].map(parsePosition)).toEqual([
      4187010, 4187010, 4187010, 4187010,
    ]);
    expect(['', '-4', '4e3', 'x', '99999999999999999999'].map(parsePosition)).toEqual(Array(5).fill(undefined));
  });

  it('is queried only inside the stored range', () => {
    expect(toReplayQuery({ by: 'position', text: '100' }, storedRange)).toEqual({ from: 100 });
    expect(toReplayQuery({ by: 'position', text: '99' }, storedRange)).toBeUndefined();
    expect(toReplayQuery({ by: 'position', text: '4187023' }, storedRange)).toBeUndefined();
    expect(toReplayQuery({ by: 'time', time: null }, storedRange)).toBeUndefined();
    expect(toReplayQuery({ by: 'time', time: '2026-11-20T06:00:00.000Z' }, storedRange)).toEqual({
      time: '2026-11-20T06:00:00.000Z',
    });
  });

  it('is invalid outside the stored range, but not while the field is empty', () => {
    expect(['', ' ', '100'].map((text) => isInvalidPosition(text, storedRange))).toEqual([false, false, false]);
    expect(['99', 'x', '4187023'].map((text) => isInvalidPosition(text, storedRange))).toEqual([true, true, true]);
  });
});
