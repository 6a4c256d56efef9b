import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { createChangeSet } from '#testing/change-set.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { ChangeSetPage } from './change-set-page.tsx';

beforeEach(() => {
  queryClient.clear();
  signIn('editor', 'city:update');
  const changeSet = createChangeSet({ history: [] });
  // the cast: the page reads nothing else
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { changeSet, items: [], labels: {}, nextCursor: null } } as never);
});
afterEach(() => vi.restoreAllMocks());

async function open(path: string) {
  const root = createRootRoute();
  const list = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <Link to="/change-sets/$id" params={{ id: '7' }}>
        Rename
      </Link>
    ),
  });
  const page = createRoute({
    getParentRoute: () => root,
    path: '/change-sets/$id',
    component: () => <ChangeSetPage id={7} />,
  });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: root.addChildren([list, page]), history });
  await router.load();
  return renderInConsole(<RouterProvider router={router} />, { wrapper: queryClientWrapper });
}

it('focuses its heading when the link that led here is gone', async () => {
  const { user } = await open('/');
  screen.getByRole('link', { name: 'Rename' }).focus();
  await user.keyboard('{Enter}');
  const heading = await screen.findByRole('heading', { level: 1, name: 'Rename' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

it('leaves the focus where it is when it is the first page', async () => {
  await open('/change-sets/7');
  await screen.findByRole('heading', { level: 1, name: 'Rename' });
  expect(document.activeElement).toBe(document.body);
});

it.each([
  ['city:update', false],
  ['city:read', true],
])('lets a user with %s not work in the set: %s', async (permission, isDenied) => {
  signIn('viewer', permission);
  await open('/change-sets/7');
  const button = await screen.findByRole('button', { name: 'Work in this change set' });
  expect(button.getAttribute('aria-disabled')).toBe(isDenied ? 'true' : null);
});
