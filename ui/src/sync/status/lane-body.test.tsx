import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { queryClient, refreshReads } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { LaneBody } from './lane-body.tsx';
import type { Lane, SelectedLane, SyncStatus } from './lanes.ts';
import type { ChartSpan } from './sync-search.ts';
import type { Sync } from './use-sync.ts';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));
vi.mock('./lag-chart.tsx', () => ({ LagChart: () => null }));

const outage = new Problem({ status: 502, code: 0, key: 'networkError', message: 'No answer' });
const time = '2026-11-26T08:00:00Z';
// the casts: these are the members that the details of a lane show
const lane = {
  entity: 'airport',
  state: 'healthy',
  position: 9,
  backlog: 0,
  waiting: 0,
  lagMs: 0,
  attempts: 0,
  parked: false,
  paused: false,
  replay: null,
  lastSuccess: time,
  rate: 0,
} as unknown as Lane;
const subscriber = {
  id: 3,
  name: 'search-index',
  active: true,
  lanes: [lane],
} as unknown as SelectedLane['subscriber'];
const status = { head: 9, time, subscribers: [subscriber] } as unknown as SyncStatus;
const detail = {
  subscriber: { id: 3, name: 'search-index', url: 'https://search.example/changes', active: true },
  lane,
  behindAfterMs: 60_000,
  tries: 8,
  current: null,
  samples: [],
  deliveries: [],
};
const response = { data: detail } as never;

const body = (span: ChartSpan, shownLane = lane) => {
  const sync = { span, setSpan: vi.fn(), refresh: vi.fn(), receivedAt: new Date(time) } as unknown as Sync;
  return <LaneBody sync={sync} status={status} selected={{ lane: shownLane, subscriber, entityName: 'airports' }} />;
};

describe('the details of a lane', () => {
  beforeEach(() => {
    queryClient.clear();
    vi.restoreAllMocks();
  });

  it('stay if they cannot be refreshed, and say since when', async () => {
    const get = vi.spyOn(api, 'GET').mockResolvedValue(response);
    const { user } = await renderInConsole(body('hour'), { wrapper: queryClientWrapper });
    await screen.findByText('https://search.example/changes');
    get.mockRejectedValue(outage);
    refreshReads();
    expect((await screen.findByRole('status')).textContent).toContain('Not refreshed · as of');
    expect(screen.getByText('https://search.example/changes')).toBeTruthy();
    get.mockResolvedValue(response);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  });

  it('never show one period under the name of another that could not be loaded', async () => {
    const get = vi.spyOn(api, 'GET').mockResolvedValue(response);
    const { rerender } = await renderInConsole(body('hour'), { wrapper: queryClientWrapper });
    await screen.findByText('https://search.example/changes');
    get.mockRejectedValue(outage);
    rerender(body('day'));
    await screen.findByRole('heading', { name: 'Could not load the details of this cell: No answer' });
    expect(screen.queryByText('https://search.example/changes')).toBeNull();
  });
  it('say how many changes wait for a failed one', async () => {
    vi.spyOn(api, 'GET').mockResolvedValue(response);
    const { rerender } = await renderInConsole(body('hour'), { wrapper: queryClientWrapper });
    expect(screen.queryByText('Held up')).toBeNull();
    rerender(body('hour', { ...lane, attempts: 1, backlog: 1201, waiting: 1200 }));
    expect(screen.getByText('1,200 changes, behind a failed one')).toBeTruthy();
  });
});
