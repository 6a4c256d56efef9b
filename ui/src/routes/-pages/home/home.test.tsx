import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { Home } from './home.tsx';

const permissions = vi.hoisted(() => new Set<string>());

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useSearch: () => ({}),
  useNavigate: () => vi.fn(),
}));
vi.mock('#session/use-session.ts', async (original) => ({
  ...(await original<typeof import('#session/use-session.ts')>()),
  useSession: () => ({ user: null, can: (name: string) => permissions.has(name), denialReason: () => false }),
}));
// these modules have tests with other mocks of the router, which would get the modules as loaded here
vi.mock('./review-ages.tsx', () => ({ ReviewAges: () => null }));
vi.mock('./worklist-panel.tsx', () => ({ useWorklist: () => ({ lines: [] }), WorklistPanel: () => null }));
vi.mock('./refused-decisions.tsx', () => ({ RefusedDecisions: () => null }));
vi.mock('#data-logs/changes-per-day-panel.tsx', () => ({ ChangesPerDayPanel: () => <p>Changes per day</p> }));
vi.mock('#tasks/tasks-panel.tsx', () => ({ TasksPanel: () => <p>Newest tasks</p> }));
vi.mock('#sync/status/sync-lag-panel.tsx', () => ({ SyncLagPanel: () => <p>Sync status</p> }));

const empty = {
  entities: [],
  recent: [],
  labels: {},
  items: [],
  total: 0,
  reviews: { total: 0, oldest: null },
  rejections: 0,
};

it.each([
  [[], []],
  [['data_log:read'], ['Changes per day']],
  [['task:read'], ['Newest tasks']],
  [
    ['data_log:read', 'sync_status:read', 'task:read'],
    ['Changes per day', 'Sync status', 'Newest tasks'],
  ],
])('shows without reference data what %j lets the user see', async (names, panels) => {
  queryClient.clear();
  permissions.clear();
  for (const name of names) permissions.add(name);
  // the cast: the page reads nothing but the data
  vi.spyOn(api, 'GET').mockResolvedValue({
    data: { ...empty, own: { total: 0, oldest: null }, imports: [], incomplete: [] },
  } as never);
  await renderInConsole(<Home />, { wrapper: queryClientWrapper });
  await screen.findByRole('heading', { name: 'No reference data to show' });
  for (const panel of panels) await screen.findByText(panel);
  expect(screen.queryAllByText(/Changes per day|Newest tasks|Sync status/)).toHaveLength(panels.length);
});
