import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { type EntityUi, entityUi } from '#crud/define-entity.ts';
import { drafts, useDraftAutosave, useFormMachine } from '#crud/form/state/use-form-machine.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { itemAdapter, SetItemNote, UndoInSetButton } from './in-set.tsx';
import { changeSetKey, itemText, recordInSet, replacesItem, writeItem } from './set-items.ts';
import { workIn } from './working-set.ts';
import '#entities/index.ts';

afterEach(() => vi.restoreAllMocks());

// the cast: what undoes an item reads nothing else of the kind
const city = { key: 'city', schema: 'CityWrite', resource: '/cities' } as EntityUi;

interface Sent {
  path: string;
  body: unknown;
}

/** Answers reads with these items of a set, and notes what is written. */
function mockItems(...items: object[]): Sent[] {
  const sent: Sent[] = [];
  const write = (path: string, { body }: { body: unknown }) => {
    sent.push({ path, body });
    return Promise.resolve({ data: { item: {}, changeSet: { id: 7, version: 4 } } });
  };
  const read = () =>
    Promise.resolve({ data: { items, labels: {}, nextCursor: null, changeSet: { id: 7, status: 'open' } } });
  // the casts: the functions under test use nothing but the data
  vi.spyOn(api, 'GET').mockImplementation(read as never);
  vi.spyOn(api, 'POST').mockImplementation(write as never);
  vi.spyOn(api, 'PUT').mockImplementation(write as never);
  return sent;
}

const item = (action: string, after: object | null = null) => ({
  id: 5,
  entity: 'city',
  recordId: 44,
  version: 2,
  action,
  event: null,
  after,
});
const target = { entity: 'city', recordId: 44, recordVersion: 3 } as const;
const [items, one] = ['/api/v1/change-sets/{id}/items', '/api/v1/change-sets/{id}/items/{itemId}'];

it('adds an item of a record that the set does not have yet', async () => {
  const sent = mockItems({ ...item('update'), recordId: 45 });
  const body = { ...target, action: 'delete' } as const;
  await writeItem(7, body);
  expect(sent).toEqual([{ path: items, body }]);
});

it('makes another item of the one that the set has of the record', async () => {
  const sent = mockItems(item('update', { name: 'Peking' }));
  await writeItem(7, { ...target, action: 'delete' });
  expect(sent).toEqual([{ path: one, body: { action: 'delete', recordVersion: 3 } }]);
});

it('lets an event go along with the values that the set has', async () => {
  const sent = mockItems(item('update', { name: 'Peking' }));
  await writeItem(7, { ...target, action: 'transition', event: 'deactivate' });
  expect(sent).toEqual([{ path: one, body: { event: 'deactivate' } }]);
});

it('rejects a record in place of changing it', async () => {
  const sent = mockItems(item('update', { name: 'Peking' }));
  await writeItem(7, { ...target, action: 'transition', event: 'reject', reason: 'Which city?' });
  const body = { action: 'transition', event: 'reject', reason: 'Which city?', recordVersion: 3 };
  expect(sent).toEqual([{ path: one, body }]);
});

it.each([
  ['delete', null, 'delete', false],
  ['delete', null, 'activate', true],
  ['update', null, 'delete', true],
  ['update', null, 'activate', false],
  ['update', 'deactivate', 'activate', true],
  ['update', null, 'reject', true],
  ['transition', 'activate', 'activate', false],
  ['transition', 'activate', 'deactivate', true],
  ['restore', null, 'activate', true],
  ['restore', null, 'restore', true],
] as const)('%s, %s is replaced by %s: %s', (action, event, act, isReplaced) => {
  // the cast: nothing else is read
  expect(replacesItem({ ...item(action), event } as never, act)).toBe(isReplaced);
});

