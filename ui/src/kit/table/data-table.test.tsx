import { screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { languages, renderInConsole } from '#testing/render.tsx';
import { DataTable, type DataTableProps, type RowId } from './data-table.tsx';
import { useGridFocus } from './use-grid-focus.ts';

interface Airport {
  id: number;
  code: string;
  name: string;
}

const airports: Airport[] = ['PEK', 'PKX', 'SHA', 'PVG', 'CAN'].map((code, id) => ({
  id,
  code,
  name: `Airport ${code}`,
}));
const columns: DataTableProps<Airport>['columns'] = [
  { id: 'code', header: 'Code', width: 80, sortable: true, cell: ({ code }) => code },
  { id: 'name', header: 'Name', width: 200, cell: ({ name }) => name },
];
const rowId = ({ id }: Airport) => id;
const rowLabel = ({ code }: Airport) => code;

function Airports(props: Partial<DataTableProps<Airport>>) {
  const [selectedIds, onSelect] = useState<ReadonlySet<RowId>>(new Set());
  const table = { columns, rows: airports, rowId, rowLabel, selectedIds, onSelect };
  return (
    <>
      <button type="button" onClick={() => onSelect(new Set())}>
        Clear
      </button>
      <DataTable aria-label="Airports" {...table} {...props} />
    </>
  );
}

const findCheckbox = (text: string, code: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `${text} ${code}` });
const isSelected = () => screen.getAllByRole('row', { selected: true }).map((row) => row.textContent?.slice(0, 3));

describe('the selection of a table', () => {
  it.each(languages)('is made by checkboxes labelled in %s with the code of their row', async (language) => {
    const { user, texts } = await renderInConsole(<Airports />, { language });
    await user.click(findCheckbox(texts.kit.selectRow, 'PKX'));
    await user.click(findCheckbox(texts.kit.selectRow, 'CAN'));
    expect(isSelected()).toEqual(['PKX', 'CAN']);
    await user.click(findCheckbox(texts.kit.selectRow, 'PKX'));
    expect(isSelected()).toEqual(['CAN']);
  });

  it('selects a range with Shift', async () => {
    const { user, texts } = await renderInConsole(<Airports />);
    await user.click(findCheckbox(texts.kit.selectRow, 'PKX'));
    await user.keyboard('{Shift>}');
    await user.click(findCheckbox(texts.kit.selectRow, 'PVG'));
    await user.keyboard('{/Shift}');
    expect(isSelected()).toEqual(['PKX', 'SHA', 'PVG']);
  });

  it('starts anew after it was changed outside of the table', async () => {
    const { user, texts } = await renderInConsole(<Airports />);
    await user.click(findCheckbox(texts.kit.selectRow, 'PEK'));
    await user.click(findCheckbox(texts.kit.selectRow, 'SHA'));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await user.keyboard('{Shift>}');
    await user.click(findCheckbox(texts.kit.selectRow, 'CAN'));
    expect(isSelected()).toEqual(['CAN']);
    await user.click(findCheckbox(texts.kit.selectRow, 'SHA'));
    await user.keyboard('{/Shift}');
    expect(isSelected()).toEqual(['SHA', 'PVG', 'CAN']);
  });

  it('selects the page by the checkbox in the head, which is indeterminate for a part of it', async () => {
    const { user, texts } = await renderInConsole(<Airports />);
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: texts.kit.selectAll });
    await user.click(findCheckbox(texts.kit.selectRow, 'PEK'));
    expect([all.indeterminate, all.checked]).toEqual([true, false]);
    await user.click(all);
    expect(isSelected()).toHaveLength(5);
    expect([all.indeterminate, all.checked]).toEqual([false, true]);
    await user.click(all);
    expect(screen.queryAllByRole('row', { selected: true })).toEqual([]);
  });

  it('is made by keyboard: arrows move, Space selects, Shift with an arrow extends the selection', async () => {
    const { user } = await renderInConsole(<Airports />);
    await user.click(screen.getByRole('cell', { name: 'PEK' }));
    screen.getByRole('cell', { name: 'PEK' }).focus();
    await user.keyboard('{ArrowDown} {Shift>}{ArrowDown}{/Shift}');
    expect(isSelected()).toEqual(['PKX', 'SHA']);
    await user.keyboard('{Control>}a{/Control}');
    expect(isSelected()).toHaveLength(5);
  });
});

