import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AnyRecord } from '#crud/define-entity.ts';
import { FormProvider, type FormState } from '#crud/form/form-fields.tsx';
import { queryClient } from '#crud/read/query-client.ts';
import { RecordTextField } from '#fields/record-text-field.tsx';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { SetInHead, SetListNote, SetMark, SetStatus } from './set-marks.tsx';
import { workIn } from './working-set.ts';
import '#entities/index.ts';

const set = { id: 12, title: 'Rename IST', showsLive: false };
const renamed = {
  id: 5,
  entity: 'airport',
  recordId: 44,
  code: 'ISL',
  action: 'update',
  event: 'deactivate',
  changes: ['/code'],
  before: { code: 'IST', name: 'Atatürk' },
  after: { code: 'ISL', name: 'Atatürk' },
};
const created = { ...renamed, id: 6, recordId: null, code: 'IST', action: 'create', event: null, before: null };
const upcoming = {
  effectiveOn: '2099-04-06T00:00',
  effectiveTime: '2099-04-06T00:00:00.000Z',
  recordId: 44,
  changeSet: { id: 0, title: 'Rename IST', status: 'scheduled' as const },
  item: { id: 5, version: 1 },
  action: 'update' as const,
  event: null,
  changes: ['/code'],
  values: { code: 'ISL' },
};

beforeEach(() => queryClient.clear());
afterEach(() => {
  workIn(null);
  vi.restoreAllMocks();
});

async function renderInSet(element: ReactElement, ...items: object[]) {
  // the cast: nothing else of the answer is read
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { items, labels: {}, nextCursor: null } } as never);
  workIn(set);
  const routeTree = createRootRoute({ component: () => element });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  await router.load();
  return renderInConsole(<RouterProvider router={router} />, { wrapper: queryClientWrapper });
}

it('names beside the fields of a form what the set changes', async () => {
  const state: FormState = {
    entity: 'airport',
    schema: 'AirportWrite',
    layout: 'page',
    isReadOnly: false,
    record: { id: 44, version: 1, code: 'IST', name: 'Atatürk' },
    values: { code: 'ISL', name: 'Atatürk' },
    errors: [],
    set,
    upcoming: [
      { ...upcoming, changeSet: { ...upcoming.changeSet, id: 12 } },
      { ...upcoming, changeSet: { ...upcoming.changeSet, id: 13 }, values: { code: 'ISX' } },
    ],
    setValue: () => {},
  };
  const fields = (
    <FormProvider state={state}>
      <RecordTextField name="code" />
      <RecordTextField name="name" />
    </FormProvider>
  );
  await renderInSet(fields, renamed);
  await screen.findByText('In this set: was IST');
  // what the set itself does is not said twice
  screen.getByText('from 6 Apr 2099: ISX');
  expect(screen.queryByText(/: ISL$/)).toBeNull();
  expect(screen.getAllByText(/^In this set/)).toHaveLength(1);
});

it('names beside a field what it has by now where somebody has changed it meanwhile', async () => {
  const state: FormState = {
    entity: 'airport',
    schema: 'AirportWrite',
    layout: 'page',
    isReadOnly: false,
    record: { id: 44, version: 1, code: 'IST', name: 'Atatürk' },
    values: { code: 'ISL', name: 'Atatürk' },
    errors: [],
    set,
    upcoming: [],
    setValue: () => {},
  };
  const field = (
    <FormProvider state={state}>
      <RecordTextField name="code" />
    </FormProvider>
  );
  const changedSince = [{ pointer: '/code', live: 'ISX', former: 'IST' }];
  await renderInSet(field, { ...renamed, changedSince });
  await screen.findByText('In this set: was IST, now ISX');
});

it('says in the head of a form what the set does, also to code and status', async () => {
  await renderInSet(<SetInHead entity="airport" id={44} />, renamed);
  await screen.findByText('In the change set: changed and deactivated');
  screen.getByText('ISL');
});

it.each([
  ['an edit', { event: null }, 'Active', 'In the change set: changed', 'text-info-ink'],
  ['a status', { action: 'transition' }, 'Inactive', 'In the change set: deactivated', 'text-info-ink'],
  [
    'a deletion',
    { action: 'delete', event: null, after: null },
    'Active',
    'In the change set: deleted',
    'text-bad-ink',
  ],
])('tells apart in a row %s', async (_what, members, status, text, tone) => {
  // the cast: no other member of the record is read
  const record = { id: 44, status: 'active' } as AnyRecord;
  const row = (
    <p>
      <SetStatus entity="airport" record={record} /> <SetMark entity="airport" id={44} />
    </p>
  );
  await renderInSet(row, { ...renamed, ...members });
  const mark = await screen.findByTitle(text);
  expect(mark.classList).toContain(tone);
  expect(screen.getByText(status).tagName).toBe(tone === 'text-bad-ink' ? 'DEL' : 'SPAN');
});

it('names above a list what it does not find of the set', async () => {
  await renderInSet(<SetListNote entity="airport" />, renamed, created, { ...created, id: 7, entity: 'city' });
  await screen.findByText(/^The change set creates 1 record that is not listed/);
  expect(screen.getAllByText('IST')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'IST → ISL' }).getAttribute('href')).toBe('/?id=44&panel=view');
  expect(screen.getByRole('link', { name: 'Change set #12' }).getAttribute('href')).toBe('/change-sets/12');
});

it('says nothing above the list of a kind in which the set neither creates records nor changes codes', async () => {
  await renderInSet(<SetListNote entity="city" />, renamed, created);
  await vi.waitFor(() => expect(api.GET).toHaveBeenCalled());
  expect(screen.queryByRole('link')).toBeNull();
});
