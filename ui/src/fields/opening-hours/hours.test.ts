import { describe, expect, test } from 'vitest';
import { type Day, days } from '#crud/text/weekdays.ts';
import { isOvernight, isWholeDay, overlappingDays, stretches, toMinutes, unusedDays } from './hours.ts';

const row = (opens: string, closes: string, ...on: Day[]) => ({ days: on, opens, closes });

test.each([
  ['00:00', 0],
  ['23:59', 1439],
  ['24:00', 1440],
  ['24:01', null],
  ['12:60', null],
  ['7:00', null],
  ['', null],
])('%s in minutes', (time, minutes) => expect(toMinutes(time)).toBe(minutes));

test.each([
  ['05:00', '23:30', false],
  ['05:00', '00:40', true],
  ['05:00', '05:00', true],
  ['05:00', '00:00', true],
  ['00:00', '00:00', true],
  ['05:00', '24:00', false],
  ['00:00', '24:00', false],
  ['', '00:40', false],
  ['05:00', '', false],
])('%s to %s closes on the next day: %s', (opens, closes, overnight) =>
  expect(isOvernight({ opens, closes })).toBe(overnight));

test('only 00:00–24:00 is a whole day', () => {
  expect(isWholeDay({ opens: '00:00', closes: '24:00' })).toBe(true);
  expect(isWholeDay({ opens: '00:00', closes: '00:00' })).toBe(false);
});

describe('stretches', () => {
  test('of a day', () =>
    expect(stretches({ opens: '05:00', closes: '23:30' })).toEqual([{ from: 300, to: 1410, next: false }]));
  test('of a night', () =>
    expect(stretches({ opens: '05:00', closes: '00:40' })).toEqual([
      { from: 300, to: 1440, next: false },
      { from: 0, to: 40, next: true },
    ]));
  test('until midnight, said either way', () => {
    const expected = [{ from: 480, to: 1440, next: false }];
    expect(stretches({ opens: '08:00', closes: '24:00' })).toEqual(expected);
    expect(stretches({ opens: '08:00', closes: '00:00' })).toEqual(expected);
  });
  test('of what is half typed', () => expect(stretches({ opens: '', closes: '10:00' })).toEqual([]));
});

test('days without hours', () =>
  expect(unusedDays([row('05:00', '06:00', 'MO', 'TU'), row('', '', 'SU')])).toEqual(['WE', 'TH', 'FR', 'SA']));

describe('overlappingDays', () => {
  test('a day twice at different times is none', () =>
    expect(overlappingDays([row('06:00', '12:00', 'MO'), row('12:00', '20:00', 'MO')])).toEqual([]));
  test('a day twice at the same time', () =>
    expect(overlappingDays([row('06:00', '12:00', 'MO', 'TU'), row('11:00', '20:00', 'TU', 'WE')])).toEqual(['TU']));
  test('a tail that reaches into the next day', () =>
    expect(overlappingDays([row('05:00', '02:00', 'FR'), row('01:00', '10:00', 'SA')])).toEqual(['SA']));
  test('the tail of Sunday reaches into Monday', () =>
    expect(overlappingDays([row('00:00', '08:00', 'MO'), row('20:00', '01:00', 'SU')])).toEqual(['MO']));
  test('two tails in the same night', () =>
    expect(overlappingDays([row('22:00', '03:00', 'SU'), row('23:00', '01:00', 'SU')])).toEqual(['SU']));
  test('one row never overlaps itself', () => expect(overlappingDays([row('05:00', '05:00', ...days)])).toEqual([]));
  test('what is half typed overlaps nothing', () =>
    expect(overlappingDays([row('05:00', '', 'MO'), row('05:00', '06:00', 'MO')])).toEqual([]));
});
