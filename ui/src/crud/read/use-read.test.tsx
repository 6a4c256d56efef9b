import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { queryClient } from './query-client.ts';
import { useOptionalQuery, useRead } from './use-read.ts';

interface Props {
  id: number;
  read: (id: number) => Promise<string>;
}

function Name({ id, read }: Props) {
  const { data, problem, refreshFailure, loading, reload } = useRead({
    queryKey: ['name', id],
    queryFn: () => read(id),
    retry: false,
  });
  return (
    <>
      <p role="status">
        {[
          loading ? 'loading' : 'ready',
          data ?? 'nothing',
          problem?.message,
          refreshFailure && `outdated: ${refreshFailure.problem.message}`,
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
      <button type="button" onClick={reload}>
        Try again
      </button>
    </>
  );
}

const expectStatus = (text: string) => waitFor(() => expect(screen.getByRole('status').textContent).toBe(text));
const notFound = () => new Problem({ status: 404, code: 404, key: 'notFound', message: 'Not found' });
const failure = (status: number) => new Problem({ status, code: 0, key: 'networkError', message: 'No answer' });

/** Creates a response that the test resolves. */
function deferResponse() {
  let resolve: (name: string) => void = () => {};
  const promise = new Promise<string>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('useRead', () => {
  beforeEach(() => queryClient.clear());

  it('returns the loaded data', async () => {
    await renderInConsole(<Name id={1} read={async () => 'Peking'} />, { wrapper: queryClientWrapper });
    await expectStatus('ready, Peking');
  });

  it('keeps the previous data while the next is loading', async () => {
    const response = deferResponse();
    const read = (id: number) => (id === 1 ? Promise.resolve('Peking') : response.promise);
    const { rerender } = await renderInConsole(<Name id={1} read={read} />, { wrapper: queryClientWrapper });
    await expectStatus('ready, Peking');
    rerender(<Name id={2} read={read} />);
    await expectStatus('loading, Peking');
    response.resolve('Shanghai');
    await expectStatus('ready, Shanghai');
  });

  it('keeps the problem until a retry has finished', async () => {
    const read = vi.fn<Props['read']>().mockRejectedValueOnce(notFound());
    const { user } = await renderInConsole(<Name id={1} read={read} />, { wrapper: queryClientWrapper });
    await expectStatus('ready, nothing, Not found');
    const response = deferResponse();
    read.mockReturnValueOnce(response.promise);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expectStatus('loading, nothing, Not found');
    response.resolve('Peking');
    await expectStatus('ready, Peking');
  });

  it('reports that what was loaded is gone', async () => {
    const read = vi.fn<Props['read']>().mockResolvedValueOnce('Peking').mockRejectedValueOnce(notFound());
    const { user } = await renderInConsole(<Name id={1} read={read} />, { wrapper: queryClientWrapper });
    await expectStatus('ready, Peking');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expectStatus('ready, Peking, Not found');
  });

  it.each([0, 200, 429, 500, 502])('marks data as outdated after a refresh failed with status %i', async (status) => {
    const read = vi.fn<Props['read']>().mockResolvedValueOnce('Peking').mockRejectedValueOnce(failure(status));
    const { user } = await renderInConsole(<Name id={1} read={read} />, { wrapper: queryClientWrapper });
    await expectStatus('ready, Peking');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expectStatus('ready, Peking, outdated: No answer');
    read.mockResolvedValueOnce('Beijing');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expectStatus('ready, Beijing');
  });

  it('does not take the data of another query for an earlier state of its own', async () => {
    const read = (id: number) => (id === 1 ? Promise.resolve('Peking') : Promise.reject(failure(502)));
    const { rerender } = await renderInConsole(<Name id={1} read={read} />, { wrapper: queryClientWrapper });
    await expectStatus('ready, Peking');
    rerender(<Name id={2} read={read} />);
    await expectStatus('ready, Peking, No answer');
  });
});

function Hint({ subject, load }: { subject: string | null; load: () => Promise<string> }) {
  const hint = useOptionalQuery(subject === null ? null : [subject], load);
  return <p role="status">{hint ?? 'no hint'}</p>;
}

describe('useOptionalQuery', () => {
  it('loads nothing without a key, and ignores failures', async () => {
    const load = vi.fn(() => Promise.reject(notFound()));
    const { rerender } = await renderInConsole(<Hint subject={null} load={load} />, { wrapper: queryClientWrapper });
    expect(load).not.toHaveBeenCalled();
    rerender(<Hint subject="PEK" load={load} />);
    await waitFor(() => expect(load).toHaveBeenCalledOnce());
    await expectStatus('no hint');
  });

  it('loads once while it is shown', async () => {
    const load = vi.fn(async () => 'Used by 3 cities');
    const { rerender } = await renderInConsole(<Hint subject="PEK" load={load} />, { wrapper: queryClientWrapper });
    await expectStatus('Used by 3 cities');
    rerender(<Hint subject="PEK" load={load} />);
    expect(load).toHaveBeenCalledOnce();
  });
});
