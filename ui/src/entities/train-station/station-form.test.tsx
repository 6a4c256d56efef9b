import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { workIn } from '#crud/change-set/working-set.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { FormOf } from '#testing/form.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { Fields } from './station-form.tsx';
import '#entities/index.ts';

const set = { id: 7, title: 'Rename PEK', showsLive: false };
const station = { name: 'Beijing South', city: 'BJS', latitude: 39.863505, longitude: 116.372828, locales: {} };
const airport = { locales: {}, country: 'CN', status: 'active', version: 1 };
const pek = { ...airport, id: 41, code: 'PEK', name: 'Beijing Capital', latitude: 40.0799, longitude: 116.6031 };
const pkx = { ...airport, id: 42, code: 'PKX', name: 'Beijing Daxing', latitude: 39.509945, longitude: 116.41092 };
const item = { id: 1, entity: 'airport', action: 'update', event: null, recordId: 41, version: 1, before: pek };
const city = { id: 3, code: 'BJS', name: 'Beijing', country: 'CN', locales: {}, status: 'active', version: 1 };

beforeEach(() => {
  queryClient.clear();
  signIn('me', 'airport:read', 'city:read');
  workIn(set);
  const items = [{ ...item, after: { ...pek, code: 'PEQ', name: 'Beijing Capital New' } }];
  const labels = { airport: { PEQ: { name: 'Beijing Capital' } } };
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/items')) return answer({ items, labels, nextCursor: null });
    return answer({ items: pathname.endsWith('/cities') ? [city] : [pek, pkx], labels: {} });
  });
});
afterEach(() => {
  workIn(null);
  vi.unstubAllGlobals();
});

const answer = (data: object) => new Response(JSON.stringify({ code: 200, message: 'OK', data }));

async function renderForm(airports: object[]) {
  const Form = () => (
    <FormOf entity="train_station" schema="TrainStationWrite" set={set} values={{ ...station, airports }}>
      <Fields />
    </FormOf>
  );
  const routeTree = createRootRoute({ component: Form });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  await router.load();
  await renderInConsole(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return () => {
    const list = document.querySelector<HTMLElement>('[data-pointer="/airports"]');
    if (!list) throw new Error('The form has no list of airports.');
    return list;
  };
}

it('suggests nearby airports by the codes that they have in the set', async () => {
  const airports = await renderForm([]);
  await waitFor(() => expect(airports().textContent).toContain('By coordinates: PEQ 31.0 km, PKX 39.4 km'));
});

it('suggests no airport of the list again by the code that the set replaces, and shows its name in the set', async () => {
  const airports = await renderForm([
    { airport: 'PEQ', distance: 31 },
    { airport: 'PKX', distance: 12 },
  ]);
  await waitFor(() => expect(airports().textContent).toContain('By coordinates: PKX 39.4 km'));
  within(airports()).getByText('Beijing Capital New');
  expect(screen.queryByText(/PEK/)).toBeNull();
});
