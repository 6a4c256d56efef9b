import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import type { ListSearch } from '#crud/list/list-search.ts';
import { toasts } from '#crud/notify.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { renderInConsole } from '#testing/render.tsx';
import { SaveView } from './save-view.tsx';
import { useListViews } from './use-views.ts';
import { entityListParser, type View } from './view-search.ts';
import { ViewTabs } from './view-tabs.tsx';

const view = (id: number, change: Partial<View> = {}): View => ({
  id,
  list: 'country',
  name: `View ${id}`,
  search: `continent=AS&q=v${id}`,
  shared: [],
  owner: 'ann',
  own: true,
  editable: true,
  isDefault: false,
  version: 1,
  createTime: '2026-11-20T06:32:10.000Z',
  updateTime: '2026-11-20T06:32:10.000Z',
  ...change,
});

const roles = [
  { id: 3, name: 'editor', displayName: 'Editors' },
  { id: 5, name: 'viewer', displayName: '' },
];

/** The client without the types of its responses, of which the tests give parts. */
const client: Record<'GET' | 'PUT' | 'POST', (...args: never[]) => Promise<unknown>> = api;
const response = (data: object) => ({ status: 200, message: 'OK', data });

/** A list with these views, whose address a test reads and changes. */
async function renderViews(items: View[] | Problem, initial: ListSearch = {}) {
  const get = vi.spyOn(client, 'GET');
  if (items instanceof Problem) get.mockRejectedValue(items);
  else get.mockResolvedValue(response({ items, roles }));
  let search = initial;
  function List() {
    const [current, setCurrent] = useState(initial);
    search = current;
    const set = async (part: Partial<ListSearch>) =>
      setCurrent((before) => {
        const entries = Object.entries({ ...before, ...part }).filter(([, value]) => value !== undefined);
        return Object.fromEntries(entries);
      });
    const views = useListViews({
      key: 'country',
      path: '/country',
      parse: entityListParser('country'),
      search: current,
      set,
      columnIds: ['region', 'status'],
      allLabel: 'All records',
      labelOf: (name) => (name === 'cols' ? 'Columns' : name),
    });
    return (
      <>
        <ViewTabs views={views} />
        <div data-testid="actions">
          <SaveView views={views} />
        </div>
        <p role="status">{views.isDefaultViewPending ? 'pending' : 'shown'}</p>
        <button type="button" onClick={() => void set({ status: 'active' })}>
          Filter
        </button>
      </>
    );
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: List }),
    history: createMemoryHistory({ initialEntries: ['/country?other=1'] }),
  });
  const rendered = await renderInConsole(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByText('shown');
  return { ...rendered, search: () => search };
}

afterEach(() => {
  for (const { id } of toasts.list()) toasts.dismiss(id);
  vi.restoreAllMocks();
  queryClient.clear();
});

const tabs = () => within(screen.getByRole('navigation', { name: 'Views' })).getAllByRole('link');
const tabNames = () => tabs().map(({ textContent }) => textContent);
const saveButton = () => within(screen.getByTestId('actions')).queryByRole('button', { name: 'Save view' });

describe('the tabs of views', () => {
  it('are hidden from a list without views until there is something to save', async () => {
    const { user } = await renderViews([view(1, { list: 'city' })]);
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(saveButton()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    expect(saveButton()).not.toBeNull();
  });

  it('show six views and the open one, offer the others in a menu, and follow arrow keys', async () => {
    const items = Array.from({ length: 9 }, (_, index) => view(index + 1));
    const { user, search } = await renderViews(items, { savedView: 8, continent: 'AS', q: 'v8' });
    expect(tabNames()).toEqual(['All records', 'View 1', 'View 2', 'View 3', 'View 4', 'View 5', 'View 8']);
    expect(tabs().map((tab) => tab.getAttribute('aria-current'))).toEqual([...Array(6).fill(null), 'page']);
    tabs()[0]?.focus();
    await user.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('View 2');
    await user.keyboard('{ArrowLeft}');
    expect(document.activeElement?.textContent).toBe('View 1');
    await user.click(screen.getByRole('button', { name: 'More views (3)' }));
    await user.click(await screen.findByRole('menuitem', { name: 'View 7' }));
    expect(search()).toEqual({ savedView: 7, continent: 'AS', q: 'v7' });
  });

  it('lead to the view with the size of pages that the list has, and to all records beside a default view', async () => {
    const items = [view(1, { isDefault: true }), view(2)];
    const { search } = await renderViews(items, {
      savedView: 2,
      continent: 'AS',
      q: 'v2',
      page: 3,
      pageSize: 50,
      id: 9,
    });
    expect(tabs().map((tab) => tab.getAttribute('href'))).toEqual([
      '/country?savedView=none&pageSize=50',
      '/country?q=v1&continent=AS&savedView=1&pageSize=50',
      '/country?q=v2&continent=AS&savedView=2&pageSize=50',
    ]);
    expect(search()).toMatchObject({ savedView: 2, page: 3 });
  });

  it('say that views could not be loaded, and load them again', async () => {
    const problem = new Problem({ status: 500, code: 500, key: 'serverError', message: 'Out of order' });
    const { user } = await renderViews(problem);
    vi.mocked(client.GET).mockResolvedValue(response({ items: [view(1)], roles }));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(tabNames()).toEqual(['All records', 'View 1']));
  });
});

