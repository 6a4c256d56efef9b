import { expect, test } from 'vitest';
import { toLocalDay, toMoment } from './effective-time.ts';

test.each([
  ['a winter day', '2026-01-15T00:00', 'Europe/Berlin', '2026-01-14T23:00:00.000Z'],
  ['a summer day', '2026-07-15T00:00', 'Europe/Berlin', '2026-07-14T22:00:00.000Z'],
  ['a day without summer time', '2026-04-06T00:00', 'Asia/Shanghai', '2026-04-05T16:00:00.000Z'],
  ['the minute before the clocks go forward', '2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
  ['a time that the clocks skip', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ['a midnight that the clocks skip', '2026-04-24T00:00', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ['a time that the clocks repeat', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['the hour after that', '2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
  ['half an hour of summer time', '2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
  ['a day that a zone left out', '2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T22:00:00.000Z'],
])('%s has one moment', (_, local, zone, moment) => {
  expect(toMoment(local, zone).toISOString()).toBe(moment);
});

test('a moment falls on another day in another zone', () => {
  const time = Date.parse('2026-04-05T16:00:00Z');
  expect([toLocalDay(time, 'Asia/Shanghai'), toLocalDay(time, 'UTC')]).toEqual(['2026-04-06', '2026-04-05']);
});
