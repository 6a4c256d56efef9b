import { screen } from '@testing-library/react';
import { it, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { RecentChanges } from './recent-changes.tsx';

it.each([
  [false, 'All 10,000'],
  [true, 'All 10,000+'],
])('says whether more changes exist than were counted (%s)', async (totalCapped, label) => {
  const history = { items: [], proposals: [], nextCursor: null, total: 10_000, totalCapped, labels: {} };
  await renderInConsole(<RecentChanges history={history} onAll={vi.fn()} />);
  screen.getByRole('button', { name: label });
});
