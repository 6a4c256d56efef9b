import { describe, expect, it } from 'vitest';
import { parseMoment, parseMomentText, replaceDay, toDay, toMoment } from './moment.ts';

describe('a date and time', () => {
  it('is converted to UTC and back without a change', () => {
    const parsed = parseMoment('2026-04-13T14:15:30.000Z');
    expect(parsed?.toString()).toBe('2026-04-13T14:15:30');
    expect(parsed && toMoment(parsed)).toBe('2026-04-13T14:15:30.000Z');
  });

  it.each([null, '', 'soon', '+012026-04-13T14:15:00.000Z', '2026-02-30T14:15:00.000Z'])('is null for %j', (text) => {
    expect(parseMoment(text)).toBeNull();
  });

  it.each([
    ['2026-04-13 14:15', '2026-04-13T14:15:00.000Z'],
    ['2026/4/3 9:05:30', '2026-04-03T09:05:30.000Z'],
    ['2026年4月3日 09:05', '2026-04-03T09:05:00.000Z'],
    ['2026-04-13T22:15+08:00', '2026-04-13T14:15:00.000Z'],
    [' 2026-04-13T14:15:00.000Z ', '2026-04-13T14:15:00.000Z'],
    ['2026-04-13 14:15 UTC', '2026-04-13T14:15:00.000Z'],
    ['2026-13-40 14:15', null],
    ['2026-02-30 10:00', null],
    ['2026-04-31T10:00+08:00', null],
    ['2026-04-13 25:00', null],
    ['2026-04-13', null],
  ])('is parsed from %j', (text, moment) => expect(parseMomentText(text)).toBe(moment));

  it('keeps its time when the day changes', () => {
    expect(replaceDay('2026-05-01', '2026-04-13T14:15:30.000Z')).toBe('2026-05-01T14:15:30.000Z');
    expect(replaceDay('2026-05-01', null)).toBe('2026-05-01T00:00:00.000Z');
    expect(toDay('2026-04-13T23:59:00.000Z')).toBe('2026-04-13');
  });
});