describe('of a record that the set deletes', () => {
  beforeEach(() => {
    signIn('editor', 'city:delete');
    workIn({ id: 7, title: 'Clean up', showsLive: false });
    return () => workIn(null);
  });

  it('the card takes the deletion out of the set', async () => {
    mockItems(item('delete'));
    // the casts: the button needs nothing else
    const remove = vi.spyOn(api, 'DELETE').mockResolvedValue({ data: { changeSet: { id: 7, version: 4 } } } as never);
    const button = <UndoInSetButton entity={city} item={item('delete') as never} name="BJS Beijing" />;
    const { user } = await renderInConsole(button, { wrapper: queryClientWrapper });
    await user.click(screen.getByRole('button', { name: 'Undo deletion' }));
    await vi.waitFor(() => expect(remove).toHaveBeenCalledOnce());
    const { params } = remove.mock.lastCall?.[1] as { params: object };
    expect(params).toEqual({ path: { id: 7, itemId: 5 } });
  });

  it.each([
    ['transition', null],
    ['update', { code: 'BJS', name: 'Peking' }],
  ])('an event in a %s is taken out of the set, and values stay', async (action, after) => {
    signIn('editor', 'city:update');
    mockItems();
    vi.spyOn(api, 'send').mockResolvedValue({ data: { upcoming: [] } } as never);
    const remove = vi.spyOn(api, 'DELETE').mockResolvedValue({ data: { changeSet: { id: 7, version: 4 } } } as never);
    // the cast: the button reads nothing else
    const closing = { ...item(action, after), recordVersion: 3, event: 'deactivate' } as never;
    const button = <UndoInSetButton entity={city} item={closing} name="BJS Beijing" />;
    const { user } = await renderInConsole(button, { wrapper: queryClientWrapper });
    await user.click(screen.getByRole('button', { name: 'Undo deactivation' }));
    const write = after ? vi.mocked(api.PUT) : remove;
    await vi.waitFor(() => expect(write).toHaveBeenCalledOnce());
    const body = { action: 'update', recordVersion: 3, values: after };
    expect(write.mock.lastCall?.[1]).toMatchObject({ params: { path: { id: 7, itemId: 5 } }, ...(after && { body }) });
    expect(write.mock.lastCall?.[1]).not.toHaveProperty('body.event');
  });

  it('the form says so', async () => {
    mockItems(item('delete'));
    await renderInConsole(<SetItemNote entity="city" id={44} />, { wrapper: queryClientWrapper });
    await screen.findByText(/^In the change set: deleted\./);
  });
});

it('shows the set in its new version, which its next event needs', async () => {
  mockItems();
  queryClient.setQueryData(changeSetKey(7), { id: 7, version: 3 });
  await writeItem(7, { ...target, action: 'delete' });
  expect(queryClient.getQueryData(changeSetKey(7))).toEqual({ id: 7, version: 4 });
});

it('says what an item does to its record', () => {
  const t = (key: string, { act = '' }: { act?: string } = {}) => `${key} ${act}`.trim();
  // the cast: the function under test needs only these keys
  const text = (each: object) => itemText({ ...item('update'), ...each } as never, t as never);
  expect(text({})).toBe('workingSet.does act.update');
  expect(text({ action: 'transition', event: 'activate' })).toBe('workingSet.does act.activate');
  expect(text({ event: 'activate' })).toBe('workingSet.does act.updateworkingSet.andact.activate');
});

it('gives a record the values and the status that the set gives it', () => {
  const record = { id: 44, code: 'IST', name: 'Atatürk', status: 'active' };
  expect(recordInSet(record, { after: { code: 'ISL' }, event: 'deactivate' })).toEqual({
    ...record,
    code: 'ISL',
    status: 'inactive',
  });
  expect(recordInSet(record, { after: null, event: null })).toEqual(record);
});

function TypedForm() {
  const machine = useFormMachine({
    name: 'city',
    id: null,
    blankValues: { name: '' },
    toValues: (record) => record,
    staysOpenAfterSave: false,
    validate: () => [],
    adapter: { load: vi.fn(), save: vi.fn(), toastAfterSave: vi.fn() },
  });
  useDraftAutosave(machine, true);
  return (
    <button type="button" onClick={() => machine.send({ type: 'CHANGE', pointer: '/name', value: 'Peking' })}>
      type
    </button>
  );
}

it('keeps what was typed a moment before one begins to work in a set', async () => {
  const { user } = await renderInConsole(<TypedForm />);
  await user.click(screen.getByRole('button', { name: 'type' }));
  const find = () => drafts.find({ user: '', entity: 'city', id: null });
  expect(find()).toBeNull();
  workIn({ id: 7, title: 'Rename', showsLive: false });
  expect(find()?.values).toMatchObject({ name: 'Peking' });
  workIn(null);
});

it('says that a set is not open any more when a form saves to it, and reads it again', async () => {
  const refusal = { status: 409, code: 409, key: 'invalidTransition', message: 'Not in this status' } as const;
  mockItems();
  vi.mocked(api.POST).mockRejectedValue(new Problem(refusal));
  const cities = entityUi('city');
  if (!cities) throw new Error('no cities');
  queryClient.setQueryData(changeSetKey(7), { status: 'open' });
  const adapter = itemAdapter(cities, { id: 7, title: 'Rename', showsLive: false }, vi.fn());
  const error = await adapter.save(44, 3, { name: 'Peking' }, null).catch((reason) => reason);
  expect(error).toMatchObject({ key: 'invalidTransition', message: expect.stringMatching(/not open any more/) });
  expect(queryClient.getQueryState(changeSetKey(7))?.isInvalidated).toBe(true);
});
