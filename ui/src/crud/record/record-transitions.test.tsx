import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { workIn } from '#crud/change-set/working-set.ts';
import type { AnyRecord, EntityUi } from '#crud/define-entity.ts';
import { toasts } from '#crud/notify.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { RecordTransitions } from './record-transitions.tsx';

// the casts: the buttons read no other members
const entity = { key: 'country', resource: '/api/v1/countries' } as EntityUi;
const pending = {
  id: 7,
  code: 'FR',
  name: 'France',
  locales: {},
  status: 'pending',
  version: 4,
} as unknown as AnyRecord;
const send = vi.spyOn(api, 'send');

beforeEach(() => {
  send.mockReset();
  for (const { id } of toasts.list()) toasts.dismiss(id);
  signIn('reviewer', 'country:review');
});

it('a rejection becomes an item of the set in which one works, with its reason', async () => {
  signIn('editor', 'country:update');
  workIn({ id: 9, title: 'A set', showsLive: false });
  // the casts: what writes an item reads nothing else
  vi.spyOn(api, 'GET').mockResolvedValue({
    data: { items: [], labels: {}, nextCursor: null, changeSet: { id: 9, status: 'open' } },
  } as never);
  const write = vi.spyOn(api, 'POST').mockResolvedValue({ data: { item: {} } } as never);
  const { user } = await renderInConsole(
    <RecordTransitions entity={entity} record={pending} ownWork={false} upcoming={[]} />,
    { wrapper: queryClientWrapper },
  );
  await user.click(screen.getByRole('button', { name: 'Reject…' }));
  await user.type(await screen.findByRole('textbox'), 'no source');
  screen.getByText(/^When the change set is released, the status becomes Rejected/);
  await user.click(screen.getByRole('button', { name: 'Save to change set' }));
  const item = { entity: 'country', action: 'transition', recordId: 7, recordVersion: 4, event: 'reject' };
  await waitFor(() =>
    expect(write).toHaveBeenCalledWith('/api/v1/change-sets/{id}/items', {
      params: { path: { id: 9 } },
      body: { ...item, reason: 'no source' },
    }),
  );
  workIn(null);
});

it.each([
  ['delete', null, 'Deactivate FR France?', 'This replaces what the change set already does with the record: deleted.'],
  ['update', 'activate', 'Deactivate FR France?', /already does with the record: changed and activated\.$/],
  ['update', null, undefined, undefined],
])('asks before an act replaces the item %s, %s of the set', async (action, itemEvent, title, text) => {
  signIn('editor', 'country:update');
  workIn({ id: 9, title: 'A set', showsLive: false });
  const item = {
    id: 5,
    entity: 'country',
    recordId: 7,
    version: 2,
    action,
    event: itemEvent,
    after: null,
    changes: [],
  };
  // the casts: what writes an item reads nothing else
  const get = vi.spyOn(api, 'GET');
  get.mockResolvedValue({
    data: { items: [item], labels: {}, nextCursor: null, changeSet: { id: 9, status: 'open' } },
  } as never);
  const write = vi.spyOn(api, 'PUT').mockResolvedValue({ data: { item: {}, changeSet: { id: 9 } } } as never);
  write.mockClear();
  const record = { ...pending, status: 'active' as const };
  const { user } = await renderInConsole(
    <RecordTransitions entity={entity} record={record} ownWork={false} upcoming={[]} />,
    { wrapper: queryClientWrapper },
  );
  await user.click(await screen.findByRole('button', { name: title ? 'Deactivate…' : 'Deactivate' }));
  if (title && text) {
    await screen.findByRole('alertdialog', { name: title });
    await screen.findByText(text);
    expect(write).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Save to change set' }));
  }
  await waitFor(() => expect(write.mock.lastCall?.[1]).toMatchObject({ body: { event: 'deactivate' } }));
  workIn(null);
});

