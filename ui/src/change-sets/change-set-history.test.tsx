import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createChangeSet } from '#testing/change-set.ts';
import { renderInConsole } from '#testing/render.tsx';
import type { ChangeSet, ChangeSetItem } from './change-set.ts';
import { ChangeSetHistory } from './change-set-history.tsx';

type Step = NonNullable<ChangeSet['history']>[number];

const step = (status: Step['status'], by: string | null, reason?: string): Step => ({
  status,
  by,
  time: '2026-11-20T06:32:10.000Z',
  ...(reason && { reason }),
});

it('names each status that a set has had, and what the change to it meant', async () => {
  const history = [
    step('open', 'ann'),
    step('submitted', 'ann'),
    step('rejected', 'lin', 'Too early'),
    step('open', 'ann'),
    step('submitted', 'ann'),
    step('scheduled', 'lin'),
    step('held', null),
    step('scheduled', 'ann'),
    step('held', null),
  ];
  const refusal = { key: 'changeSetUnsound', message: 'Two changes cannot take effect' } as const;
  await renderInConsole(
    <ChangeSetHistory set={createChangeSet({ status: 'held', history, refusal })} items={undefined} />,
    {
      language: 'en',
    },
  );
  const steps = within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem');
  expect(steps.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Createdann/),
    expect.stringMatching(/^Submitted for reviewann/),
    expect.stringMatching(/^RejectedlinReason: Too early/),
    expect.stringMatching(/^Reopenedann/),
    expect.stringMatching(/^Submitted for reviewann/),
    expect.stringMatching(/^Approved and scheduledlin/),
    expect.stringMatching(/^Held/),
    expect.stringMatching(/^Retriedann/),
    expect.stringMatching(/^HeldTwo changes cannot take effect/),
  ]);
  expect(steps.at(-1)?.getAttribute('aria-current')).toBe('step');
});

it('tells an approval that released a set from a release on its date', async () => {
  const history = [step('released', 'lin'), step('released', null), step('reverted', 'ann'), step('withdrawn', 'ann')];
  await renderInConsole(<ChangeSetHistory set={createChangeSet({ status: 'released', history })} items={[]} />, {
    language: 'zh-CN',
  });
  const labels = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(labels).toEqual([
    expect.stringMatching(/^已通过并生效lin/),
    expect.stringMatching(/^已按期生效/),
    expect.stringMatching(/^已撤销ann/),
    expect.stringMatching(/^已撤回ann/),
  ]);
});

it('names the item that holds a set', async () => {
  const problems = [{ pointer: '', rule: 'recordDeleted', message: 'The record has been deleted' }];
  const item = { id: 5, entity: 'city', before: { code: 'BJS', name: 'Beijing' }, after: null, problems };
  // the cast: nothing else is read
  const items = [item] as unknown as ChangeSetItem[];
  const history = [step('scheduled', 'lin'), step('held', null)];
  await renderInConsole(<ChangeSetHistory set={createChangeSet({ status: 'held', history })} items={items} />);
  expect(screen.getByText(/^BJS .*Beijing.* · The record has been deleted$/)).toBeTruthy();
});
