import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schemas } from '#api/metadata.gen.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { RateHistory } from './rate-history.tsx';

type Series = Schemas['RateSeriesAnswer']['data'];

const point = (day: number, value: string) => ({ quotedAt: `2026-04-${day}T14:15:00.000Z`, value });
const quarter: Series = {
  amount: 'middle',
  previous: '7.1210',
  change: '+0.20',
  points: [point(10, '7.1'), point(12, '7.121'), point(13, '7.1352')],
};
const month: Series = { ...quarter, points: quarter.points.slice(1) };

const get = vi.spyOn(api, 'GET');
beforeEach(() => {
  queryClient.clear();
  get.mockReset();
});

/** Renders the chart of a rate whose series over a month and over longer ranges are given. */
async function renderCourse(monthSeries: Series, longerSeries: Series) {
  get.mockImplementation(async (...call) => {
    // the casts: the component calls one operation and reads nothing but the data
    const [, { params }] = call as unknown as [string, { params: { query: { days?: number } } }];
    return { data: params.query.days === 30 ? monthSeries : longerSeries } as never;
  });
  // the cast: the component reads nothing else of the record
  const record = { id: 601, version: 1, quotedAt: point(13, '').quotedAt } as unknown as Parameters<
    typeof RateHistory
  >[0]['record'];
  return renderInConsole(<RateHistory record={record} />, { wrapper: queryClientWrapper });
}

/** The query parameters of the last request. */
const lastQuery = () => (get.mock.lastCall as unknown as [string, { params: { query: object } }])[1].params.query;

it('shows a year first, and other ranges by choice', async () => {
  const { user } = await renderCourse(month, quarter);
  await screen.findByText('2026-04-10 – 2026-04-13');
  expect(lastQuery()).toEqual({ days: 365 });
  expect(screen.getByText('Middle rate over time')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: '30 days' }));
  await screen.findByText('2026-04-12 – 2026-04-13');
  expect(lastQuery()).toEqual({ days: 30 });
  await user.click(screen.getByRole('radio', { name: '90 days' }));
  await waitFor(() => expect(lastQuery()).toEqual({ days: 90 }));
  await user.click(screen.getByRole('radio', { name: 'All' }));
  await waitFor(() => expect(lastQuery()).toEqual({}));
});

it('shows the value and date of the point that the arrow keys select, and announces them', async () => {
  const { user } = await renderCourse(month, quarter);
  const chart = await screen.findByRole('img', { name: 'Trend' });
  const selected = () => document.querySelector('[aria-live]')?.textContent;
  expect(selected()).toBe('2026-04-13 14:15 UTC 7.1352');
  chart.focus();
  await user.keyboard('{ArrowLeft}');
  expect(selected()).toBe('2026-04-12 14:15 UTC 7.121');
  await user.keyboard('{Home}{ArrowLeft}');
  expect(selected()).toBe('2026-04-10 14:15 UTC 7.1');
});

it('shows nothing for the only rate of its pair, but keeps the ranges if others are older than the range', async () => {
  const only = { ...quarter, previous: null, change: null, points: quarter.points.slice(-1) };
  const { container, unmount } = await renderCourse(only, only);
  await waitFor(() => expect(container.textContent).toBe(''));
  unmount();
  queryClient.clear();
  await renderCourse(only, { ...only, previous: '7', change: '+1.93' });
  expect(await screen.findByRole('radio', { name: 'All' })).toBeTruthy();
});
