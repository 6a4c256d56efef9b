import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Language } from '#api/metadata.gen.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { createChangeSet } from '#testing/change-set.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import '#entities/city.tsx';
import type { ChangeSet, SetStatus } from '../change-set.ts';
import { parseCalendarSearch } from '../change-sets-search.ts';
import { CalendarPage } from './calendar-page.tsx';

const due = (id: number, title: string, status: SetStatus, effectiveOn: string) =>
  createChangeSet({
    id,
    title,
    status,
    items: { city: 2, airport: 1 },
    effectiveOn,
    effectiveTime: `${effectiveOn}:00.000Z`,
    zone: 'Asia/Shanghai',
  });

const sets = [
  due(1, 'Held back', 'held', '2026-12-01T00:00'),
  due(2, 'New terminal', 'scheduled', '2026-12-03T06:30'),
  due(3, 'Renamed airports', 'submitted', '2026-12-24T00:00'),
  due(4, 'New year', 'scheduled', '2027-01-01T00:00'),
];

let today = '2026-12-02';

/** The items of the sets that are held. */
let heldItems: object[] = [];

/** Answers with the sets in the asked period, as the service does. */
function answer(...dated: ChangeSet[]) {
  const read = (path: string, { params }: { params: { query: { from: string; to: string } } }) => {
    if (path !== '/api/v1/calendar')
      return Promise.resolve({ data: { items: heldItems, labels: {}, nextCursor: null } });
    const { from, to } = params.query;
    const items = dated.filter(({ effectiveOn }) => effectiveOn && effectiveOn >= from && effectiveOn < `${to}U`);
    return Promise.resolve({ data: { zone: 'Asia/Shanghai', today, items, capped: false } });
  };
  // the cast: the page reads nothing but the calendar
  return vi.spyOn(api, 'GET').mockImplementation(read as never);
}

async function renderCalendar(language: Language = 'en', month = '2026-12') {
  const root = createRootRoute({ component: Outlet });
  const frame = createRoute({ getParentRoute: () => root, id: '_frame', component: Outlet });
  const calendar = createRoute({
    getParentRoute: () => frame,
    path: '/calendar',
    validateSearch: parseCalendarSearch,
    component: CalendarPage,
  });
  const history = createMemoryHistory({ initialEntries: [`/calendar?month=${month}`] });
  const router = createRouter({ routeTree: root.addChildren([frame.addChildren([calendar])]), history });
  const view = await renderInConsole(<RouterProvider router={router} />, { language, wrapper: queryClientWrapper });
  await screen.findByRole('heading', { level: 1 });
  return { ...view, history };
}

const cellOf = (day: string) => {
  const cell = document.querySelector(`td time[datetime="${day}"]`)?.closest('td');
  if (!cell) throw new Error(`no cell of ${day}`);
  return within(cell);
};

beforeEach(() => {
  queryClient.clear();
  heldItems = [];
  today = '2026-12-02';
});
afterEach(() => vi.restoreAllMocks());

it.each([
  { language: 'en', title: 'December 2026', weekdays: ['Mon', 'Sun'], firsts: ['1 Dec', '1 Jan'], today: '2Today' },
  {
    language: 'zh-CN',
    title: '2026 年 12 月',
    weekdays: ['周一', '周日'],
    firsts: ['12 月 1 日', '1 月 1 日'],
    today: '2今天',
  },
] as const)('shows the days of a month in $language', async ({ language, title, weekdays, firsts, today }) => {
  const get = answer(...sets);
  await renderCalendar(language);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect([headers[0], headers[6], headers.length]).toEqual([...weekdays, 7]);
  const days = [...document.querySelectorAll('td time')];
  expect([days[0]?.textContent, days[1]?.textContent, days.length]).toEqual(['30', firsts[0], 35]);
  expect(days[32]?.textContent).toBe(firsts[1]);
  expect(get.mock.calls).toContainEqual([
    '/api/v1/calendar',
    expect.objectContaining({ params: { query: { from: '2026-11-30', to: '2027-01-03' } } }),
  ]);
  await screen.findAllByText('New terminal');
  expect(document.querySelector('td time[datetime="2026-12-02"]')?.parentElement?.textContent).toBe(today);
});

