import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import type { Task } from './task.ts';
import { useTaskActions } from './use-task-actions.ts';

vi.mock('#session/use-session.ts', () => ({
  useSession: () => ({ user: { username: 'ann' }, denialReason: () => false }),
}));

function Retry({ task }: { task: Task }) {
  const retry = useTaskActions()
    .actionsOf(task)
    .find(({ id }) => id === 'retry');
  return <output>{retry ? retry.disabledReason || 'offered' : 'missing'}</output>;
}

it.each([
  ['bulkChange', 'ann', 'offered'],
  ['bulkChange', 'ben', 'Only ben, who started it, can retry it'],
  ['retention', 'ben', 'offered'],
] as const)('the retry of a %s that %s started is %s', async (kind, createdBy, state) => {
  // the cast: nothing else of the task is read
  await renderInConsole(<Retry task={{ id: 1, kind, createdBy, status: 'failed' } as Task} />);
  expect(screen.getByRole('status').textContent).toBe(state);
});
