import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { useActionOffers, useOfferedActions } from './offered-actions.ts';

interface SourceProps {
  order: 'selection' | 'record';
  title: string;
  labels: string[];
  run?: (label: string) => void;
}

function Source({ order, title, labels, run = () => {} }: SourceProps) {
  const actions = labels.map((label) => ({ id: label, label, icon: 'check' as const, run: () => run(label) }));
  useOfferedActions({ order, title, actions });
  return null;
}

function Offers() {
  return (
    <ul>
      {useActionOffers().flatMap(({ title, actions }) =>
        actions.map(({ id, label, run }) => (
          <li key={title + id}>
            <button type="button" onClick={run}>{`${title}: ${label}`}</button>
          </li>
        )),
      )}
    </ul>
  );
}

const offered = () => screen.queryAllByRole('button').map((button) => button.textContent);

it('lists the selection before the record, and what has the same title together', async () => {
  const { rerender } = await renderInConsole(
    <>
      <Source order="record" title="CN" labels={['Approve']} />
      <Source order="selection" title="3 selected" labels={['Delete']} />
      <Source order="record" title="CN" labels={['Edit']} />
      <Offers />
    </>,
  );
  expect(offered()).toEqual(['3 selected: Delete', 'CN: Approve', 'CN: Edit']);
  rerender(<Offers />);
  expect(offered()).toEqual([]);
});

it('runs an action in its latest form', async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const page = (run: (label: string) => void) => (
    <>
      <Source order="record" title="CN" labels={['Approve']} run={run} />
      <Offers />
    </>
  );
  const { rerender, user } = await renderInConsole(page(first));
  rerender(page(second));
  await user.click(screen.getByRole('button'));
  expect([first.mock.calls, second.mock.calls]).toEqual([[], [['Approve']]]);
});
