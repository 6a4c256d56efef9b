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
    expect(placed.map(({ width }) => width)).toEqual([62, undefined, 100, 'var(--actions-width, 108px)']);
  });

  it('says where the pinned columns stand and how narrow the table may become', () => {
    const { style } = layOut(columns, { code: 90 }, true);
    expect(style).toEqual({
      '--left-code': '40px',
      '--left-name': '130px',
      '--pinned-width': '376px',
      '--table-width': 'calc(476px + var(--actions-width, 108px))',
    });
  });

  it('marks what a narrow screen shows: code, name, status and actions', () => {
    const { placed } = layOut([...columns.slice(0, 3), column('status'), ...columns.slice(3)], {}, true);
    const brief = placed.filter(({ className }) => className.split(' ').includes('brief'));
    expect(brief.map(({ column: { id } }) => id)).toEqual(['code', 'name', 'status', 'actions']);
  });

  it('marks the first three facts where there is no status', () => {
    const { placed } = layOut(
      [column('time', { pinned: true }), ...['a', 'b', 'c', 'd'].map((id) => column(id))],
      {},
      false,
    );
    const brief = placed.filter(({ className }) => className.split(' ').includes('brief'));
    expect(brief.map(({ column: { id } }) => id)).toEqual(['time', 'a', 'b', 'c']);
  });

  it('leaves the slack before the actions once the names have a width of their own', () => {
    const { placed } = layOut(columns, { name: 200 }, false);
    expect(placed.map(({ column: { id } }) => id)).toEqual(['code', 'name', 'city', rest.column.id, 'actions']);
  });
});
