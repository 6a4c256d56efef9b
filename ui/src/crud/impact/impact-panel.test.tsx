import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#crud/read/query-client.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { ImpactPanel } from './impact-panel.tsx';
import type { Impact } from './impact-summary.ts';

const nothing: Impact = {
  referrers: { total: 0, totals: {} },
  referenceVersions: { total: 0, totals: {} },
  subscribers: { total: 0, enter: 0, update: 0, leave: 0 },
  warnings: { opened: { total: 0, items: [] }, closed: { total: 0, items: [] } },
  changeSets: { total: 0, items: [] },
};

beforeEach(async () => {
  queryClient.clear();
  await loadTexts('frame', 'review');
});

it('asks only when somebody wants to see it, and tries again after a failure', async () => {
  const read = vi.fn<() => Promise<Impact>>();
  read.mockRejectedValueOnce(new Error('no answer')).mockResolvedValueOnce({
    ...nothing,
    referrers: { total: 12, totals: { airport: 12 } },
    subscribers: {
      total: 3,
      enter: 1,
      update: 2,
      leave: 0,
      items: [{ id: 4, name: 'fares', enter: 1, update: 0, leave: 0 }],
    },
    changeSets: { total: 2, items: [] },
  });
  await renderInConsole(<ImpactPanel id={['set', 1]} read={read} onDemand />, { wrapper: queryClientWrapper });
  expect(read).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Show impact' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  await screen.findByText(/^12 referring records · goes to 3 subscribers/);
  expect(screen.getByText('fares')).toBeTruthy();
  expect(screen.getByText('2 more that you cannot view')).toBeTruthy();
});

it('says that nothing is touched, and that an approval would be refused', async () => {
  const { unmount } = await renderInConsole(<ImpactPanel id={['set', 2]} read={async () => nothing} />, {
    wrapper: queryClientWrapper,
  });
  await screen.findByText('No subscriber receives anything.');
  unmount();
  await renderInConsole(<ImpactPanel id={['set', 3]} read={async () => undefined} />, { wrapper: queryClientWrapper });
  await screen.findByText(/cannot be approved yet/);
});
