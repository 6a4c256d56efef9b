import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { learnServerTime } from '#api/server-time.ts';
import { queryClient, refreshReads } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { TaskCard } from './task-card.tsx';
import type { TaskActions } from './use-task-actions.ts';
import type { TaskList } from './use-tasks.ts';

const task = {
  id: 7,
  kind: 'retention',
  status: 'succeeded',
  params: {},
  result: null,
  error: null,
  progress: 0,
  total: null,
  cancelling: false,
  attempts: 1,
  createTime: '2026-11-26T08:00:00Z',
  startTime: null,
  endTime: null,
  createdBy: 'admin',
};
const outage = new Problem({ status: 502, code: 0, key: 'networkError', message: 'No answer' });

// the casts: the card reads nothing else of the list and its actions
const tasks = {
  search: { id: 7 },
  data: { items: [] },
  newestStream: { data: undefined },
  openEntry: vi.fn(),
} as unknown as TaskList;
const actions = { actionsOf: () => [] } as unknown as TaskActions;
// the cast: the card reads nothing but the data
const response = { data: { task } } as never;
const renderCard = () => renderInConsole(<TaskCard tasks={tasks} actions={actions} />, { wrapper: queryClientWrapper });

describe('the card of a task that is not on the page', () => {
  beforeEach(() => {
    queryClient.clear();
    vi.restoreAllMocks();
  });

  it('says how long it has been running by the server’s clock, as this device’s may be wrong', async () => {
    const now = Date.UTC(2026, 10, 20, 6);
    vi.useFakeTimers({ now, toFake: ['Date'] });
    const serverTime = now - 3_600_000;
    learnServerTime({ headers: new Headers({ Date: new Date(serverTime).toUTCString() }) }, now, now);
    const startTime = new Date(serverTime - 150_000).toISOString();
    const running = { ...task, status: 'running', startTime };
    // the cast: the card reads nothing but the data
    vi.spyOn(api, 'GET').mockResolvedValue({ data: { task: running } } as never);
    await renderCard();
    await screen.findByText(/^2 min/);
    // no difference agrees with this but none
    learnServerTime({ headers: new Headers({ Date: new Date(now).toUTCString() }) }, now + 2000, now);
    vi.useRealTimers();
  });

  it('is open while the task is loading, and offers to try again after a failure', async () => {
    const get = vi.spyOn(api, 'GET').mockRejectedValue(outage);
    const { user } = await renderCard();
    screen.getByRole('complementary', { name: 'Task' });
    await screen.findByRole('heading', { name: 'Could not load this task: No answer' });
    get.mockResolvedValue(response);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('heading', { name: 'Remove expired data' });
  });

  it('keeps a task that cannot be refreshed, says since when, and tries again on request', async () => {
    const get = vi.spyOn(api, 'GET').mockResolvedValue(response);
    const { user } = await renderCard();
    await screen.findByRole('heading', { name: 'Remove expired data' });
    get.mockRejectedValue(outage);
    refreshReads();
    expect((await screen.findByRole('status')).textContent).toContain('Not refreshed · as of');
    expect(screen.getByRole('heading', { name: 'Remove expired data' })).toBeTruthy();
    get.mockResolvedValue(response);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  });
});
