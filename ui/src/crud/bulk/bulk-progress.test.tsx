import { QueryClientProvider } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { api, session } from '#session/session.ts';
import { renderInConsole } from '#testing/render.tsx';
import {
  type BulkChange,
  followBulkChange,
  followOpenBulkChanges,
  unfollowBulkChange,
  useFollowedBulkChanges,
} from './bulk-changes.ts';
import { BulkProgress } from './bulk-progress.tsx';

const running: BulkChange = {
  id: 5,
  entity: 'country',
  action: 'deactivate',
  reason: null,
  status: 'running',
  cancelling: false,
  total: 2,
  done: 1,
  proposed: 0,
  left: 0,
  causes: [],
  createdBy: 'ann',
  createTime: '2026-11-20T06:32:10.000Z',
  endTime: null,
};
const ended: BulkChange = { ...running, status: 'done', done: 1, left: 1, endTime: '2026-11-20T06:32:12.000Z' };
const problem = (status: number) => new Problem({ status, code: status, key: 'unknownError', message: 'No answer' });

interface Options {
  params: { path: { id: number } };
}

/** The client without the types of its responses. */
const client: Record<'GET' | 'POST', (...args: never[]) => Promise<unknown>> = api;
const get = vi.spyOn(client, 'GET');
const post = vi.spyOn(client, 'POST');
const refresh = vi.spyOn(queryClient, 'invalidateQueries');
const answer = (bulkChange: BulkChange) => ({ status: 200, message: 'OK', etag: null, data: { bulkChange } });

function Page() {
  const ids = useFollowedBulkChanges();
  return (
    <main id="page" tabIndex={-1}>
      <BulkProgress ids={ids} />
    </main>
  );
}

async function renderProgress(...ids: number[]) {
  for (const id of ids) followBulkChange(id);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  return renderInConsole(<Page />, { wrapper });
}

beforeEach(() => {
  get.mockReset();
  refresh.mockClear();
});
afterEach(() => {
  act(() => {
    for (const id of [5, 6]) unfollowBulkChange(id);
  });
  queryClient.clear();
});

it('goes on after a poll that failed', async () => {
  get.mockResolvedValueOnce(answer(running)).mockRejectedValueOnce(problem(502)).mockResolvedValue(answer(ended));
  await renderProgress(5);
  await screen.findByRole('progressbar');
  expect(await screen.findByText('1 deactivated · 1 unchanged')).toBeTruthy();
});

it('says so if the first read fails, and goes on', async () => {
  get.mockRejectedValueOnce(problem(502)).mockResolvedValue(answer(ended));
  await renderProgress(5);
  await screen.findByText('Progress could not be loaded');
  await screen.findByText('1 deactivated · 1 unchanged');
});

it('refreshes the page if the action has ended before the first answer', async () => {
  get.mockResolvedValue(answer(ended));
  await renderProgress(5);
  await screen.findByText('1 deactivated · 1 unchanged');
  await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
});

it('keeps the focus when Stop becomes Close, and moves it on when a card is closed', async () => {
  get.mockImplementation(async (_: string, { params: { path } }: Options) =>
    answer({ ...(path.id === 6 ? ended : running), id: path.id }),
  );
  const { user } = await renderProgress(5, 6);
  const stop = await screen.findByRole('button', { name: 'Stop' });
  await screen.findByRole('button', { name: 'Close' });
  stop.focus();
  get.mockImplementation(async (_: string, { params: { path } }: Options) => answer({ ...ended, id: path.id }));
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(2));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Close');
  await user.keyboard('{Enter}');
  expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(1);
  expect(document.activeElement?.id).toBe('bulk-change-6');
  await user.tab();
  await user.keyboard('{Enter}');
  expect(document.activeElement?.id).toBe('page');
});

it('shows what the user started elsewhere and has not ended, each once', async () => {
  vi.spyOn(session, 'loggedIn', 'get').mockReturnValue(true);
  get.mockImplementation(async (path: string, options: Partial<Options>) =>
    path === '/api/v1/bulk-changes'
      ? { status: 200, message: 'OK', etag: null, data: { items: [running, { ...running, id: 6 }] } }
      : answer({ ...running, id: options.params?.path.id ?? 0 }),
  );
  await renderProgress(5);
  await act(followOpenBulkChanges);
  expect(get).toHaveBeenCalledWith('/api/v1/bulk-changes', { quiet: true });
  await waitFor(() => expect(screen.getAllByRole('progressbar')).toHaveLength(2));
});

it('offers all that was left as a file', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  get.mockResolvedValue(
    answer({ ...ended, left: 230, causes: [{ cause: 'otherStatus', fields: [], count: 230, records: [] }] }),
  );
  post.mockResolvedValue({ status: 201, message: 'OK', etag: null, data: { ticket: 'abc' } });
  const { user } = await renderProgress(5);
  await user.click(await screen.findByRole('button', { name: 'Report' }));
  await user.click(await screen.findByRole('button', { name: 'Download all 230 unchanged records with causes' }));
  await waitFor(() => expect(click).toHaveBeenCalledTimes(1));
  expect(post).toHaveBeenCalledWith('/api/v1/tickets', {
    body: { path: '/api/v1/bulk-changes/5/left?language=en' },
  });
});