describe('a table', () => {
  it('opens a row on click and on Enter', async () => {
    const onOpen = vi.fn();
    const { user } = await renderInConsole(<Airports onOpen={onOpen} />);
    await user.click(screen.getByRole('cell', { name: 'Airport SHA' }));
    screen.getByRole('cell', { name: 'PEK' }).focus();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(onOpen.mock.calls.map(([row]) => row.code)).toEqual(['SHA', 'PKX']);
  });

  it('sorts by a column head, and in reverse by a second click', async () => {
    const onSort = vi.fn();
    const { user, rerender } = await renderInConsole(<Airports onSort={onSort} />);
    await user.click(screen.getByRole('button', { name: 'Code' }));
    expect(onSort).toHaveBeenLastCalledWith({ column: 'code', direction: 'asc' });
    rerender(<Airports onSort={onSort} sort={[{ column: 'code', direction: 'asc' }]} />);
    expect(screen.getByRole('columnheader', { name: 'Code' }).getAttribute('aria-sort')).toBe('ascending');
    await user.click(screen.getByRole('button', { name: 'Code' }));
    expect(onSort).toHaveBeenLastCalledWith({ column: 'code', direction: 'desc' });
  });

  it('adds a column to the order on Shift, and numbers the columns', async () => {
    const [onSort, onAddSort] = [vi.fn(), vi.fn()];
    const multiSort = { onSort: onAddSort, hint: 'with Shift', position: 'sort position' };
    const sortable = columns.map((column) => ({ ...column, sortable: true }));
    const sort = [
      { column: 'name', direction: 'desc' },
      { column: 'code', direction: 'asc' },
    ] as const;
    const table = <Airports columns={sortable} sort={sort} onSort={onSort} multiSort={multiSort} />;
    const { user } = await renderInConsole(table);
    const head = screen.getByRole('button', { name: 'Code sort position 2' });
    await user.keyboard('{Shift>}');
    await user.click(head);
    await user.keyboard('{/Shift}');
    expect(onAddSort).toHaveBeenLastCalledWith({ column: 'code', direction: 'desc' });
    expect(onSort).not.toHaveBeenCalled();
    await user.click(head);
    expect(onSort).toHaveBeenLastCalledWith({ column: 'code', direction: 'desc' });
    const heads = screen.getAllByRole('columnheader').map((cell) => cell.getAttribute('aria-sort'));
    expect(heads.filter(Boolean)).toEqual(['descending']);
  });

  it('shows the empty state only once it is loaded', async () => {
    const { rerender } = await renderInConsole(<Airports rows={[]} empty="Nothing here" loading skeletonRows={3} />);
    expect(screen.queryByText('Nothing here')).toBeNull();
    expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true');
    rerender(<Airports rows={[]} empty="Nothing here" />);
    expect(screen.getByText('Nothing here')).toBeDefined();
  });

  it('has no checkboxes if nothing can be selected', async () => {
    await renderInConsole(<Airports selectedIds={undefined} />);
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });
});

describe('the keyboard in a grid', () => {
  it('stays in the head when it pages up from there', async () => {
    const { user } = await renderInConsole(<Airports onSort={vi.fn()} />);
    const head = screen.getByRole('button', { name: /^Code/ });
    head.focus();
    await user.keyboard('{PageUp}');
    expect(document.activeElement).toBe(head);
  });

  it('enters a table without a head at its first row', async () => {
    function Subjects() {
      const table = useRef<HTMLTableElement>(null);
      const focus = useGridFocus(table);
      return (
        <table ref={table} onFocus={focus.onFocus}>
          <tbody>
            {['Users', 'Roles', 'Tasks'].map((name) => (
              <tr key={name}>
                <td>
                  <button type="button">{name}</button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      );
    }
    const { user } = await renderInConsole(<Subjects />);
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Users');
  });
});
