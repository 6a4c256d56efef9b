import { expect, test } from 'vitest';
import { type Day, days, groupIntoRanges } from './weekdays.ts';

test.each<[Day[], Day[][]]>([
  [[], []],
  [['FR'], [['FR']]],
  [
    ['SU', 'SA'],
    [['SA'], ['SU']],
  ],
  [['TH', 'MO', 'TU', 'WE'], [['MO', 'TU', 'WE', 'TH']]],
  [
    ['MO', 'WE', 'TH', 'FR', 'SU'],
    [['MO'], ['WE', 'TH', 'FR'], ['SU']],
  ],
  [[...days], [[...days]]],
])('groups consecutive days of %j', (chosen, expected) => expect(groupIntoRanges(chosen)).toEqual(expected));
