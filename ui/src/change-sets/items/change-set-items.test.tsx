import { screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { workIn, workingSet } from '#crud/change-set/working-set.ts';
import { toasts } from '#crud/notify.ts';
import { api } from '#session/session.ts';
import { createChangeSet } from '#testing/change-set.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import '#entities/airport/airport.tsx';
import '#entities/city.tsx';
import type { ChangeSet, ChangeSetItem } from '../change-set.ts';
import { ChangeSetItems } from './change-set-items.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
  useNavigate: () => () => {},
}));

const item = {
  id: 5,
  entity: 'city',
  action: 'update',
  event: null,
  become: null,
  recordId: 44,
  code: 'BJS',
  name: 'Beijing',
  changes: ['/name'],
  before: { code: 'BJS', name: 'Peking' },
  after: { code: 'BJS', name: 'Beijing' },
  problems: [],
  outcome: null,
};

function itemsOf(data: object[], status: ChangeSet['status']) {
  // the cast: the page reads nothing else
  const items = { data, problem: undefined, reload: () => {}, loading: false } as never;
  return <ChangeSetItems set={createChangeSet({ status })} items={items} />;
}

const renderItems = (data: object[], status: ChangeSet['status'] = 'submitted') =>
  renderInConsole(itemsOf(data, status), { wrapper: queryClientWrapper });

it('says whose change in review an item replaces', async () => {
  const replaces: ChangeSetItem['replaces'] = { by: 'cora' };
  await renderItems([item, { ...item, id: 6, replaces }]);
  expect(screen.getAllByText(/^Replaces the change by .*cora.* in review$/)).toHaveLength(1);
});

it('says what the approval of a revert would leave as it is', async () => {
  const stays = [
    { pointer: '', rule: 'stillReferred', message: 'Other records refer to it' },
    { pointer: '/values/name', rule: 'changedSinceRelease', message: 'Changed again since it took effect' },
  ];
  await renderItems([{ ...item, stays }]);
  screen.getByText('Will stay as it is: Other records refer to it');
  screen.getByText(/^Will stay as it is: Name.*Changed again since it took effect$/);
});

it.each([
  ['Edit', {}],
  ['Edit, Activate', { event: 'activate' }],
  ['Activate', { action: 'transition', event: 'activate', after: null }],
  ['Create', { action: 'create', before: null, recordId: null }],
  ['Create · active once released', { action: 'create', become: 'active', before: null, recordId: null }],
  ['Delete', { action: 'delete', after: null }],
  // what the set has done
  ['Edited', { outcome: 'released' }],
  ['Edited, Activated', { event: 'activate', outcome: 'released' }],
  ['Created · Active', { action: 'create', become: 'active', before: null, outcome: 'released' }],
  ['Deleted', { action: 'delete', after: null, outcome: 'released' }],
  // what is taken back, and what the revert has left
  ['Edited, reverted', { outcome: 'reverted' }],
  ['Created, reverted', { action: 'create', become: 'active', before: null, outcome: 'reverted' }],
  ['Deleted, reverted', { action: 'delete', after: null, outcome: 'reverted' }],
  ['Created · Active', { action: 'create', become: 'active', before: null, outcome: 'kept' }],
])('names an item “%s”', async (label, members) => {
  await renderItems([{ ...item, ...members }], 'outcome' in members ? 'released' : 'submitted');
  expect(screen.getByRole('listitem').querySelector('p')?.textContent).toBe(label);
});

it('does not say what becomes of a record that a withdrawn set never creates', async () => {
  await renderItems([{ ...item, action: 'create', become: 'active', before: null, recordId: null }], 'withdrawn');
  expect(screen.getByRole('listitem').querySelector('p')?.textContent).toBe('Create');
});

it.each([
  ['Deletes this record', null],
  ['Deleted this record', 'released'],
  ['Deleted this record', 'reverted'],
])('says “%s” of a deletion that is %s', async (text, outcome) => {
  await renderItems([{ ...item, action: 'delete', after: null, outcome }]);
  screen.getByText(text);
});

it.each([
  ['a deletion in effect', false, { action: 'delete', after: null, outcome: 'released' }],
  ['a deletion that is reverted', true, { action: 'delete', after: null, outcome: 'reverted' }],
  ['a creation in effect', true, { action: 'create', before: null, outcome: 'released' }],
  ['a creation that is reverted', false, { action: 'create', before: null, outcome: 'reverted' }],
])('leads to the record of %s: %s', async (_what, isLinked, members) => {
  await renderItems([{ ...item, ...members }]);
  expect(screen.queryByRole('link') !== null).toBe(isLinked);
});

it('says beside a conflict what the field has by now', async () => {
  const problems = [{ pointer: '/values/name', rule: 'changedSince', message: 'Changed by somebody else since' }];
  const changedSince = [{ pointer: '/name', live: 'Aberdeen live', former: 'Aberdeen' }];
  await renderItems([{ ...item, problems, changedSince }], 'held');
  expect(screen.getByText(/^Name: Changed by somebody else since/).textContent).toMatch(/Now: Aberdeen live$/);
});

