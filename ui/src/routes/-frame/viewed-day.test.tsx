import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { workIn, workingSet } from '#crud/change-set/working-set.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { viewDay } from '#crud/read/viewed-day.ts';
import { calendarDay } from '#i18n/viewer-days.ts';
import { api } from '#session/session.ts';
import { showDay, viewedDay } from '#session/viewed-day.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { ViewedDayBand, ViewedDayDialog } from './viewed-day.tsx';

afterEach(() => {
  showDay(null);
  workIn(null);
  queryClient.clear();
});

/** Renders the band of a day on a page, with a number of sets that are due by then. */
async function renderBand(day: string, path: string, total = 0) {
  // the cast: the band reads nothing but the total of the list
  const get = vi.spyOn(api, 'GET').mockResolvedValue({ data: { total } } as never);
  showDay(day);
  const root = createRootRoute({
    component: () => (
      <>
        <ViewedDayBand day={day} onChoose={() => {}} />
        <Outlet />
      </>
    ),
  });
  const pages = ['/', '/airport', '/change-sets'].map((each) =>
    createRoute({ getParentRoute: () => root, path: each, component: () => null }),
  );
  const router = createRouter({
    routeTree: root.addChildren(pages),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await router.load();
  await renderInConsole(<RouterProvider router={router} />, { wrapper: queryClientWrapper });
  return { get };
}

it('calls a future day a forecast, and leads to the scheduled sets that are due by then', async () => {
  const { get } = await renderBand('2999-04-06', '/airport', 2);
  screen.getByText('Forecast for 2999-04-06');
  const link = await screen.findByRole('link', { name: '2 change sets due by then' });
  expect(link.getAttribute('href')).toBe('/change-sets?status=scheduled&to=2999-04-06&sort=effectiveTime');
  const effectiveTo = new Date(2999, 3, 7).toISOString();
  const query = expect.objectContaining({ status: ['scheduled'], effectiveTo });
  expect(get).toHaveBeenCalledWith('/api/v1/change-sets', expect.objectContaining({ params: { query } }));
});

it('says where a page does not show the day', async () => {
  await renderBand('2020-04-06', '/');
  screen.getByText('Viewing 2020-04-06');
  screen.getByText(/^This page shows what is stored now/);
  expect(screen.queryByRole('link')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Back to now' }));
  expect(viewedDay()).toBeNull();
});

it('asks for the whole day of a half-typed one', async () => {
  showDay('2020-04-06');
  const { user } = await renderInConsole(<ViewedDayDialog onClose={() => {}} />, { wrapper: queryClientWrapper });
  const parts = await screen.findAllByRole('spinbutton');
  await user.click(parts[2] as HTMLElement);
  await user.keyboard('{Backspace}{Backspace}');
  const get = vi.spyOn(api, 'send');
  await user.click(screen.getByRole('button', { name: 'View' }));
  await screen.findByText(/^Incomplete/);
  expect(get).not.toHaveBeenCalled();
});

it('begins with today, which every installation can show, and shows it on Enter in the date', async () => {
  // the cast: nothing of the answer is read
  vi.spyOn(api, 'send').mockResolvedValue({} as never);
  const { user } = await renderInConsole(<ViewedDayDialog onClose={() => {}} />, { wrapper: queryClientWrapper });
  const parts = await screen.findAllByRole('spinbutton');
  await user.click(parts[2] as HTMLElement);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(viewedDay()).toBe(calendarDay()));
});

it('says that a day leaves the change set, and returns to it with the way back to now', async () => {
  const set = { id: 12, title: 'Rename IST', showsLive: false };
  workIn(set);
  // the cast: nothing of the answer is read
  vi.spyOn(api, 'send').mockResolvedValue({} as never);
  const { user } = await renderInConsole(<ViewedDayDialog onClose={() => {}} />, { wrapper: queryClientWrapper });
  await screen.findByText('This leaves change set #12 Rename IST. “Back to now” returns to it.');
  await user.click(screen.getByRole('button', { name: 'View' }));
  await waitFor(() => expect(viewedDay()).not.toBeNull());
  expect(workingSet()).toBeNull();
  // another day does not forget the set
  viewDay('2020-04-06');
  viewDay(null);
  expect(workingSet()).toEqual(set);
  workIn(null);
  viewDay('2020-04-06');
  viewDay(null);
  expect(workingSet()).toBeNull();
});
