import { describe, expect, it } from 'vitest';
import type { Column } from './data-table-types.ts';
import { layOut, rest } from './table-layout.ts';

const column = (id: string, more: Partial<Column<unknown>> = {}): Column<unknown> => ({
  id,
  header: id,
  width: 100,
  cell: () => id,
  ...more,
});

const columns = [
  column('code', { width: 62, pinned: true }),
  column('name', { width: 246, pinned: true }),
  column('city'),
  column('actions', { width: 108, pinnedRight: true }),
];

describe('layOut', () => {
  it('lets the last pinned column take the slack', () => {
    const { placed } = layOut(columns, {}, true);
    expect(placed.map(({ width }) => width)).toEqual([62, undefined, 100, 108]);
  });

  it('says where the pinned columns stand and how narrow the table may become', () => {
    const { style } = layOut(columns, { code: 90 }, true);
    expect(style).toEqual({
      '--left-code': '40px',
      '--left-name': '130px',
      '--pinned-width': '376px',
      '--table-width': '584px',
    });
  });

  it('leaves the slack before the actions once the names have a width of their own', () => {
    const { placed } = layOut(columns, { name: 200 }, false);
    expect(placed.map(({ column: { id } }) => id)).toEqual(['code', 'name', 'city', rest.column.id, 'actions']);
  });
});
