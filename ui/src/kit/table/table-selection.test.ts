import { describe, expect, it } from 'vitest';
import { extendSelection, toggleAll, toggleRow } from './table-selection.ts';

const order = [1, 2, 3, 4, 5];

describe('table selection', () => {
  it('extends a range in both directions from its anchor and shrinks it again', () => {
    const anchor = { id: 3, base: new Set([1]) };
    expect([...extendSelection(anchor, order, 5)]).toEqual([1, 3, 4, 5]);
    expect([...extendSelection(anchor, order, 4)]).toEqual([1, 3, 4]);
    expect([...extendSelection(anchor, order, 2)]).toEqual([1, 2, 3]);
  });

  it('selects only the row if the anchor is no longer on the page', () => {
    expect([...extendSelection({ id: 99, base: new Set() }, order, 4)]).toEqual([4]);
  });

  it('selects and deselects a page without changing the selection of other pages', () => {
    const all = toggleAll(new Set([77, 2]), order);
    expect(all.size).toBe(6);
    expect([...toggleAll(all, order)]).toEqual([77]);
    expect([...toggleRow(new Set([1, 2]), 1)]).toEqual([2]);
  });
});
