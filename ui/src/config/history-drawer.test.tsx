import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { EditForm } from '#crud/form/edit-form.ts';
import { renderInConsole } from '#testing/render.tsx';
import { HistoryDrawer } from './history-drawer.tsx';
import type { SettingsHistory } from './use-settings-history.ts';

const page = { items: [], nextCursor: null, total: 10_000, totalCapped: true };
// the casts: without changes the drawer reads nothing else of the history, and nothing of the form
const historyWith = (data: typeof page | undefined) =>
  ({ items: [], data, loading: true }) as unknown as SettingsHistory;
const form = {} as EditForm;

it('shows no number of changes until they are loaded, and then whether there are more than were counted', async () => {
  const view = await renderInConsole(<HistoryDrawer form={form} history={historyWith(undefined)} onClose={vi.fn()} />);
  expect(screen.getByRole('complementary').textContent).toBe('History');
  view.rerender(<HistoryDrawer form={form} history={historyWith(page)} onClose={vi.fn()} />);
  screen.getByText('10,000+');
});
