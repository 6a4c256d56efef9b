import { describe, expect, it } from 'vitest';
import { listPages } from './pager.tsx';

describe('listPages', () => {
  it.each([
    [1, 0, []],
    [1, 1, [1]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 9, [1, 2, 3, 'gap', 9]],
    [2, 9, [1, 2, 3, 'gap', 9]],
    [4, 9, [1, 2, 3, 4, 5, 'gap', 9]],
    [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
    [6, 9, [1, 'gap', 5, 6, 7, 8, 9]],
    [9, 9, [1, 'gap', 7, 8, 9]],
  ])('page %i of %i', (page, pages, list) => {
    expect(listPages(page, pages)).toEqual(list);
  });
});