it('offers to undo what the set does to the status, and nothing that it already does', async () => {
  signIn('editor', 'country:update');
  workIn({ id: 9, title: 'A set', showsLive: false });
  const item = { id: 5, entity: 'country', recordId: 7, version: 2, action: 'transition', event: 'deactivate' };
  const items = [{ ...item, after: null, changes: [] }];
  // the cast: nothing else of the item is read
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { items, labels: {}, nextCursor: null } } as never);
  const record = { ...pending, status: 'active' as const };
  await renderInConsole(<RecordTransitions entity={entity} record={record} ownWork={false} upcoming={[]} />, {
    wrapper: queryClientWrapper,
  });
  await screen.findByRole('button', { name: 'Undo deactivation' });
  expect(screen.queryByRole('button', { name: 'Deactivate' })).toBeNull();
  workIn(null);
});

it.each([
  [503, 'no source'],
  [412, undefined],
  [404, undefined],
])('a rejection refused with %i leaves %s in its dialog, and is not offered as a recent reason', async (status, left) => {
  const { user } = await renderInConsole(
    <RecordTransitions entity={entity} record={pending} ownWork={false} upcoming={[]} />,
    { wrapper: queryClientWrapper },
  );
  send.mockRejectedValueOnce(new Problem({ status, code: status, key: 'unknownError', message: 'Refused' }));
  await user.click(screen.getByRole('button', { name: 'Reject…' }));
  await user.type(await screen.findByRole('textbox'), 'no source');
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(screen.queryByText('Refused') !== null).toBe(left !== undefined));
  await waitFor(() => expect(screen.queryByDisplayValue('no source') !== null).toBe(left !== undefined));
  expect(localStorage.getItem('reasons:["reviewer","record"]')).toBeNull();
});

it('a change of status on a later day follows what is due before it', async () => {
  signIn('editor', 'country:update');
  const changeSet = { id: 12, status: 'submitted', effectiveOn: '2099-10-01T00:00' };
  const today = new Date().toISOString().slice(0, 10);
  // the casts: nothing else of the set and of the calendar is read
  const post = vi.spyOn(api, 'POST').mockResolvedValue({ data: { changeSet } } as never);
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { zone: 'UTC', today } } as never);
  const record = { ...pending, status: 'active' as const };
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const deactivation = {
    recordId: 7,
    changeSet: { id: 11, title: 'Close', status: 'scheduled' as const },
    item: { id: 70, version: 1 },
    effectiveOn: `${tomorrow}T00:00`,
    effectiveTime: '2099-04-06T00:00:00.000Z',
    action: 'transition' as const,
    event: 'deactivate' as const,
    changes: [],
    values: null,
  };
  const element = <RecordTransitions entity={entity} record={record} ownWork={false} upcoming={[deactivation]} />;
  const { user, texts } = await renderInConsole(element, { wrapper: queryClientWrapper });
  await user.click(screen.getByRole('button', { name: texts.upcoming.statusButton }));
  await screen.findByRole('alertdialog', { name: 'Deactivate FR France from which day?' });
  await user.click(screen.getByRole('button', { name: texts.upcoming.chooseDay }));
  await screen.findByRole('grid');
  await user.keyboard('{ArrowDown}{Enter}');
  await screen.findByRole('alertdialog', { name: 'Activate FR France from which day?' });
  await user.click(screen.getByRole('button', { name: texts.upcoming.save }));
  const item = { entity: 'country', action: 'transition', recordId: 7, recordVersion: 4, event: 'activate' };
  await waitFor(() =>
    expect(post.mock.lastCall?.[1]).toMatchObject({
      body: { title: 'Activate FR France', item: { ...item, basedOn: [{ id: 70, version: 1 }] } },
    }),
  );
});

it('removes the message of a failed event once one has succeeded', async () => {
  const errors = () => toasts.list().filter(({ type, isLeaving }) => type === 'error' && !isLeaving);
  send.mockRejectedValueOnce(new Problem({ status: 422, code: 422, key: 'validationError', message: 'Incomplete' }));
  // the cast: the message reads nothing else
  send.mockResolvedValue({ data: { record: { ...pending, status: 'approved' } } } as never);
  const { user } = await renderInConsole(
    <RecordTransitions entity={entity} record={pending} ownWork={false} upcoming={[]} />,
    { wrapper: queryClientWrapper },
  );
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(errors()).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(errors()).toEqual([]));
});
