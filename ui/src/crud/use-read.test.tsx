import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { renderInConsole } from '#testing/render.tsx';
import { queryClient } from './query-client.ts';
import { useHint, useRead } from './use-read.ts';

interface Props {
  id: number;
  read: (id: number) => Promise<string>;
}

function Name({ id, read }: Props) {
  const { data, problem, loading, reload } = useRead({ queryKey: ['name', id], queryFn: () => read(id) });
  return (
    <>
      <p role="status">
        {[loading ? 'loading' : 'ready', data ?? 'nothing', problem?.message].filter(Boolean).join(', ')}
      </p>
      <button type="button" onClick={reload}>
        Try again
      </button>
    </>
  );
}

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const says = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
const notFound = () => new Problem({ status: 404, code: 404, key: 'notFound', message: 'Not found' });

/** An answer that comes when the test says so. */
function pendingAnswer() {
  let resolve: (name: string) => void = () => {};
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('what a page reads', () => {
  beforeEach(() => queryClient.clear());

  it('is told to be on its way, then is there', async () => {
    await renderInConsole(<Name id={1} read={async () => 'Peking'} />, { wrapper });
    await says('ready, Peking');
  });

  it('stays while the next answer is on its way', async () => {
    const answer = pendingAnswer();
    const read = (id: number) => (id === 1 ? Promise.resolve('Peking') : answer.promise);
    const { rerender } = await renderInConsole(<Name id={1} read={read} />, { wrapper });
    await says('ready, Peking');
    rerender(<Name id={2} read={read} />);
    await says('loading, Peking');
    answer.resolve('Shanghai');
    await says('ready, Shanghai');
  });

  it('says its failure until another try has an answer', async () => {
    const read = vi.fn<Props['read']>().mockRejectedValueOnce(notFound());
    const { user } = await renderInConsole(<Name id={1} read={read} />, { wrapper });
    await says('ready, nothing, Not found');
    const answer = pendingAnswer();
    read.mockReturnValueOnce(answer.promise);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await says('loading, nothing, Not found');
    answer.resolve('Peking');
    await says('ready, Peking');
  });

  it('keeps its last answer beside the failure of a later try', async () => {
    const read = vi.fn<Props['read']>().mockResolvedValueOnce('Peking').mockRejectedValueOnce(notFound());
    const { user } = await renderInConsole(<Name id={1} read={read} />, { wrapper });
    await says('ready, Peking');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await says('ready, Peking, Not found');
  });
});

function Hint({ subject, load }: { subject: string | null; load: () => Promise<string> }) {
  const hint = useHint(subject === null ? null : [subject], load);
  return <p role="status">{hint ?? 'no hint'}</p>;
}

describe('a hint', () => {
  it('is not asked for without a subject, and never fails loudly', async () => {
    const load = vi.fn(() => Promise.reject(notFound()));
    const { rerender } = await renderInConsole(<Hint subject={null} load={load} />, { wrapper });
    expect(load).not.toHaveBeenCalled();
    rerender(<Hint subject="PEK" load={load} />);
    await waitFor(() => expect(load).toHaveBeenCalledOnce());
    await says('no hint');
  });

  it('is read once for as long as it is shown', async () => {
    const load = vi.fn(async () => 'Used by 3 cities');
    const { rerender } = await renderInConsole(<Hint subject="PEK" load={load} />, { wrapper });
    await says('Used by 3 cities');
    rerender(<Hint subject="PEK" load={load} />);
    expect(load).toHaveBeenCalledOnce();
  });
});
