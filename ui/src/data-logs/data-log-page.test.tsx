import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { languages, renderInConsole } from '#testing/render.tsx';
import '#entities/index.ts';
import { DataLogPage } from './data-log-page.tsx';
import type { DataLogSearch } from './data-log-search.ts';

const router = vi.hoisted(() => ({ search: {} as object, navigate: vi.fn() }));

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useSearch: () => router.search,
  useRouter: () => ({
    buildLocation: ({ to, search }: { to: string; search: { id: number } }) => ({ href: `${to}?id=${search.id}` }),
    history: { createHref: (href: string) => href },
  }),
  useNavigate: () => router.navigate,
  useLocation: () => undefined,
  Link: ({ to, params }: { to: string; params: object }) => <a href={to}>{Object.values(params)}</a>,
}));

const task = {
  id: 9,
  kind: 'importApply',
  import: { id: 3, filename: 'airports.csv' },
  entities: ['airport', 'city'],
  changes: 1200,
  actor: 'editor',
  firstTime: '2026-11-20T06:30:01.000Z',
  lastTime: '2026-11-20T06:30:04.000Z',
};
const entry = {
  seq: 91,
  position: 91,
  time: '2026-11-20T06:32:10.000Z',
  entity: 'country',
  recordId: 44,
  code: 'CN',
  name: 'China',
  locales: {},
  action: 'update',
  version: 2,
  actor: 'editor',
  exists: true,
  changes: ['/symbol'],
  values: [{ pointer: '/symbol', before: null, after: '¥' }],
};
const page = { labels: {}, nextCursor: null, total: 2, totalCapped: false };
const folded = {
  ...page,
  changes: 1201,
  changesCapped: false,
  items: [
    { entry, task: null },
    { entry: null, task },
  ],
};

beforeEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
  router.navigate.mockReset();
});

async function renderPage(search: DataLogSearch, data: object, language: (typeof languages)[number] = 'en') {
  router.search = search;
  // the casts: the page reads nothing but the data, and the mock serves any path
  const get = vi.spyOn(api, 'GET').mockImplementation((async (path: string) => ({
    data: path === '/api/v1/views' ? { items: [], roles: [] } : data,
  })) as unknown as typeof api.GET);
  const lastLogCall = () => get.mock.calls.findLast(([path]) => path !== '/api/v1/views');
  const view = await renderInConsole(<DataLogPage />, { wrapper: queryClientWrapper, language });
  await screen.findAllByRole('row', { name: /editor/ });
  return { ...view, lastLogCall };
}

/** Returns the search to which the page navigated last. */
const nextSearch = (search: DataLogSearch) => router.navigate.mock.lastCall?.[0].search(search);

describe('the data log', () => {
  it.each(languages)('shows what a task changed as one row that opens its changes, in %s', async (language) => {
    const { user, texts, lastLogCall } = await renderPage({ entity: 'airport' }, folded, language);
    expect(lastLogCall()?.[0]).toBe('/api/v1/data-logs/folded');
    const row = screen.getByRole('row', { name: /airports\.csv/ });
    expect(within(row).getByText(texts.dataLogs.task.importApply)).toBeTruthy();
    expect(row.textContent).toContain('1,200');
    expect(row.textContent).toContain('+1');
    await user.click(within(row).getByText('airports.csv'));
    expect(nextSearch({ entity: 'airport' })).toEqual({ entity: 'airport', task: 9 });
    row.querySelector('td')?.focus();
    await user.keyboard('{Enter}');
    expect(router.navigate).toHaveBeenCalledTimes(2);
  });

  it('shows the changes of a task under its name', async () => {
    const search = { task: 9 };
    const { user, lastLogCall } = await renderPage(search, { ...page, items: [entry], task });
    expect(lastLogCall()).toMatchObject(['/api/v1/data-logs', { params: { query: search } }]);
    expect(screen.getByText('airports.csv')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove Import' }));
    expect(nextSearch(search)).toEqual({});
  });

  it('offers the fields of the chosen kind, and then their values', async () => {
    const search: DataLogSearch = { entity: 'country', field: 'status', before: 'approved' };
    const { user } = await renderPage(search, { ...page, items: [entry], task: null });
    await user.click(screen.getByRole('button', { name: /^Field/ }));
    await user.click(await screen.findByRole('button', { name: 'Currency' }));
    expect(nextSearch(search)).toEqual({ entity: 'country', field: 'currency' });
    await user.click(screen.getByRole('button', { name: /^Old value/ }));
    await user.click(await screen.findByRole('button', { name: 'Active' }));
    expect(nextSearch(search)).toEqual({ ...search, before: 'active' });
  });

  it.each(languages)('names the values of a boolean field, in %s', async (language) => {
    const search: DataLogSearch = { entity: 'eurail_station', field: 'isMain', before: 'false' };
    const { user, texts } = await renderPage(search, { ...page, items: [entry], task: null }, language);
    await user.click(screen.getByRole('button', { name: new RegExp(`^${texts.dataLogs.filter.before}`) }));
    await user.click(await screen.findByRole('button', { name: texts.value.boolean.true }));
    expect(nextSearch(search)).toEqual({ ...search, before: 'true' });
  });
});
