import { act, renderHook, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { listShortcuts, useShortcut } from './shortcuts.ts';
import { DataTable, type DataTableProps } from './table/data-table.tsx';

afterEach(() => vi.restoreAllMocks());

const listedNames = () => listShortcuts().map(({ name }) => name);

const press = (key: string, init: KeyboardEventInit = {}) =>
  act(() => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true, ...init }));
  });

test('a key is listed and handled while its component is mounted and active', () => {
  const run = vi.fn();
  const hook = renderHook(({ active }) => useShortcut('e', 'edit', run, { active }), {
    initialProps: { active: true },
  });
  expect(listShortcuts()).toMatchObject([{ name: 'edit', key: 'e' }]);
  press('E');
  expect(run).toHaveBeenCalledTimes(1);

  hook.rerender({ active: false });
  expect(listedNames()).toEqual([]);
  press('e');
  expect(run).toHaveBeenCalledTimes(1);

  hook.rerender({ active: true });
  press('e', { ctrlKey: true });
  hook.unmount();
  expect(listedNames()).toEqual([]);
  press('e');
  expect(run).toHaveBeenCalledTimes(1);
});

test('Shift tells apart letters, but not punctuation marks, which may need it', () => {
  const [approve, approveAndActivate, help] = [vi.fn(), vi.fn(), vi.fn()];
  const { unmount } = renderHook(() => {
    useShortcut('a', 'approve', approve);
    useShortcut('shift+a', 'approveAndActivate', approveAndActivate);
    useShortcut('?', 'help', help);
  });
  press('A', { shiftKey: true });
  expect([approve, approveAndActivate].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  press('a');
  expect([approve, approveAndActivate].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  press('?', { shiftKey: true });
  press('?');
  expect(help).toHaveBeenCalledTimes(2);
  unmount();
});

test('a key that types text is left to a text field', () => {
  const [approveAndActivate, save] = [vi.fn(), vi.fn()];
  const { unmount } = renderHook(() => {
    useShortcut('shift+a', 'approveAndActivate', approveAndActivate);
    useShortcut('mod+s', 'save', save);
  });
  const input = document.body.appendChild(document.createElement('input'));
  const pressInInput = (init: KeyboardEventInit) =>
    input.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  pressInInput({ key: 'A', shiftKey: true });
  expect(approveAndActivate).not.toHaveBeenCalled();
  pressInInput({ key: 's', ctrlKey: true });
  expect(save).toHaveBeenCalledTimes(1);
  input.remove();
  unmount();
});

test('a key of the page is ignored below a dialog, but handled again while the dialog fades out', () => {
  const search = vi.fn();
  const { unmount } = renderHook(() => useShortcut('mod+k', 'search', search));
  const dialog = document.body.appendChild(document.createElement('div'));
  dialog.setAttribute('aria-modal', 'true');
  press('k', { ctrlKey: true });
  expect(search).not.toHaveBeenCalled();
  dialog.dataset.closing = '';
  press('k', { ctrlKey: true });
  expect(search).toHaveBeenCalledTimes(1);
  dialog.remove();
  unmount();
});

test('two mounted components that handle the same key are reported, except for a dialog over a page', () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  const mount = (name: 'save' | 'search', inDialog = false) =>
    renderHook(() => useShortcut('mod+s', name, () => {}, { inDialog }));
  const page = mount('save');
  const dialog = mount('save', true);
  expect(report).not.toHaveBeenCalled();
  const other = mount('search');
  expect(report.mock.calls).toEqual([[expect.stringContaining('save and search')]]);
  for (const { unmount } of [page, dialog, other]) unmount();
});

interface Row {
  id: number;
}

const rows: Row[] = [{ id: 1 }, { id: 2 }];

const cellOf = (text: string) => screen.getByText(text).closest('td');

const tableOf = (props: Partial<DataTableProps<Row>>) => (
  <DataTable
    aria-label="Rows"
    columns={[{ id: 'id', header: 'Id', width: 80, cell: ({ id }) => `Row ${id}` }]}
    rows={rows}
    rowId={({ id }) => id}
    rowLabel={({ id }) => String(id)}
    {...props}
  />
);

test('a table lists the keys for which it has an action, and handles them', async () => {
  const { rerender, unmount, user } = await renderInConsole(tableOf({}));
  expect(listedNames()).toEqual(['move']);

  const [onOpen, onSelect, onResize] = [vi.fn(), vi.fn(), vi.fn()];
  rerender(tableOf({ onOpen, onSelect, onResize, selectedIds: new Set<number>() }));
  expect(listedNames().sort()).toEqual(['extend', 'move', 'open', 'resize', 'select', 'selectAll']);
  act(() => cellOf('Row 1')?.focus());
  await user.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledWith(rows[0]);
  await user.keyboard(' ');
  expect(onSelect).toHaveBeenLastCalledWith(new Set([1]));
  await user.keyboard('{Control>}a{/Control}');
  expect(onSelect).toHaveBeenLastCalledWith(new Set([1, 2]));
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(cellOf('Row 2')).toBe(document.activeElement);
  expect(onSelect).toHaveBeenCalledTimes(3);
  unmount();
  expect(listedNames()).toEqual([]);
});
