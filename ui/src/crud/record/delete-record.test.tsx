import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { workIn } from '#crud/change-set/working-set.ts';
import { snackbar, toasts } from '#crud/notify.ts';
import { country } from '#entities/country.tsx';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { DeleteRecord } from './delete-record.tsx';
import type { RecordDetails } from './use-record.ts';

const send = vi.spyOn(api, 'send');
const installation = { zone: 'Asia/Shanghai', today: '2099-04-04' };
// the cast: the dialog reads no other members
const data = {
  record: { id: 7, code: 'FR', name: 'France', locales: {}, status: 'pending', version: 4 },
  review: 'none',
  upcoming: [],
  references: { total: 1, totals: { city: 1 }, items: [{ entity: 'city', id: 3, code: 'PAR', name: 'Paris' }] },
} as unknown as RecordDetails;

beforeEach(() => {
  // other files share the queue
  for (const queue of [toasts, snackbar]) for (const { id } of queue.list()) queue.dismiss(id);
  send.mockReset();
  send.mockResolvedValue({ status: 200, data: { version: 4 }, etag: null, message: 'OK' });
});

it.each([
  ['with all permissions', ['country:delete', 'country:update', 'country:create'], 'Undo'],
  ['without the permission to create records', ['country:delete', 'country:update'], undefined],
  ['without the permission to edit records', ['country:delete', 'country:create'], undefined],
])('a deletion %s can be undone: %s', async (_, permissions, label) => {
  signIn('editor', ...permissions);
  const element = <DeleteRecord entity={country} data={data} open onClose={vi.fn()} onDeleted={async () => {}} />;
  const { user, texts } = await renderInConsole(element, { wrapper: queryClientWrapper });
  await user.click(await screen.findByRole('button', { name: texts.entity.country.delete }));
  const messages = () => [...toasts.list(), ...snackbar.list()].filter(({ isLeaving }) => !isLeaving);
  await expect
    .poll(() => messages().map(({ message, action }) => [message, action?.label]))
    .toEqual([['Deleted FR France', label]]);
});

it('a deletion replaces no other proposal than the one shown, and says so', async () => {
  signIn('editor', 'country:delete');
  send.mockResolvedValue({ status: 202, data: {}, etag: null, message: 'OK' });
  const openProposal = { proposal: { id: 3, version: 2, action: 'update', by: 'editor' } };
  // the cast: the dialog reads no other members
  const proposed = {
    ...data,
    review: 'second-person',
    openProposal,
    record: { ...data.record, status: 'active' },
  } as RecordDetails;
  const element = <DeleteRecord entity={country} data={proposed} open onClose={vi.fn()} onDeleted={async () => {}} />;
  const { user, texts } = await renderInConsole(element, { wrapper: queryClientWrapper });
  await screen.findByText(texts.form.replacesProposal);
  await user.click(screen.getByRole('button', { name: texts.form.saveProposal }));
  const request = { headers: { 'If-Match': '"4"' }, params: { query: { proposalVersion: 2 } } };
  expect(send).toHaveBeenLastCalledWith('DELETE', expect.stringMatching(/\/7$/), request);
});

it('a deletion says what it replaces in the set in which one works, and which records refer to it', async () => {
  signIn('editor', 'country:delete');
  workIn({ id: 9, title: 'A set', showsLive: false });
  const item = { id: 5, entity: 'country', recordId: 7, version: 2, action: 'update', event: null };
  // the cast: nothing else of the items is read
  vi.spyOn(api, 'GET').mockResolvedValue({
    data: { items: [item], labels: {}, nextCursor: null, changeSet: { id: 9, status: 'open' } },
  } as never);
  const element = <DeleteRecord entity={country} data={data} open onClose={vi.fn()} onDeleted={async () => {}} />;
  const router = createRouter({
    routeTree: createRootRoute({ component: () => element }),
    history: createMemoryHistory(),
  });
  await router.load();
  await renderInConsole(<RouterProvider router={router} />, { wrapper: queryClientWrapper });
  await screen.findByText('This replaces what the change set already does with the record: changed.');
  screen.getByText(/^These records refer to it/);
  screen.getByText('Cities');
  // nothing is deleted yet
  screen.getByText(/^France will be deleted when the change set is released/);
  screen.getByRole('button', { name: 'Save to change set' });
  workIn(null);
});

it('a deletion with a date becomes a change set, and the record stays', async () => {
  signIn('editor', 'country:delete');
  const onClose = vi.fn();
  const changeSet = { id: 12, status: 'submitted', effectiveOn: '2099-04-06T00:00' };
  // the casts: nothing else of the set and of the calendar is read
  const post = vi.spyOn(api, 'POST').mockResolvedValue({ data: { changeSet } } as never);
  vi.spyOn(api, 'GET').mockResolvedValue({ data: installation } as never);
  const upcoming = ['2026-01-01T00:00', '2999-01-01T00:00'].map((effectiveOn, at) => ({
    recordId: 7,
    changeSet: { id: 11 + at, title: 'Renamed', status: 'scheduled' as const },
    item: { id: 70 + at, version: 1 },
    effectiveOn,
    effectiveTime: '2099-04-06T00:00:00.000Z',
    action: 'update' as const,
    event: null,
    changes: ['/name'],
    values: { name: 'Renamed' },
  }));
  const element = (
    <DeleteRecord entity={country} data={{ ...data, upcoming }} open onClose={onClose} onDeleted={async () => {}} />
  );
  const { user, texts } = await renderInConsole(element, { wrapper: queryClientWrapper });
  await user.click(await screen.findByRole('button', { name: texts.upcoming.chooseDate }));
  await screen.findByRole('grid');
  await user.keyboard('{ArrowDown}{Enter}');
  await user.click(await screen.findByRole('button', { name: texts.upcoming.save }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(post).toHaveBeenCalledWith('/api/v1/change-sets', {
    body: {
      title: 'Delete FR France',
      effectiveOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      // what takes effect before it, but not what comes later
      item: {
        entity: 'country',
        action: 'delete',
        recordId: 7,
        recordVersion: 4,
        basedOn: [{ id: 70, version: 1 }],
      },
    },
  });
  expect(send).not.toHaveBeenCalled();
  expect(toasts.list().map(({ action }) => action?.label)).toContain('Change set #12');
});
