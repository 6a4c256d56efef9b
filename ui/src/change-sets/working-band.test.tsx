import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { workIn, workingSet } from '#crud/change-set/working-set.ts';
import { toasts } from '#crud/notify.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { useUnsavedInput } from '#kit/unsaved-input.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { WorkingBand } from './working-band.tsx';

beforeEach(() => {
  // other files share the queue and the cache
  for (const { id } of toasts.list()) toasts.dismiss(id);
  queryClient.clear();
});
afterEach(() => {
  workIn(null);
  queryClient.clear();
  vi.restoreAllMocks();
});

function Typed({ isTyped }: { isTyped: boolean }) {
  useUnsavedInput(isTyped, () => {});
  return null;
}

it.each([
  ['submitted', true, 'is not open any more: nothing can be saved to it'],
  ['scheduled', true, 'is scheduled: saving to it takes it off the schedule until it is approved again'],
  ['scheduled', false, 'is not open any more: nothing can be saved to it'],
  ['held', true, 'is held: saving to it reopens it, and it needs a new approval'],
])('says what a save does to a set that is %s (one’s own: %s)', async (status, ownWork, text) => {
  const changeSet = { title: 'Rename', status, ownWork };
  // the cast: the band reads nothing else of the set
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { changeSet } } as never);
  const root = createRootRoute({ component: () => <WorkingBand set={{ id: 7, title: 'Rename', showsLive: false }} /> });
  const city = createRoute({ getParentRoute: () => root, path: '/city', component: () => null });
  const history = createMemoryHistory({ initialEntries: ['/city'] });
  const router = createRouter({ routeTree: root.addChildren([city]), history });
  await router.load();
  await renderInConsole(<RouterProvider router={router} />, { wrapper: queryClientWrapper });
  await screen.findByText(text);
});

it('stays on pages with forms and while something is typed after somebody has submitted the set, and leaves it then', async () => {
  const set = { id: 7, title: 'Rename', showsLive: false };
  // the cast: the band reads nothing but title and status of the set
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { changeSet: { title: 'Rename', status: 'submitted' } } } as never);
  workIn(set);
  const root = createRootRoute({
    component: () => (
      <>
        <WorkingBand set={set} />
        <Outlet />
      </>
    ),
  });
  const pages = ['/', '/city', '/change-sets/$id'].map((path) =>
    createRoute({ getParentRoute: () => root, path, component: () => null }),
  );
  const history = createMemoryHistory({ initialEntries: ['/city'] });
  const router = createRouter({ routeTree: root.addChildren(pages), history });
  await router.load();
  await renderInConsole(<RouterProvider router={router} />, { wrapper: queryClientWrapper });
  await screen.findByText('is not open any more: nothing can be saved to it');
  expect(workingSet()).toEqual(set);
  const { rerender } = await renderInConsole(<Typed isTyped />);
  await act(() => router.navigate({ to: '/' }));
  expect(workingSet()).toEqual(set);
  rerender(<Typed isTyped={false} />);
  await vi.waitFor(() => expect(workingSet()).toBeNull());
  const shown = toasts.list().filter(({ isLeaving }) => !isLeaving);
  expect(shown.map(({ message }) => message)).toEqual(['Left the change set “Rename”, which is no longer open']);
});
