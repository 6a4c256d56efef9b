import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { ChangeSetsPage } from './change-sets-page.tsx';
import { parseChangeSetsSearch } from './change-sets-search.ts';

beforeEach(() => {
  queryClient.clear();
  signIn('editor', 'city:update');
  // the cast: the page reads nothing else
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { items: [], total: 0, counts: {}, nextCursor: null } } as never);
});
afterEach(() => vi.restoreAllMocks());

it('opens the dialog of a new set on N', async () => {
  const root = createRootRoute();
  const frame = createRoute({ getParentRoute: () => root, id: '_frame' });
  const page = createRoute({
    getParentRoute: () => frame,
    path: '/change-sets',
    validateSearch: parseChangeSetsSearch,
    component: ChangeSetsPage,
  });
  const history = createMemoryHistory({ initialEntries: ['/change-sets'] });
  const router = createRouter({ routeTree: root.addChildren([frame.addChildren([page])]), history });
  await router.load();
  const { user } = await renderInConsole(<RouterProvider router={router} />, { wrapper: queryClientWrapper });
  await screen.findByRole('heading', { level: 1, name: 'Change sets' });
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('n');
  await screen.findByRole('dialog', { name: 'New change set' });
});
