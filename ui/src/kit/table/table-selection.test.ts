import { describe, expect, it } from 'vitest';
import { extend, toggle, toggleAll } from './table-selection.ts';

const order = [1, 2, 3, 4, 5];

describe('table selection', () => {
  it('extends both ways from where the range began and shrinks again', () => {
    const anchor = { id: 3, base: new Set([1]) };
    expect([...extend(anchor, order, 5)]).toEqual([1, 3, 4, 5]);
    expect([...extend(anchor, order, 4)]).toEqual([1, 3, 4]);
    expect([...extend(anchor, order, 2)]).toEqual([1, 2, 3]);
  });

  it('takes the row alone when the anchor has left the page', () => {
    expect([...extend({ id: 99, base: new Set() }, order, 4)]).toEqual([4]);
  });

  it('selects the page, keeps what is selected on others, and takes the page back', () => {
    const all = toggleAll(new Set([77, 2]), order);
    expect(all.size).toBe(6);
    expect([...toggleAll(all, order)]).toEqual([77]);
    expect([...toggle(new Set([1, 2]), 1)]).toEqual([2]);
  });
});
