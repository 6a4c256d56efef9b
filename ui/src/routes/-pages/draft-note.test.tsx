import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { workIn, workingSet } from '#crud/change-set/working-set.ts';
import { createDrafts } from '#crud/form/state/drafts.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { showDay, viewedDay } from '#session/viewed-day.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { DraftNote } from './draft-note.tsx';

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
});
afterEach(() => {
  localStorage.clear();
  workIn(null);
  showDay(null);
});

/** Renders the note about a draft of an airport, made in a change set or on live data. */
async function renderNote(setId: number | null) {
  // the cast: the note reads nothing but the title of the set
  vi.spyOn(api, 'GET').mockResolvedValue({
    data: { changeSet: { id: 7, title: 'Rename IST', status: 'open' } },
  } as never);
  createDrafts().save(
    { user: 'ann', entity: setId === null ? 'airport' : `airport #${setId}`, id: 4 },
    { values: { code: 'IST', name: 'Istanbul' }, baseValues: { code: 'IST' }, version: 2 },
  );
  const root = createRootRoute({ component: Outlet });
  const pages = [
    createRoute({ getParentRoute: () => root, path: '/', component: () => <DraftNote user="ann" /> }),
    createRoute({ getParentRoute: () => root, path: '/airport/form', component: () => 'The form' }),
  ];
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: root.addChildren(pages), history });
  await router.load();
  const { user } = await renderInConsole(<RouterProvider router={router} />, { wrapper: queryClientWrapper });
  return { user, router };
}

it('links to a draft of the live record', async () => {
  await renderNote(null);
  const link = await screen.findByRole('link', { name: 'Continue editing' });
  expect(link.getAttribute('href')).toBe('/airport/form?id=4');
});

it('leaves the change set for a draft of the live record', async () => {
  workIn({ id: 9, title: 'Another set', showsLive: false });
  const { user, router } = await renderNote(null);
  await screen.findByText(/^You have an unsaved draft outside the change set/);
  await user.click(screen.getByRole('button', { name: 'Leave the change set and continue' }));
  await waitFor(() => expect(router.state.location.href).toBe('/airport/form?id=4'));
  expect(workingSet()).toBeNull();
});

it.each([
  ['live data', null, null],
  ['another set', { id: 9, title: 'Another set', showsLive: false }, null],
  ['the live values of the set', { id: 7, title: 'Rename IST', showsLive: true }, null],
  ['another day', null, '2020-04-06'],
])('enters the change set of a draft from %s', async (_where, set, day) => {
  workIn(set);
  showDay(day);
  const { user, router } = await renderNote(7);
  await screen.findByText(/^You have an unsaved draft in change set #7 Rename IST/);
  await user.click(screen.getByRole('button', { name: 'Continue in the change set' }));
  await waitFor(() => expect(router.state.location.href).toBe('/airport/form?id=4'));
  expect(workingSet()).toEqual({ id: 7, title: 'Rename IST', showsLive: false });
  expect(viewedDay()).toBeNull();
});