it('marks references to records that the set creates, until these exist', async () => {
  const created = { ...item, id: 6, action: 'create', recordId: null, code: 'XQ1', name: 'Newtown', before: null };
  const city = { ...created, after: { code: 'XQ1', name: 'Newtown' } };
  const airport = { ...item, id: 7, entity: 'airport', changes: ['/city'], after: { code: 'XQA', city: 'XQ1' } };
  const { rerender } = await renderItems([city, airport], 'open');
  expect(screen.getAllByText(/^New in this set: XQ1 .*Newtown/)).toHaveLength(1);
  rerender(itemsOf([{ ...city, recordId: 45, outcome: 'released' }, airport], 'released'));
  expect(screen.queryByText(/^New in this set/)).toBeNull();
});

const lines = () => [...screen.getByRole('listitem').querySelectorAll('tr, p')].map(({ textContent }) => textContent);

it.each([
  ['a transition', { action: 'transition', event: 'deactivate', after: null, changes: [] }, ['StatusActive→Inactive']],
  [
    'a transition from one of several statuses',
    { action: 'transition', event: 'activate', after: null, changes: [] },
    ['Status→Active'],
  ],
  ['an update with an event', { event: 'deactivate' }, ['NamePeking→Beijing', 'StatusActive→Inactive']],
  [
    'a revert',
    {
      action: 'restore',
      changes: ['/status'],
      before: { ...item.before, status: 'inactive' },
      after: { ...item.before, status: 'active' },
    },
    ['StatusInactive→Active'],
  ],
])('shows the old and the new status of %s', async (_what, members, expected) => {
  await renderItems([{ ...item, ...members }]);
  for (const text of expected) expect(lines()).toContainEqual(text);
});

it('heads the update of a code by the old and the new one, and strikes old values through', async () => {
  const [before, after] = [
    { code: 'IST', name: 'Istanbul' },
    { code: 'ISL', name: 'Istanbul' },
  ];
  await renderItems([{ ...item, code: 'IST', changes: ['/code'], before, after }]);
  expect(screen.getByRole('listitem').textContent).toMatch(/^IST→ISLIstanbul/);
  const [old] = screen.getByRole('listitem').getElementsByTagName('del');
  expect(old?.textContent).toBe('IST');
  expect(old?.closest('.font-mono')).not.toBeNull();
});

describe('removing an item', () => {
  beforeEach(() => signIn('editor', 'city:create', 'city:update', 'airport:create'));
  afterEach(() => vi.restoreAllMocks());
  const created = { ...item, action: 'create', recordId: null, before: null, changes: ['/code', '/name'] };
  const airport = {
    ...{ ...created, id: 6, entity: 'airport', changes: ['/code', '/city'] },
    after: { code: 'PEK', name: 'Capital', city: 'BJS' },
  };

  it('says what is lost, and which items refer to it', async () => {
    const unrelated = { ...airport, id: 7, after: { code: 'ORY', name: 'Orly', city: 'PAR' } };
    const { user } = await renderItems([created, airport, unrelated], 'open');
    const [remove] = screen.getAllByRole('button', { name: 'Remove item' });
    if (remove) await user.click(remove);
    const dialog = await screen.findByRole('alertdialog');
    within(dialog).getByText('The record is not live yet: what was typed for it is lost.');
    within(dialog).getByText('1 other item refers to it and cannot take effect without it:');
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringMatching(/^PEK .*Capital.* · airport$/)]);
  });

  it('focuses the next item', async () => {
    vi.spyOn(api, 'GET').mockResolvedValue({ data: { changeSet: createChangeSet() } } as never);
    vi.spyOn(api, 'DELETE').mockResolvedValue({ data: { changeSet: createChangeSet() } } as never);
    const other = { ...item, id: 8, name: 'Other', before: { code: 'OTH', name: 'Other' } };
    const { user, rerender } = await renderItems([item, other], 'open');
    const [remove] = screen.getAllByRole('button', { name: 'Remove item' });
    if (remove) await user.click(remove);
    const dialog = await screen.findByRole('alertdialog');
    await user.click(within(dialog).getByRole('button', { name: 'Remove item' }));
    rerender(itemsOf([other], 'open'));
    await waitFor(() => expect(document.activeElement).toBe(document.querySelector('[data-change="8"]')));
  });
});

describe('editing an item', () => {
  const messages = () => toasts.list().flatMap(({ message, isLeaving }) => (isLeaving ? [] : message));
  beforeEach(() => {
    for (const { id } of toasts.list()) toasts.dismiss(id);
    signIn('editor', 'city:update');
    return () => workIn(null);
  });

  it.each([
    ['', null, ['Now working in the change set “Rename”']],
    [
      ' instead of another one',
      { id: 8, title: 'Close', showsLive: false },
      ['Now working in the change set “Rename” instead of “Close”'],
    ],
    [', but not again', { id: 7, title: 'Rename', showsLive: true }, []],
  ])('says that one works in the set%s', async (_what, before, expected) => {
    workIn(before);
    const { user } = await renderItems([item], 'open');
    await user.click(screen.getByRole('button', { name: 'Edit item' }));
    expect(workingSet()).toEqual({ id: 7, title: 'Rename', showsLive: false });
    expect(messages()).toEqual(expected);
  });
});
