import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '#crud/read/query-client.ts';
import { calendarDay } from '#i18n/viewer-days.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { axisMaximum, ChangesPerDayPanel } from './changes-per-day-panel.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Link: ({ to, search, ...rest }: { to: string; search?: object; [name: string]: unknown }) => (
    <a href={`${to}?${new URLSearchParams({ ...search })}`} {...rest} />
  ),
}));

/** Thirty days until 2026-11-20; today has 1,085 changes, the day before none, and every other day as many as its number. */
const days = Array.from({ length: 30 }, (_, index) => ({
  day: calendarDay(new Date(2026, 9, 22 + index)),
  count: index === 29 ? 1085 : index === 28 ? 0 : index + 1,
}));

beforeEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

async function renderPanel() {
  // the cast: the panel reads nothing but the data
  const get = vi.spyOn(api, 'GET').mockResolvedValue({ data: { days } } as never);
  const view = await renderInConsole(<ChangesPerDayPanel />, { wrapper: queryClientWrapper });
  await screen.findByRole('list', { name: 'Changes per day' });
  return { ...view, get };
}

const dayLinks = () => screen.getAllByRole('link', { name: /changes?$/ });

it('asks for the days of the viewer’s time zone and links each day, also one without changes, to its changes', async () => {
  const { get } = await renderPanel();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  expect(get.mock.lastCall).toMatchObject([
    '/api/v1/data-logs/per-day',
    { params: { query: { days: 30, timezone: timeZone } } },
  ]);
  expect(dayLinks()).toHaveLength(30);
  expect(
    dayLinks()
      .slice(-3)
      .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
  ).toEqual([
    ['Wednesday 18 November: 28 changes', '/data-logs?from=2026-11-18&to=2026-11-18'],
    ['Thursday 19 November: 0 changes', '/data-logs?from=2026-11-19&to=2026-11-19'],
    ['Friday 20 November: 1,085 changes', '/data-logs?from=2026-11-20&to=2026-11-20'],
  ]);
});

it('is one tab stop, in which the arrow keys select the day that is shown', async () => {
  const { user, container } = await renderPanel();
  const caption = () => container.querySelector('figcaption')?.textContent;
  expect(caption()).toBe('Today1,085 changes');
  expect(dayLinks().filter(({ tabIndex }) => tabIndex === 0)).toEqual(dayLinks().slice(-1));
  dayLinks().at(-1)?.focus();
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(dayLinks().at(-2));
  expect(caption()).toBe('Thursday 19 November0 changes');
  await user.keyboard('{Home}');
  expect(caption()).toBe('Thursday 22 October1 change');
  expect(dayLinks().filter(({ tabIndex }) => tabIndex === 0)).toEqual(dayLinks().slice(0, 1));
  await user.keyboard('{ArrowLeft}{ArrowRight}{End}');
  expect(document.activeElement).toBe(dayLinks().at(-1));
});

it('shows the day under the pointer, and today after that', async () => {
  const { user, container } = await renderPanel();
  await user.hover(dayLinks()[0] as HTMLElement);
  expect(container.querySelector('figcaption')?.textContent).toBe('Thursday 22 October1 change');
  await user.unhover(screen.getByRole('list', { name: 'Changes per day' }));
  expect(container.querySelector('figcaption')?.textContent).toBe('Today1,085 changes');
});

it('draws bars in proportion, and a small one for a day with few changes', async () => {
  const { container } = await renderPanel();
  const bars = [...container.querySelectorAll<HTMLElement>('li i')];
  expect(bars.map(({ style }) => Number.parseFloat(style.height)).slice(-2)).toEqual([0, (1085 / 2000) * 100]);
  expect(bars[0]?.className).toContain('min-h-');
  expect(bars[28]?.className).not.toContain('min-h-');
});

it.each([
  [0, 2],
  [1, 2],
  [7, 8],
  [9, 10],
  [10, 10],
  [11, 20],
  [85, 100],
  [160, 200],
  [26_626, 40_000],
])('the axis for %d changes ends at %d', (count, maximum) => expect(axisMaximum(count)).toBe(maximum));

it('offers to try again after a failure', async () => {
  const get = vi.spyOn(api, 'GET').mockRejectedValue(new TypeError('down'));
  const { user } = await renderInConsole(<ChangesPerDayPanel />, { wrapper: queryClientWrapper });
  const retry = await screen.findByRole('button', { name: 'Retry' });
  // the cast: the panel reads nothing but the data
  get.mockResolvedValue({ data: { days } } as never);
  await user.click(retry);
  expect(await screen.findByRole('list', { name: 'Changes per day' })).toBeTruthy();
});
