import { expect, it, vi } from 'vitest';
import { type HomeSearch, parseHomeSearch, WAITING_AGES, waitingTimes } from './home-search.ts';

it.each<[string, Record<string, unknown>, HomeSearch]>([
  ['a period', { days: 7 }, { days: 7 }],
  ['the default period', { days: 1 }, {}],
  ['an unknown period', { days: 2 }, {}],
  ['the rejections', { rejected: 'all' }, { rejected: 'all' }],
  [
    'a queue with its filters',
    { review: 'city', kind: 'import', by: 'editor', age: 7, item: 'x' },
    { review: 'city', kind: 'import', by: 'editor', age: 7, item: 'x' },
  ],
  ['a queue with unknown filters', { review: 'all', kind: 'file', age: 2 }, { review: 'all' }],
  ['a queue of an author whose name is a number', { review: 'all', by: 10086 }, { review: 'all', by: '10086' }],
  ['a queue of nobody', { review: 'all', by: '' }, { review: 'all' }],
  ['an unknown queue, whose filters mean nothing', { review: 'ship', by: 'editor' }, {}],
])('the address of the home page holds %s', (_, parameters, search) => {
  expect(parseHomeSearch(parameters)).toEqual(search);
});

it('the ages of the queue become its times, and those of the home page meet without gaps', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T06:00:00Z') });
  expect(Object.fromEntries(WAITING_AGES.map(({ age }) => [age, waitingTimes(age)]))).toEqual({
    '0-1': { since: '2026-11-18T06:00:00.000Z' },
    '2-6': { since: '2026-11-13T06:00:00.000Z', before: '2026-11-18T06:00:00.000Z' },
    '7-29': { since: '2026-10-21T06:00:00.000Z', before: '2026-11-13T06:00:00.000Z' },
    1: { before: '2026-11-19T06:00:00.000Z' },
    7: { before: '2026-11-13T06:00:00.000Z' },
    30: { before: '2026-10-21T06:00:00.000Z' },
  });
  expect(waitingTimes(undefined)).toEqual({});
  vi.useRealTimers();
});
