import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { showDay } from '#session/viewed-day.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { PlaceSection } from './place-section.tsx';

beforeEach(() => queryClient.clear());
afterEach(() => {
  showDay(null);
  vi.restoreAllMocks();
});

async function renderCard() {
  signIn('ann', 'airport:read');
  const near = {
    id: 12,
    code: 'SAW',
    name: 'Sabiha Gökçen',
    locales: {},
    latitude: 40.9,
    longitude: 29.3,
    distance: 50,
  };
  // the cast: the card reads nothing but the records
  const get = vi.spyOn(api, 'GET').mockResolvedValue({ data: { items: [near] } } as never);
  const record = { id: 11, code: 'IST', latitude: 41.26, longitude: 28.74 };
  const rootRoute = createRootRoute({
    // the cast: the card shows nothing else of the record
    component: () => <PlaceSection entity="airport" record={record as never} />,
  });
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() });
  await router.load();
  await renderInConsole(<RouterProvider router={router} />, { wrapper: queryClientWrapper });
  return get;
}

it('lists the nearest records', async () => {
  await renderCard();
  await screen.findByRole('link', { name: 'Sabiha Gökçen' });
});

it('lists none on another day, as the nearest records are those of now', async () => {
  showDay('2020-04-06');
  const get = await renderCard();
  await screen.findByRole('button', { name: 'Copy' });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(get).not.toHaveBeenCalled();
  expect(screen.queryByRole('link')).toBeNull();
});