it('shows each set on its day and in the list of the month, and leads to it', async () => {
  answer(...sets);
  await renderCalendar();
  await screen.findAllByText('New terminal');
  expect(
    cellOf('2026-12-03')
      .getByRole('link', { name: /^New terminal/ })
      .getAttribute('href'),
  ).toBe('/change-sets/2');
  expect(cellOf('2027-01-01').getByRole('link', { name: /^New year/ })).toBeTruthy();
  const group = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
  expect(group('Held')).toEqual([
    [expect.stringMatching(/^12-01Tue #1 Held backCities 2 · Airports 1 · Held since .*Held$/), '/change-sets/1'],
  ]);
  expect(group('Next 7 days')).toEqual([
    ['12-03Thu 06:30#2 New terminalCities 2 · Airports 1 · TomorrowScheduled', '/change-sets/2'],
  ]);
  expect(group('Later')).toEqual([
    ['12-24Thu #3 Renamed airportsCities 2 · Airports 1 · In 22 daysIn review', '/change-sets/3'],
  ]);
});

it('warns of a scheduled set that would be held', async () => {
  answer({ ...due(2, 'New terminal', 'scheduled', '2026-12-03T06:30'), unsound: 2 });
  await renderCalendar();
  await screen.findAllByText('New terminal');
  const name = 'New terminal Scheduled · 2 items cannot take effect';
  expect(cellOf('2026-12-03').getByRole('link', { name }).title).toBe(
    'New terminal · Scheduled · 2 items cannot take effect',
  );
  const soon = within(screen.getByRole('region', { name: 'Next 7 days' }));
  expect(soon.getByText('2 items cannot take effect')).toBeTruthy();
});

it('says which item holds a set, at which field and why, and how many others do', async () => {
  const fault = { pointer: '/values/code', rule: 'duplicate', message: 'Already used' };
  const item = { entity: 'city', before: null, after: { code: 'IST', name: 'Istanbul' }, problems: [fault] };
  heldItems = [
    { ...item, id: 5, problems: [] },
    { ...item, id: 6 },
    { ...item, id: 7 },
    { ...item, id: 8 },
  ];
  answer(...sets);
  await renderCalendar();
  const held = within(await screen.findByRole('region', { name: 'Held' }));
  expect(await held.findByText(/^IST .*Istanbul.* · Code: Already used \(\+2 more\)$/)).toBeTruthy();
});

it('lists a set of today as overdue once its time has passed', async () => {
  answer(
    { ...due(2, 'Passed', 'open', '2026-12-02T06:30'), effectiveTime: '2020-12-01T22:30:00.000Z' },
    { ...due(3, 'To come', 'open', '2026-12-02T20:00'), effectiveTime: '2099-12-02T12:00:00.000Z' },
  );
  await renderCalendar();
  const group = async (name: string) => within(await screen.findByRole('region', { name })).getAllByRole('link');
  expect((await group('Overdue')).map(({ textContent }) => textContent)).toEqual([expect.stringContaining('Passed')]);
  expect((await group('Next 7 days')).map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('To come'),
  ]);
});

it('shows three of five or more sets on a day, first what is held, and the others on request', async () => {
  const day = '2026-12-09T00:00';
  const titles = ['A', 'B', 'C', 'D'].map((title, index) => due(11 + index, title, 'scheduled', day));
  answer(...titles, due(15, 'E', 'held', day));
  const { user } = await renderCalendar();
  await screen.findAllByText('E');
  const cell = cellOf('2026-12-09');
  expect(cell.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'EHeld',
    'AScheduled',
    'BScheduled',
  ]);
  await user.click(cell.getByRole('button', { name: '2 more' }));
  expect(cell.getAllByRole('link')).toHaveLength(5);
  expect(document.activeElement?.textContent).toBe('CScheduled');
  expect(cell.queryByRole('button', { name: /more$/ })).toBeNull();
});

it('lists what is due within seven days, also after Sunday and in the next month', async () => {
  today = '2026-12-27';
  answer(...sets, due(5, 'Next Sunday', 'scheduled', '2027-01-03T00:00'));
  await renderCalendar();
  const soon = await screen.findByRole('region', { name: 'Next 7 days' });
  expect(within(soon).getAllByRole('link')).toHaveLength(1);
  expect(within(soon).getByRole('link', { name: /New year/ })).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Overdue' })).toBeTruthy();
});

it('keeps the month in the address when another one is shown', async () => {
  answer(...sets);
  const { user, history } = await renderCalendar();
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  await screen.findByRole('heading', { level: 1, name: 'January 2027' });
  expect(history.location.href).toBe('/calendar?month=2027-01');
  expect(await screen.findByRole('region', { name: 'Later' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Previous month' }));
  await user.click(screen.getByRole('button', { name: 'Previous month' }));
  expect(await screen.findByText('No change sets this month')).toBeTruthy();
  expect(history.location.href).toBe('/calendar?month=2026-11');
  await user.click(screen.getByRole('button', { name: 'Today' }));
  await vi.waitFor(() => expect(history.location.href).toBe('/calendar'));
});

it('shows one’s own sets or those to review, counts them, and says so in the address', async () => {
  signIn('ann', 'city:review', 'airport:review');
  const others = { ownWork: false, author: 'lin' };
  const submitted = due(5, 'By others', 'submitted', '2026-12-10T00:00');
  answer(...sets, { ...submitted, ...others }, { ...due(6, 'Trains', 'scheduled', '2026-12-11T00:00'), ...others });
  const { user, history } = await renderCalendar();
  const option = (name: string) => screen.findByRole('radio', { name });
  await user.click(await option('My sets 3'));
  expect(history.location.href).toBe('/calendar?month=2026-12&scope=mine');
  expect(screen.queryByText('By others')).toBeNull();
  expect(screen.getAllByText('New terminal')).toHaveLength(2);
  await user.click(await option('For review 1'));
  expect(await screen.findAllByText('By others')).toHaveLength(2);
  expect(screen.queryByText('New terminal')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Next month' }));
  await screen.findByText('Nothing to be reviewed by me this month');
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  expect(await screen.findAllByText('New year')).toHaveLength(2);
});

it('retries a held set where it is listed, and says why that fails', async () => {
  signIn('ann', 'city:update');
  answer(...sets);
  const { user } = await renderCalendar();
  const post = vi.spyOn(api, 'POST').mockRejectedValue(new TypeError('down'));
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong. Try again');
  expect(post.mock.lastCall).toMatchObject([
    '/api/v1/change-sets/{id}/transitions',
    { params: { path: { id: 1 } }, headers: { 'If-Match': '"3"' }, body: { event: 'retry' } },
  ]);
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByRole('alertdialog', { name: 'Withdraw this change set?' })).toBeTruthy();
});

it('offers to try again after a failure', async () => {
  const get = vi.spyOn(api, 'GET').mockRejectedValue(new TypeError('down'));
  const { user } = await renderCalendar();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  get.mockRestore();
  answer(...sets);
  await user.click(retry);
  expect(await screen.findAllByText('New terminal')).toHaveLength(2);
});

it.each(['2026-13', '26-1', '2026-12-01', 202612, null])('drops the malformed month %s', (month) =>
  expect(parseCalendarSearch({ month })).toEqual({}));
