import { describe, expect, it } from 'vitest';
import type { Column } from './data-table-types.ts';
import { fillerColumn, layoutProperties, placeColumns } from './table-layout.ts';

const column = (id: string, overrides: Partial<Column<unknown>> = {}): Column<unknown> => ({
  id,
  header: id,
  width: 100,
  cell: () => id,
  ...overrides,
});

const columns = [
  column('code', { width: 62, pinned: true }),
  column('name', { width: 246, pinned: true }),
  column('city'),
  column('actions', { width: 108, pinnedRight: true }),
];

const briefIds = (placed: ReturnType<typeof placeColumns>) =>
  placed.filter(({ className }) => className.split(' ').includes('brief')).map(({ column: { id } }) => id);

describe('layoutProperties', () => {
  it('says where pinned columns start and how narrow the table may become', () => {
    expect(layoutProperties(columns, { code: 90, name: 246, city: 100, actions: 108 }, true)).toEqual({
      '--left-code': '40px',
      '--left-name': '130px',
      '--pinned-width': '376px',
      '--table-width': 'calc(476px + var(--actions-width, 108px))',
    });
  });
});

describe('placeColumns', () => {
  it('marks the columns of a narrow screen: code, name, status and actions', () => {
    const placed = placeColumns([...columns.slice(0, 3), column('status'), ...columns.slice(3)], false);
    expect(briefIds(placed)).toEqual(['code', 'name', 'status', 'actions']);
  });

  it('marks the first three columns if there is no status', () => {
    const facts = ['a', 'b', 'c', 'd'].map((id) => column(id));
    expect(briefIds(placeColumns([column('time', { pinned: true }), ...facts], false))).toEqual([
      'time',
      'a',
      'b',
      'c',
    ]);
  });

  it('marks the columns that a phone shows in addition, and those on the second line', () => {
    const facts = [column('a'), column('b', { onPhone: 'secondLine' }), column('status'), column('c'), column('d')];
    const placed = placeColumns([column('code', { pinned: true }), ...facts], false);
    expect(briefIds(placed)).toEqual(['code', 'b', 'status']);
    expect(placed.filter(({ className }) => className.includes('second-line'))).toMatchObject([
      { column: { id: 'b' } },
    ]);
  });

  it('places the filler before the actions', () => {
    const placed = placeColumns(columns, true);
    expect(placed.map(({ column: { id } }) => id)).toEqual(['code', 'name', 'city', fillerColumn.column.id, 'actions']);
  });
});
