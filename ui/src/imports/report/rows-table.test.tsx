import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ListPreferences } from '#crud/list/columns/preferences.ts';
import { importFixture, testProblem } from '#imports/import-fixtures.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { renderInConsole } from '#testing/render.tsx';
import { RowsTable } from './rows-table.tsx';
import type { ReportRows } from './use-report-rows.ts';

const preferences: ListPreferences = { density: 'comfortable', widths: {} };

const row = {
  row: 1,
  line: 2,
  state: 'new',
  code: 'C1',
  name: 'Cabin',
  problems: [],
  missing: [],
  cells: [],
  corrected: false,
};

function renderTable(read: Partial<ReportRows>) {
  // the casts: the table reads nothing else
  const rows = { items: [row], columns: [], total: '2', loading: false, search: {}, ...read } as unknown as ReportRows;
  const props = { id: 7, importJob: importFixture('staged'), send: vi.fn() } as unknown as ImportProps;
  return renderInConsole(<RowsTable {...props} rows={rows} preferences={preferences} onPreferences={vi.fn()} />);
}

it('keeps its rows if the next ones cannot be loaded, and says so beside the button', async () => {
  await renderTable({ loadMore: vi.fn(), moreProblem: testProblem(502) });
  expect(screen.getByText('Cabin')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('Could not load more: …');
  expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy();
});

it('keeps its rows if they cannot be refreshed, and says since when', async () => {
  const reload = vi.fn();
  const { user } = await renderTable({ refreshFailure: { problem: testProblem(502), since: new Date() }, reload });
  expect(screen.getByText('Cabin')).toBeTruthy();
  expect(screen.getByRole('status').textContent).toContain('Not refreshed · as of');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(reload).toHaveBeenCalledOnce();
});
