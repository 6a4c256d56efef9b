import { act, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localProblem } from '#api/problem.ts';
import { workIn } from '#crud/change-set/working-set.ts';
import type { AnyRecord, EntityUi, Values } from '#crud/define-entity.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { ListBulkBar } from './list-bulk-bar.tsx';
import type { Selection } from './selection.ts';
import type { RecordList } from './use-list.ts';

// the casts: the bar reads no other members
const entity = { key: 'country', resource: '/api/v1/countries', filters: [] } as unknown as EntityUi;
const recordOf = (id: number) =>
  ({ id, code: `C${id}`, name: `Country ${id}`, locales: {}, status: 'pending', version: 1 }) as unknown as AnyRecord &
    Values;
const listOf = (ids: number[], total: number) =>
  ({
    search: {},
    data: { items: ids.map(recordOf), total, counts: { pending: total }, ownWork: [] },
  }) as unknown as RecordList;
const selectionOf = (...ids: number[]): Selection => new Map(ids.map((id) => [id, recordOf(id)]));

const send = vi.spyOn(api, 'send');
/** A list with all rows of its page selected, whose rows and selection a test changes. */
async function renderBar() {
  let change: (list: RecordList, selection: Selection) => void = () => {};
  function List() {
    const [{ list, selection }, setState] = useState({ list: listOf([1, 2], 300), selection: selectionOf(1, 2) });
    change = (list, selection) => setState({ list, selection });
    return (
      <ListBulkBar
        entity={entity}
        list={list}
        selection={selection}
        onSelect={(selection) => setState({ list, selection })}
      />
    );
  }
  const rendered = await renderInConsole(<List />, { wrapper: queryClientWrapper });
  return { ...rendered, change: (list: RecordList, selection: Selection) => act(() => change(list, selection)) };
}

beforeEach(() => {
  const permissions = ['country:review', 'country:update', 'country:delete', 'country:export'];
  signIn('reviewer', ...permissions);
  send.mockReset();
  send.mockResolvedValue({
    status: 200,
    message: 'OK',
    etag: null,
    data: { items: [], total: 300, counts: { pending: 300 } },
  });
});
afterEach(() => {
  queryClient.clear();
});

const chooseAll = () => screen.getByRole('button', { name: 'Select all 300 matching records' });
const status = () => screen.getAllByRole('status')[0]?.textContent;

describe('the choice of all matches', () => {
  it('keeps its dialog and the typed reason when the list is read anew', async () => {
    const { user, change } = await renderBar();
    await user.click(chooseAll());
    await user.click(screen.getByRole('button', { name: 'Reject 300' }));
    await screen.findByText('Reject 300 records?');
    await user.type(await screen.findByRole('textbox'), 'no source');
    change(listOf([3, 1], 301), selectionOf(1, 2));
    await screen.findByText('2 selected');
    expect(screen.getByDisplayValue('no source')).toBeTruthy();
    expect(screen.queryByText('Reject 2 records?')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    await waitFor(() =>
      expect(send).toHaveBeenCalledWith('POST', '/api/v1/countries/bulk/matching', expect.anything()),
    );
    const [, , options] = send.mock.calls.find(([method]) => method === 'POST') ?? [];
    expect(options).toMatchObject({ body: { action: 'reject', total: 300, reason: 'no source' } });
  });

  it('does not come back with the same selection', async () => {
    const { user, change } = await renderBar();
    await user.click(chooseAll());
    expect(status()).toBe('All 300 matching records selected');
    change(listOf([1, 2], 300), selectionOf(1));
    await waitFor(() => expect(status()).toBe('1 selected'));
    change(listOf([1, 2], 300), selectionOf(1, 2));
    await waitFor(() => expect(status()).toBe('2 selected'));
  });

  it('ends with other records of the same number', async () => {
    const { user, change } = await renderBar();
    await user.click(chooseAll());
    change(listOf([3, 4], 300), selectionOf(3, 4));
    await waitFor(() => expect(status()).toBe('2 selected'));
  });

  it('leaves the focus in the bar', async () => {
    const { user } = await renderBar();
    chooseAll().focus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('toolbar').contains(document.activeElement)).toBe(true);
  });
});

