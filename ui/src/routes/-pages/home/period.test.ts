import { expect, it } from 'vitest';
import { type HomeSearch, parseHomeSearch } from './period.ts';

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
  ['a queue with unknown filters', { review: 'all', kind: 'file', by: 3, age: 2 }, { review: 'all' }],
  ['an unknown queue, whose filters mean nothing', { review: 'ship', by: 'editor' }, {}],
])('the address of the home page holds %s', (_, parameters, search) => {
  expect(parseHomeSearch(parameters)).toEqual(search);
});
