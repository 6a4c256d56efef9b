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

async function openPage(address = '/change-sets') {
  const root = createRootRoute();
  const frame = createRoute({ getParentRoute: () => root, id: '_frame' });
  const page = createRoute({
    getParentRoute: () => frame,
    path: '/change-sets',
    validateSearch: parseChangeSetsSearch,
    component: ChangeSetsPage,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([frame.addChildren([page])]), history });
  await router.load();
  const { user } = await renderInConsole(<RouterProvider router={router} />, { wrapper: queryClientWrapper });
  await screen.findByRole('heading', { level: 1, name: 'Change sets' });
  return { user, history };
}

it('opens the dialog of a new set on N', async () => {
  const { user } = await openPage();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('n');
  await screen.findByRole('dialog', { name: 'New change set' });
});

it.each([
  ['city:review', true],
  ['city:create', false],
])('lets a user with %s alone not begin a set: %s', async (permission, isDenied) => {
  signIn('reviewer', 'city:read', permission);
  const { user } = await openPage();
  const [button] = screen.getAllByRole('button', { name: 'New change set' });
  expect(button?.getAttribute('aria-disabled')).toBe(isDenied ? 'true' : null);
  await user.keyboard('n');
  expect(screen.queryByRole('dialog') === null).toBe(isDenied);
});

it('searches for words, and searches for none once the filters are cleared', async () => {
  const { user, history } = await openPage('/change-sets?status=open&cursor=7');
  await user.keyboard('/airport{Enter}');
  await vi.waitFor(() => expect(history.location.search).toBe('?status=open&q=airport'));
  await vi.waitFor(() =>
    expect(vi.mocked(api.GET).mock.lastCall?.[1]).toMatchObject({
      params: { query: { q: 'airport', status: ['open'] } },
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Clear all' }));
  await vi.waitFor(() => expect(history.location.search).toBe(''));
  expect(screen.getByRole('searchbox', { name: 'Title, note or number' })).toHaveProperty('value', '');
});
