import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '#api/problem.ts';
import { entityUi } from '#crud/define-entity.ts';
import { EffectiveDate } from '#crud/form/effective-date.tsx';
import { toasts } from '#crud/notify.ts';
import { loadTexts, setLanguage } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { notifyDated, saveFromDate } from './dated-change.ts';
import { effectiveText } from './effective-text.ts';
import { UpcomingBlocks } from './upcoming-blocks.tsx';
import { UpcomingText, UpcomingValue } from './upcoming-marks.tsx';
import type { UpcomingChange } from './upcoming-text.ts';
import '#entities/index.ts';

const DAY = '2027-04-06';
const date = { effectiveOn: DAY, basedOn: [] };
const city = entityUi('city');
if (!city) throw new Error('no cities');
const values = { code: 'BJS', name: 'Peking' };
const fieldError = (pointer: string, rule: 'required' | 'notAhead' | 'unknownReference' = 'required') => ({
  pointer,
  rule,
  message: `wrong: ${pointer}`,
});

beforeEach(async () => {
  vi.restoreAllMocks();
  await loadTexts('frame');
  await setLanguage('en');
});

/** Saves a city whose request is answered with this problem. */
async function failWith(status: number, ...fields: ReturnType<typeof fieldError>[]): Promise<Problem> {
  const problem = new Problem({ status, code: status, key: 'validationError', message: 'refused', fields });
  vi.spyOn(api, 'POST').mockRejectedValue(problem);
  const error = await saveFromDate({ key: 'city' }, date, values, { id: 44, version: 3 }).catch((reason) => reason);
  expect(error).toBeInstanceOf(Problem);
  return error;
}

it('saves a record from a day on with one request, whose title names the record', async () => {
  const datedSet = { id: 7 };
  // the cast: nothing but the set is read
  const post = vi.spyOn(api, 'POST').mockResolvedValue({ data: { changeSet: datedSet } } as never);
  const result = await saveFromDate({ key: 'city' }, date, values, {
    code: 'PEK',
    name: 'Beijing',
    id: 44,
    version: 3,
  });
  expect(result).toMatchObject({ status: 202, record: { id: 44 }, datedSet });
  const item = { entity: 'city', action: 'update', recordId: 44, recordVersion: 3, values };
  expect(post).toHaveBeenCalledWith('/api/v1/change-sets', {
    body: { title: 'Edit PEK Beijing', effectiveOn: DAY, item },
  });
  const basedOn = [{ id: 70, version: 2 }];
  await saveFromDate({ key: 'city' }, { effectiveOn: DAY, basedOn }, values, { id: 44, version: 3 });
  expect(post.mock.lastCall?.[1]).toMatchObject({ body: { item: { recordVersion: 3, basedOn } } });
  expect(await saveFromDate({ key: 'city' }, date, values, undefined)).toMatchObject({ record: { id: 0 } });
  expect(post.mock.lastCall?.[1]).toMatchObject({ body: { item: { action: 'create', values } } });
});

it('reports errors at the fields of the form and at its date, and others as the message', async () => {
  expect((await failWith(409, fieldError('/item/values/locales/en'))).fields).toMatchObject([
    { pointer: '/locales/en' },
  ]);
  expect((await failWith(422, fieldError('/effectiveOn', 'notAhead'))).fields).toMatchObject([
    { pointer: '/effectiveOn' },
  ]);
  expect(await failWith(409, fieldError('/item'))).toMatchObject({ fields: [], message: 'wrong: /item' });
  expect(await failWith(422, fieldError('/item/basedOn/0'))).toMatchObject({
    fields: [],
    message: 'A change due before then has changed meanwhile. Check the values and save again.',
  });
  // the form then offers to save the values as a new record
  expect(await failWith(422, fieldError('/item/recordId', 'unknownReference'))).toMatchObject({ status: 404 });
});

it('says whether somebody has to approve it first, and leads to the set', () => {
  const openSet = vi.fn();
  // other files share the queue, whose errors would push out the first message
  for (const { id } of toasts.list()) toasts.dismiss(id);
  // the cast: nothing else of the set is read
  for (const status of ['submitted', 'scheduled'])
    notifyDated({ id: 7, status, effectiveOn: `${DAY}T00:00` } as never, 'BJS', openSet);
  const find = (message: string) => toasts.list().find((toast) => toast.message === message);
  expect(find('BJS takes effect on 6 Apr 2027')).toBeDefined();
  find('Submitted BJS: takes effect on 6 Apr 2027 once approved')?.action?.onSelect();
  expect(openSet).toHaveBeenCalledWith(7);
});

