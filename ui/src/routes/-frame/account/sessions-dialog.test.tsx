import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { SessionsDialog } from './sessions-dialog.tsx';

const session = (id: string, current: boolean) => ({
  id,
  client: 'node',
  address: '10.0.0.1',
  createTime: '2026-11-26T08:00:00Z',
  lastSeen: '2026-11-26T08:00:00Z',
  current,
});
// the cast: the dialog reads nothing but the data
const response = { data: { items: [session('a', true), session('b', false)] } } as never;

it('keeps the sessions if they cannot be read again after one was ended, says so, and tries again on request', async () => {
  const outage = new Problem({ status: 502, code: 0, key: 'networkError', message: 'No answer' });
  const get = vi.spyOn(api, 'GET').mockResolvedValue(response);
  vi.spyOn(api, 'DELETE').mockRejectedValue(outage);
  const { user } = await renderInConsole(<SessionsDialog open onClose={vi.fn()} />, { wrapper: queryClientWrapper });
  const end = await screen.findByRole('button', { name: /^Sign out device:/ });
  get.mockRejectedValue(outage);
  await user.click(end);
  await waitFor(() => expect(screen.getByText(/^Not refreshed · as of/)).toBeTruthy());
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  get.mockResolvedValue(response);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText(/^Not refreshed · as of/)).toBeNull());
});

it('shows each session as busy until its own request has ended', async () => {
  const items = [session('a', true), { ...session('b', false), address: '10.0.0.2' }, session('c', false)];
  // the cast: the dialog reads nothing but the data
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { items } } as never);
  const requests: (() => void)[] = [];
  vi.spyOn(api, 'DELETE').mockImplementation(() => new Promise((resolve) => requests.push(() => resolve({} as never))));
  queryClient.clear();
  const { user } = await renderInConsole(<SessionsDialog open onClose={vi.fn()} />, { wrapper: queryClientWrapper });
  const [first, second] = await screen.findAllByRole('button', { name: /^Sign out device:/ });
  if (!first || !second) throw new Error('There are fewer than two sessions to end.');
  const busyStates = () => [first, second].map((button) => button.getAttribute('aria-busy') === 'true');
  await user.click(first);
  await user.click(second);
  expect(busyStates()).toEqual([true, true]);
  requests[1]?.();
  await waitFor(() => expect(busyStates()).toEqual([true, false]));
  requests[0]?.();
  await waitFor(() => expect(busyStates()).toEqual([false, false]));
});
