import { renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { api } from '#session/session.ts';
import { signIn } from '#testing/test-session.ts';
import { useBatchApproval } from './use-batch-approval.ts';

const get = vi.spyOn(api, 'GET');
const send = vi.spyOn(api, 'send');

beforeEach(() => {
  signIn('reviewer', 'country:review');
  get.mockReset();
  send.mockReset();
});

it('approves at most as many items as one request takes, even if imports on the pages make it list more', async () => {
  get.mockImplementation(async (_path, options) => {
    // the cast: the query of the review queue
    const { page } = options?.params?.query as { page: number };
    const items = Array.from({ length: 100 }, (_, index) => ({
      kind: index === 0 ? 'import' : 'record',
      entity: 'country',
      id: page * 100 + index,
      version: 1,
      ownWork: false,
    }));
    // the cast: the hook reads nothing else
    return { data: { items, total: 1000 } } as never;
  });
  const { result } = renderHook(() => useBatchApproval('country', {}, new Set()));
  result.current.prepare();
  await waitFor(() => expect(result.current.batch).toBeDefined());
  expect(result.current.batch?.items).toHaveLength(500);
});
