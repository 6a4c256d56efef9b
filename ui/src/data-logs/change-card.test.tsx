import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { queryClient, refreshReads } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { ChangeCard, type ChangeDetails, restoreTarget } from './change-card.tsx';
import type { DataLogs } from './use-data-logs.ts';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useRouter: () => ({
    buildLocation: ({ to, search }: { to: string; search: { id: number } }) => ({ href: `${to}?id=${search.id}` }),
    history: { createHref: (href: string) => href },
  }),
}));

const change = {
  entry: {
    seq: 7,
    entity: 'country',
    recordId: 3,
    code: 'FR',
    name: 'France',
    locales: {},
    exists: false,
    action: 'update',
    time: '2026-11-26T08:00:00Z',
    actor: 'admin',
    proposer: null,
    reason: null,
    version: 2,
    position: 12,
    changes: [],
  },
  recordVersion: null,
  before: null,
  after: null,
  labels: {},
};

// the cast: the card reads nothing else of the list
const logs = { data: { entries: [] }, openEntry: vi.fn(), filterBy: vi.fn() } as unknown as DataLogs;

beforeEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

it('keeps a change that cannot be refreshed, says since when, and tries again on request', async () => {
  const outage = new Problem({ status: 502, code: 0, key: 'networkError', message: 'No answer' });
  // the cast: the card reads nothing but the data
  const get = vi.spyOn(api, 'GET').mockResolvedValue({ data: change } as never);
  const { user } = await renderInConsole(<ChangeCard seq={7} logs={logs} />, { wrapper: queryClientWrapper });
  await screen.findByRole('heading', { name: 'France' });
  get.mockRejectedValue(outage);
  refreshReads();
  const status = await screen.findByRole('status');
  expect(status.textContent).toContain('Not refreshed · as of');
  // not above the content, which would move
  expect(status.closest('header')).not.toBeNull();
  expect(screen.getByRole('heading', { name: 'France' })).toBeTruthy();
  // the cast: as above
  get.mockResolvedValue({ data: change } as never);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it('copies an address that opens the change whatever the filters of the list', async () => {
  // the cast: the card reads nothing but the data
  vi.spyOn(api, 'GET').mockResolvedValue({ data: change } as never);
  const { user } = await renderInConsole(<ChangeCard seq={7} logs={logs} />, { wrapper: queryClientWrapper });
  await user.click(await screen.findByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/data-logs?id=7`);
});

it('says that a change does not exist or was removed, and offers neither a retry nor its link', async () => {
  vi.spyOn(api, 'GET').mockRejectedValue(new Problem({ status: 404, code: 4, key: 'notFound', message: 'Not found' }));
  await renderInConsole(<ChangeCard seq={8} logs={logs} />, { wrapper: queryClientWrapper });
  await screen.findByText('This change does not exist or is past its retention period');
  expect(screen.getByText(/^Check the link/)).toBeTruthy();
  for (const name of ['Retry', 'Copy link']) expect(screen.queryByRole('button', { name })).toBeNull();
});

const changeDetails = (version: number, recordVersion: number | null, deletion = false): ChangeDetails => {
  const record = (version: number) => ({ version }) as ChangeDetails['after'];
  return {
    // the cast: only the version is read
    entry: { version } as ChangeDetails['entry'],
    recordVersion,
    before: record(version - 1),
    after: deletion ? null : record(version),
    labels: {},
  };
};

it('restores the version of the change unless it is current', () => {
  expect(restoreTarget(changeDetails(3, 5))).toBe(3);
  expect(restoreTarget(changeDetails(5, 5))).toBeUndefined();
});

it('restores any version of a deleted record, and for the deletion the last version before it', () => {
  expect(restoreTarget(changeDetails(3, null))).toBe(3);
  expect(restoreTarget(changeDetails(6, null, true))).toBe(5);
  expect(restoreTarget(changeDetails(6, 7, true))).toBe(5);
});
