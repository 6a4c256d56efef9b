import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { queryClient, refreshReads } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import type { Subscriber } from '#sync/subscribers/subscriber.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { DeliveryList } from './delivery-list.tsx';

const outage = new Problem({ status: 502, code: 0, key: 'networkError', message: 'No answer' });

const page = (id: number, nextCursor: string | null) =>
  // the cast: the list reads nothing but the data
  ({
    data: {
      items: [
        {
          id,
          kind: 'change',
          outcome: 'delivered',
          entity: 'airport',
          record: { entity: 'airport', recordId: id, code: `AP${id}`, action: 'update', version: 2 },
          attempt: 1,
          nextTime: null,
          status: 200,
          error: null,
          reason: null,
          duration: 12,
          time: '2026-11-26T08:00:00Z',
        },
      ],
      total: 2,
      totalCapped: false,
      nextCursor,
    },
  }) as never;

// the cast: the list reads nothing else of the subscriber
const subscriber = { id: 3, entities: ['airport'] } as unknown as Subscriber;
const renderList = () =>
  renderInConsole(<DeliveryList subscriber={subscriber} onOpen={vi.fn()} />, { wrapper: queryClientWrapper });

describe('the deliveries that are loaded', () => {
  beforeEach(() => {
    queryClient.clear();
    vi.restoreAllMocks();
  });

  it('stay if the next ones cannot be loaded, and the button that failed tries again', async () => {
    const get = vi.spyOn(api, 'GET').mockResolvedValueOnce(page(1, 'next')).mockRejectedValue(outage);
    const { user } = await renderList();
    await user.click(await screen.findByRole('button', { name: 'Earlier deliveries' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Could not load more: No answer'));
    expect(screen.getByText('AP1')).toBeTruthy();
    expect(screen.queryByRole('status')).toBeNull();
    get.mockResolvedValue(page(2, null));
    await user.click(screen.getByRole('button', { name: 'Earlier deliveries' }));
    await screen.findByText('AP2');
    expect(screen.getByText('AP1')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stay if they cannot be refreshed, and say since when', async () => {
    const get = vi.spyOn(api, 'GET').mockResolvedValue(page(1, null));
    const { user } = await renderList();
    await screen.findByText('AP1');
    get.mockRejectedValue(outage);
    refreshReads();
    expect((await screen.findByRole('status')).textContent).toContain('Not refreshed · as of');
    expect(screen.getByText('AP1')).toBeTruthy();
    get.mockResolvedValue(page(1, null));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  });
});