it('writes a date as short as possible in both languages', () => {
  const now = new Date('2027-01-01T12:00:00');
  expect(effectiveText(`${DAY}T00:00`, 'zh-CN', now)).toBe('4 月 6 日');
  expect(effectiveText(`${DAY}T08:30`, 'en', now)).toBe('6 Apr 08:30');
  expect(effectiveText('2028-04-06', 'zh-CN', now)).toBe('2028 年 4 月 6 日');
});

describe('what a set will do to a record', () => {
  const change: UpcomingChange = {
    recordId: 44,
    changeSet: { id: 7, title: 'Rename', status: 'scheduled' },
    item: { id: 70, version: 1 },
    effectiveOn: `${DAY}T00:00`,
    effectiveTime: '2099-04-06T00:00:00.000Z',
    action: 'update',
    event: 'deactivate',
    changes: ['/code', '/iataCode'],
    values: { code: 'ISL', iataCode: null },
  };
  const inReview: UpcomingChange = {
    ...change,
    changeSet: { id: 8, title: 'Rename', status: 'submitted' },
    event: null,
    changes: ['/name'],
    values: { name: 'Istanbul' },
  };
  const past = { effectiveTime: '2020-04-06T00:00:00.000Z' };

  it('is said with its new values, and an event by its name', async () => {
    await renderInConsole(<UpcomingText entity={city} upcoming={[change]} />);
    screen.getByText('from 6 Apr 2027: ISL, IATA code (empty), inactive');
  });

  it.each([
    ['in review', inReview, 'in review, from 6 Apr 2027: Istanbul'],
    ['overdue in review', { ...inReview, ...past }, 'once approved: Istanbul'],
    ['due', { ...change, ...past, event: null, changes: ['/code'] }, 'about to take effect: ISL'],
  ])('is not announced for its date where it is %s', async (_what, upcoming, expected) => {
    await renderInConsole(<UpcomingText entity={city} upcoming={[upcoming]} />);
    screen.getByText(expected);
  });

  it('is said of an approved set before one in review, in rows, beside fields and in blocks', async () => {
    const overdue = { ...inReview, ...past, changes: ['/code'], values: { code: 'ISX' } };
    const upcoming = [overdue, { ...change, event: null, changes: ['/code'] }];
    const element = (
      <>
        <UpcomingText entity={city} upcoming={upcoming} />
        <UpcomingValue entity="city" pointer="/code" upcoming={upcoming} />
        <UpcomingBlocks entity={city} record={values} upcoming={upcoming} isBrief />
      </>
    );
    // the links of the marks need a router
    const routeTree = createRootRoute({ component: () => element });
    const router = createRouter({ routeTree, history: createMemoryHistory() });
    await router.load();
    await renderInConsole(<RouterProvider router={router} />);
    const headings = await screen.findAllByRole('heading');
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Changes from 6 Apr 2027/),
      expect.stringMatching(/^Changes once approved/),
    ]);
    expect(screen.getAllByTitle(/^from 6 Apr 2027: ISL/)).toHaveLength(2);
    expect(screen.queryAllByTitle(/^once approved/)).toEqual([]);
  });
});

it('offers the days after that of the installation, whatever day it is for the viewer', async () => {
  // the cast: nothing else of the calendar is read
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { zone: 'Pacific/Kiritimati', today: '2027-04-06' } } as never);
  const onChange = vi.fn();
  const { user } = await renderInConsole(<EffectiveDate value="2027-04-08" onChange={onChange} error={undefined} />, {
    wrapper: queryClientWrapper,
  });
  await user.click(screen.getByRole('button', { name: 'from 8 Apr 2027' }));
  const calendar = await screen.findByRole('dialog', { name: 'Effective date' });
  const day = async (n: number) => within(calendar).findByRole('button', { name: new RegExp(`April ${n}, 2027`) });
  expect((await day(6)).getAttribute('aria-disabled')).toBe('true');
  expect((await day(7)).getAttribute('aria-disabled')).toBeNull();
  expect(calendar.textContent).not.toContain('Today');
  await user.keyboard('{ArrowLeft}{Enter}');
  expect(onChange).toHaveBeenCalledWith('2027-04-07');
});
