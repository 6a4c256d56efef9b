import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { usePaletteActionGroups, useRegisterPaletteActions } from './palette-actions.ts';

interface SourceProps {
  subject: 'selection' | 'record';
  title: string;
  labels: string[];
  run?: (label: string) => void;
}

function Source({ subject, title, labels, run = () => {} }: SourceProps) {
  const actions = labels.map((label) => ({ id: label, label, icon: 'check' as const, run: () => run(label) }));
  useRegisterPaletteActions({ subject, title, actions });
  return null;
}

function Offers() {
  return (
    <ul>
      {usePaletteActionGroups().flatMap(({ title, actions }) =>
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
      <Source subject="record" title="CN" labels={['Approve']} />
      <Source subject="selection" title="3 selected" labels={['Delete']} />
      <Source subject="record" title="CN" labels={['Edit']} />
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
      <Source subject="record" title="CN" labels={['Approve']} run={run} />
      <Offers />
    </>
  );
  const { rerender, user } = await renderInConsole(page(first));
  rerender(page(second));
  await user.click(screen.getByRole('button'));
  expect([first.mock.calls, second.mock.calls]).toEqual([[], [['Approve']]]);
});