describe('a list', () => {
  it('opens with its default view where the address says nothing', async () => {
    const { search } = await renderViews([view(1), view(2, { isDefault: true })]);
    expect(search()).toEqual({ continent: 'AS', q: 'v2', savedView: 2 });
  });

  it('keeps an address that says something', async () => {
    const { search } = await renderViews([view(2, { isDefault: true })], { savedView: 'none' });
    expect(search()).toEqual({ savedView: 'none' });
  });

  it('names what it no longer accepts of a view, which its owner removes', async () => {
    const put = vi.spyOn(client, 'PUT').mockResolvedValue(response({ record: view(1) }));
    const old = view(1, { search: 'continent=AS&gone=1&cols=region,lost' });
    const { user } = await renderViews([old], { savedView: 1, continent: 'AS', cols: 'region' });
    expect(saveButton()).toBeNull();
    const note = screen.getByText(/no longer supports/);
    expect(note.textContent).toContain('gone (1), Columns (lost)');
    await user.click(screen.getByRole('button', { name: 'Remove from the view' }));
    expect(put.mock.calls[0]?.[1]).toMatchObject({ body: { search: 'cols=region&continent=AS', shared: [] } });
  });

  it('says that the view of its address is gone', async () => {
    const { user, search } = await renderViews([view(1)], { savedView: 9, continent: 'AS' });
    expect(tabs().filter((tab) => tab.hasAttribute('aria-current'))).toEqual([]);
    screen.getByText(/was deleted or is no longer shared/);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(search()).toEqual({ continent: 'AS' });
  });
});

describe('saving', () => {
  it('replaces the query of one’s own view, which the list then shows', async () => {
    const saved = view(1, { search: 'cols=region&continent=AS&q=v1&status=active', version: 2 });
    const put = vi.spyOn(client, 'PUT').mockResolvedValue(response({ record: saved }));
    const { user, search } = await renderViews([view(1)], { savedView: 1, continent: 'AS', q: 'v1', status: 'active' });
    vi.mocked(client.GET).mockResolvedValue(response({ items: [saved], roles }));
    await user.click(saveButton() ?? document.body);
    await user.click(await screen.findByRole('menuitem', { name: 'Save changes' }));
    expect(put.mock.calls[0]?.[1]).toMatchObject({
      params: { path: { id: 1 }, header: { 'If-Match': '"1"' } },
      body: { name: 'View 1', search: 'continent=AS&q=v1&status=active', shared: [] },
    });
    await waitFor(() => expect(saveButton()).toBeNull());
    expect(search()).toEqual({ savedView: 1, continent: 'AS', q: 'v1', status: 'active', cols: 'region' });
  });

  it('is given up on request', async () => {
    const { user, search } = await renderViews([view(1)], { savedView: 1, continent: 'AS', q: 'v1', status: 'active' });
    await user.click(saveButton() ?? document.body);
    await user.click(await screen.findByRole('menuitem', { name: 'Discard changes' }));
    expect(search()).toEqual({ savedView: 1, continent: 'AS', q: 'v1' });
  });

  it('copies somebody else’s view under its name, and keeps the dialog open where that is taken', async () => {
    const taken = new Problem({
      status: 409,
      code: 409,
      key: 'duplicateView',
      message: 'Taken',
      fields: [{ pointer: '/name', rule: 'taken', message: 'Taken' }],
    });
    const post = vi.spyOn(client, 'POST').mockRejectedValueOnce(taken);
    const shared = view(1, { own: false, editable: false, shared: [5] });
    const { user, search } = await renderViews([shared], { savedView: 1, continent: 'AS', q: 'v1' });
    await user.click(screen.getByRole('button', { name: 'Actions on the view “View 1”' }));
    const menuItem = (name: RegExp) => screen.findByRole('menuitem', { name });
    expect((await menuItem(/Delete view/)).textContent).toContain('Only its owner');
    await user.click(await menuItem(/Save as my view/));
    const dialog = await screen.findByRole('dialog');
    const name = within(dialog).getByRole<HTMLInputElement>('textbox', { name: /^Name/ });
    expect(name.value).toBe('View 1');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await within(dialog).findByText('Taken');
    expect(document.activeElement).toBe(name);

    post.mockResolvedValueOnce(response({ record: view(2, { name: 'Mine', search: 'continent=AS&q=v1' }) }));
    await user.clear(name);
    await user.type(name, ' Mine ');
    await user.click(within(dialog).getByRole('checkbox'));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const body = { list: 'country', name: 'Mine', search: 'continent=AS&q=v1', shared: [], isDefault: true };
    expect(post.mock.calls[1]?.[1]).toEqual({ body });
    expect(search()).toMatchObject({ savedView: 2 });
  });
});
