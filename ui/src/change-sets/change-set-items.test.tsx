import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { createChangeSet } from '#testing/change-set.ts';
import { renderInConsole } from '#testing/render.tsx';
import '#entities/city.tsx';
import type { ChangeSetItem } from './change-set.ts';
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

async function renderItems(...data: object[]) {
  // the casts: the page reads nothing else
  const items = { data, problem: undefined, reload: () => {}, loading: false } as never;
  await renderInConsole(<ChangeSetItems set={createChangeSet({ status: 'submitted' })} items={items} />);
}

it('says whose change in review an item replaces', async () => {
  const replaces: ChangeSetItem['replaces'] = { by: 'cora' };
  await renderItems(item, { ...item, id: 6, replaces });
  expect(screen.getAllByText(/^Replaces the change by .*cora.* in review$/)).toHaveLength(1);
});
