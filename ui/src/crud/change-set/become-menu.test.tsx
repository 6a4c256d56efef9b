import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { EditCreatedItem } from '#change-sets/items/edit-created-item.tsx';
import { CreateReferenceDialog } from '#crud/form/record/create-referenced-record.tsx';
import { queryClient } from '#crud/read/query-client.ts';
import { city } from '#entities/city.tsx';
import { api } from '#session/session.ts';
import { createChangeSet } from '#testing/change-set.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { workIn } from './working-set.ts';

const item = { id: 5, version: 2, entity: 'city', action: 'create', become: 'active', recordId: null, changes: [] };
const after = { code: 'PRK', name: 'Port Rock', country: 'GB', locales: {} };

beforeEach(() => {
  queryClient.clear();
  signIn('editor', 'city:create', 'city:read');
  const data = { changeSet: createChangeSet({ status: 'open' }), items: [], labels: {}, nextCursor: null };
  // the casts: the form reads nothing else
  vi.spyOn(api, 'GET').mockResolvedValue({ data } as never);
  const written = { data: { item: { ...item, after }, changeSet: data.changeSet } } as never;
  vi.spyOn(api, 'POST').mockResolvedValue(written);
  vi.spyOn(api, 'PUT').mockResolvedValue(written);
  workIn({ id: 7, title: 'New cities', showsLive: false });
});
afterEach(() => {
  workIn(null);
  vi.restoreAllMocks();
});

async function renderForm(form: ReactElement) {
  // the form asks before it is left
  const router = createRouter({
    routeTree: createRootRoute({ component: () => form }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  // the form waits for its code
  return act(() => renderInConsole(<RouterProvider router={router} />, { wrapper: queryClientWrapper }));
}

/** Returns what the form lists as missing under a heading. */
const missing = (heading: string) => {
  const group = screen.queryByText(heading, { selector: 'dt' })?.closest('div');
  return group
    ? within(group)
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    : [];
};

it('needs what approval requires of a new record, unless the record is pending once released', async () => {
  const onCreated = vi.fn();
  const form = (
    <CreateReferenceDialog entity={city} typedText="PRK" shared={{}} onCreated={onCreated} onClose={vi.fn()} />
  );
  const { user } = await renderForm(form);
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), 'Port Rock');
  expect(missing('Required to save')).toEqual(['Country']);
  await user.click(await screen.findByRole('button', { name: 'active once released' }));
  await user.click(await screen.findByRole('menuitem', { name: 'pending once released' }));
  expect(missing('Required to save')).toEqual([]);
  expect(missing('Required for approval')).toEqual(['Country']);
  await user.click(screen.getByRole('button', { name: 'Save to change set' }));
  await waitFor(() => expect(onCreated).toHaveBeenCalled());
  const body = { action: 'create', become: 'pending', values: { code: 'PRK', name: 'Port Rock' } };
  expect(vi.mocked(api.POST).mock.lastCall?.[1]).toMatchObject({ body });
});

it.each([
  ['pending', 'pending once released', 'active once released', { become: 'active' }],
  ['active', 'active once released', 'active once released', {}],
] as const)('changes what an item makes of a new record, if it is another status: %s', async (become, before, next, sent) => {
  // the cast: the form reads nothing else
  const created = { ...item, become, after } as never;
  const onClose = vi.fn();
  const set = createChangeSet({ status: 'open' });
  const { user } = await renderForm(<EditCreatedItem set={set} entity={city} item={created} onClose={onClose} />);
  await user.click(await screen.findByRole('button', { name: before }));
  await user.click(await screen.findByRole('menuitem', { name: next }));
  await user.click(screen.getByRole('button', { name: 'Save to change set' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(vi.mocked(api.PUT).mock.lastCall?.[1]).toHaveProperty('body', { values: expect.anything(), ...sent });
});
