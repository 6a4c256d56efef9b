import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { workIn, workingSet } from '#crud/change-set/working-set.ts';
import { toasts } from '#crud/notify.ts';
import { createChangeSet } from '#testing/change-set.ts';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import '#entities/city.tsx';
import type { ChangeSet, ChangeSetItem } from './change-set.ts';
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

async function renderItems(data: object[], status: ChangeSet['status'] = 'submitted') {
  // the casts: the page reads nothing else
  const items = { data, problem: undefined, reload: () => {}, loading: false } as never;
  return renderInConsole(<ChangeSetItems set={createChangeSet({ status })} items={items} />);
}

it('says whose change in review an item replaces', async () => {
  const replaces: ChangeSetItem['replaces'] = { by: 'cora' };
  await renderItems([item, { ...item, id: 6, replaces }]);
  expect(screen.getAllByText(/^Replaces the change by .*cora.* in review$/)).toHaveLength(1);
});

it.each([
  ['Edit', {}],
  ['Edit, Activate', { event: 'activate' }],
  ['Activate', { action: 'transition', event: 'activate', after: null }],
  ['Create', { action: 'create', before: null, recordId: null }],
  ['Delete', { action: 'delete', after: null }],
  // what the set has done
  ['changed', { outcome: 'released' }],
  ['changed and activated', { event: 'activate', outcome: 'released' }],
  ['deleted', { action: 'delete', after: null, outcome: 'released' }],
])('names an item “%s”', async (label, members) => {
  await renderItems([{ ...item, ...members }], 'outcome' in members ? 'released' : 'submitted');
  expect(screen.getByRole('listitem').querySelector('p')?.textContent).toBe(label);
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