it('a dialog for the selected records stays one for them when the list is read anew', async () => {
  const { user, change } = await renderBar();
  await user.click(screen.getByRole('button', { name: 'Reject 2' }));
  await screen.findByText('Reject 2 records?');
  await user.type(await screen.findByRole('textbox'), 'no source');
  change(listOf([1, 2], 300), new Map([...selectionOf(1, 2)].map(([id, record]) => [id, { ...record, version: 2 }])));
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  const items = [1, 2].map((id) => ({ id, version: 1 }));
  await waitFor(() =>
    expect(send).toHaveBeenCalledWith('POST', '/api/v1/countries/bulk', {
      body: expect.objectContaining({ action: 'reject', items }),
    }),
  );
});

it('sends more records than one request may have in several, and says which of them a failed one has left', async () => {
  const { user, change } = await renderBar();
  const ids = Array.from({ length: 1200 }, (_, index) => index + 1);
  change(listOf(ids.slice(1100), 1200), selectionOf(...ids));
  const sizes: number[] = [];
  send.mockImplementation(async (method, path, options) => {
    if (method !== 'POST' || !path.endsWith('/bulk')) throw localProblem('networkError', 'en');
    // the cast: the body is that of a bulk action
    const { items } = options?.body as { items: { id: number }[] };
    sizes.push(items.length);
    if (sizes.length === 3) throw localProblem('networkError', 'en');
    const data = { items: items.map(({ id }) => ({ id, code: 200, data: { record: recordOf(id) } })) };
    return { status: 200, message: 'OK', etag: null, data };
  });
  await user.click(screen.getByRole('button', { name: 'Reject 1200' }));
  await user.type(await screen.findByRole('textbox'), 'no source');
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await screen.findByText('200 failed');
  expect(sizes).toEqual([500, 500, 200]);
  expect(screen.getByText('200 selected')).toBeTruthy();
});

it('adds an action to the set in which one works, for records that are not in it, however the list was selected', async () => {
  signIn('editor', 'country:update');
  workIn({ id: 9, title: 'A set', showsLive: false });
  const item = { id: 5, entity: 'country', recordId: 2, action: 'delete', event: null, after: null, changes: [] };
  // the casts: the bar reads no other members
  vi.spyOn(api, 'GET').mockResolvedValue({
    data: { items: [item], labels: {}, nextCursor: null, changeSet: { id: 9, status: 'open' } },
  } as never);
  const outcomes = [
    { id: 1, code: 409, message: 'Already there' },
    { id: 3, code: 201, data: { itemId: 6 } },
  ];
  const write = vi.spyOn(api, 'POST').mockResolvedValue({ data: { items: outcomes, changeSet: { id: 9 } } } as never);
  const { user, change } = await renderBar();
  change(listOf([1, 2, 3], 300), selectionOf(1, 2, 3));
  // without the permission to review, which only the approval of the set needs
  await user.click(await screen.findByRole('button', { name: 'Reject 2' }));
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull();
  expect(screen.getByText('1: Already in the change set')).toBeTruthy();
  await user.type(await screen.findByRole('textbox'), 'no source');
  await user.click(screen.getByRole('button', { name: 'Save to change set' }));
  await screen.findByText('Already there');
  const items = [1, 3].map((id) => ({ id, version: 1 }));
  expect(write).toHaveBeenCalledWith('/api/v1/change-sets/{id}/items/bulk', {
    params: { path: { id: 9 } },
    body: { entity: 'country', action: 'reject', items, reason: 'no source' },
  });
  expect(screen.getByText('1 selected')).toBeTruthy();
  workIn(null);
});

it('says why an action is not possible if the cause is the same for all selected records', async () => {
  workIn({ id: 9, title: 'A set', showsLive: false });
  const items = [1, 2].map((id) => ({
    id,
    entity: 'country',
    recordId: id,
    action: 'update',
    event: null,
    changes: [],
  }));
  // the cast: the bar reads no other members
  vi.spyOn(api, 'GET').mockResolvedValue({
    data: { items, labels: {}, nextCursor: null, changeSet: { id: 9, status: 'open' } },
  } as never);
  const { user } = await renderBar();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Reject' }).getAttribute('aria-disabled')).toBe('true'),
  );
  await user.hover(screen.getByRole('button', { name: 'Reject' }));
  const reason = 'This action is not possible for any of the selected records: Already in the change set';
  expect(await screen.findByText(reason)).toBeTruthy();
  workIn(null);
});
