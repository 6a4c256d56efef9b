import { describe, expect, it } from 'vitest';
import { homeItem, menuGroups } from './menu.ts';

describe('the letters of pages', () => {
  const letters = [homeItem, ...menuGroups.flatMap(({ items }) => items)].map(({ letter }) => letter);

  it('open one page each, and every page has one', () => {
    expect(letters.filter((letter) => !/^[a-z]$/.test(letter ?? ''))).toEqual([]);
    expect(new Set(letters).size).toBe(letters.length);
  });
});
