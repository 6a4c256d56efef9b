import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { api } from '#session/session.ts';
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

describe('the dialog that cancels a task', () => {
  // the cast: nothing else of the tasks is read
  const openTasks = [1, 2].map((id) => ({ id, kind: 'retention', status: 'running' }) as Task);
  /** Opens the dialog of each task, and shows what the dialog would show. */
  function Host() {
    const { actionsOf, pendingCancel, busy, problem, confirm, close } = useTaskActions();
    const openDialog = (item: Task) =>
      actionsOf(item)
        .find(({ id }) => id === 'cancel')
        ?.onSelect?.();
    return (
      <>
        {openTasks.map((item) => (
          <button key={item.id} type="button" onClick={() => openDialog(item)}>
            open {item.id}
          </button>
        ))}
        <button type="button" onClick={confirm}>
          confirm
        </button>
        <button type="button" onClick={close}>
          close
        </button>
        <output>{[pendingCancel?.id ?? 'none', busy ? 'busy' : 'idle', problem?.message].join(' ')}</output>
      </>
    );
  }
  const shown = () => screen.getByRole('status').textContent;
  const click = async (user: { click(element: Element): Promise<void> }, ...names: string[]) => {
    for (const name of names) await user.click(screen.getByRole('button', { name }));
  };
  const outage = new Problem({ status: 502, code: 0, key: 'networkError', message: 'No answer' });
  const finishers: { resolve(): void; reject(): void }[] = [];
  beforeEach(() => {
    finishers.length = 0;
    vi.spyOn(api, 'POST').mockImplementation(
      () =>
        new Promise((resolve, reject) => {
          finishers.push({ resolve: () => resolve({} as never), reject: () => reject(outage) });
        }),
    );
  });

  it.each(['resolve', 'reject'] as const)('is not affected by the result of another task: %s', async (outcome) => {
    const { user } = await renderInConsole(<Host />);
    await click(user, 'open 1', 'confirm');
    expect(shown()).toBe('1 busy ');
    await click(user, 'close', 'open 2');
    expect(shown()).toBe('2 idle ');
    const message = vi.spyOn(notify, outcome === 'resolve' ? 'success' : 'error');
    finishers[0]?.[outcome]();
    await waitFor(() => expect(message).toHaveBeenCalledOnce());
    expect(shown()).toBe('2 idle ');
    await click(user, 'confirm');
    finishers[1]?.reject();
    await waitFor(() => expect(shown()).toBe('2 idle No answer'));
    await click(user, 'confirm');
    finishers[2]?.resolve();
    await waitFor(() => expect(shown()).toBe('none idle '));
  });
});
