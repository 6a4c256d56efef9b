import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { showDay, viewedDay } from '#session/viewed-day.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { SideNavigation } from '../-frame/side-navigation.tsx';
import { Forbidden } from './forbidden.tsx';

beforeEach(() => {
  queryClient.clear();
  // the cast: the navigation reads nothing but the counts
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { entities: [], recent: [] } } as never);
});
afterEach(() => {
  showDay(null);
  vi.restoreAllMocks();
});

/** Renders a page that needs a permission, beside the navigation. */
async function renderPage(...permissions: string[]) {
  signIn('ann', ...permissions);
  const root = createRootRoute({
    component: () => (
      <>
        <SideNavigation open={false} onClose={() => {}} onShortcuts={() => {}} />
        <Outlet />
      </>
    ),
  });
  const page = createRoute({
    getParentRoute: () => root,
    path: '/imports/new',
    component: () => <Forbidden missing={['*:import']} />,
  });
  const history = createMemoryHistory({ initialEntries: ['/imports/new'] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  await router.load();
  return await renderInConsole(<RouterProvider router={router} />, { wrapper: queryClientWrapper });
}

it('names the missing permission', async () => {
  showDay('2020-04-06');
  await renderPage('city:read');
  await screen.findByRole('heading', { name: 'You don’t have access to this page' });
  expect(screen.queryByRole('link', { name: 'Imports' })).toBeNull();
});

it('says that the day is the reason where the user has the permission, and keeps the entry of the navigation', async () => {
  showDay('2020-04-06');
  const { user } = await renderPage('city:read', 'city:import');
  await screen.findByRole('heading', { name: 'Not available while you view 2020-04-06' });
  expect(screen.getAllByRole('link', { name: 'Imports' })).not.toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Back to now' }));
  expect(viewedDay()).toBeNull();
});
