import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Schemas } from '#api/metadata.gen.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { rememberReviewPlace } from './review-place.ts';
import { useWorklist, WorklistPanel } from './worklist-panel.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Link: ({
    to,
    search,
    params: _,
    'data-item': __,
    ...rest
  }: {
    to: string;
    search?: object;
    [name: string]: unknown;
  }) => <a href={`${to}?${JSON.stringify(search)}`} {...rest} />,
}));

const Worklist = () => <WorklistPanel worklist={useWorklist()} />;

async function renderWorklist(data: Schemas['WorklistAnswer']['data'], agreements: object[] = []) {
  queryClient.clear();
  const read = (path: string) => ({ data: path === '/api/v1/worklist' ? data : { items: agreements } });
  // the cast: the panel reads nothing but the data
  vi.spyOn(api, 'GET').mockImplementation(((path: string) => Promise.resolve(read(path))) as never);
  await renderInConsole(<Worklist />, { wrapper: queryClientWrapper });
}

const nothing = {
  own: { total: 0, oldest: null },
  rejections: 0,
  imports: [],
  incomplete: [],
  changeSets: { toReview: 0, held: 0, due: 0 },
};

it('says so if there is nothing to do', async () => {
  await renderWorklist(nothing);
  await screen.findByText('Nothing to do');
  expect(screen.queryByRole('link')).toBeNull();
});

it('links each number to the list that it counts', async () => {
  await renderWorklist({
    ...nothing,
    reviews: { total: 12, oldest: '2026-11-20T06:32:10.000Z' },
    rejections: 2,
    incomplete: [
      { entity: 'city', count: 3 },
      { entity: 'airport', count: 4 },
    ],
    endingAgreements: 5,
    oldRates: { day: 9, week: 6, month: 0 },
    receivers: { failing: 1, backlog: 1189 },
    failedTasks: 0,
  });
  await screen.findByRole('link', { name: /^Continue reviewing/ });
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    [expect.stringMatching(/^Continue reviewing.*12$/), '/?{"review":"all"}'],
    ['Mine, rejected2', '/?{"rejected":"all"}'],
    ['Cities 3', '/city?{"incomplete":"true"}'],
    ['Airports 4', '/airport?{"incomplete":"true"}'],
    ['Agreements ending within 30 days5', '/protocol?{"validity":"ending","status":"active"}'],
    ['older than 1 day 9', '/rate-board?{"olderThan":"day"}'],
    ['older than 7 days 6', '/rate-board?{"olderThan":"week"}'],
    ['Subscribers with failing deliveriesbacklog 1,1891', '/sync-status?{"state":"failed"}'],
  ]);
  expect(screen.getByText('7')).toBeTruthy();
});

it('names the agreements that end first, with the day of the first', async () => {
  const agreements = ['P-1', 'P-2', 'P-3', 'P-4'].map((code, id) => ({ id, code, validTo: `2026-12-0${id + 1}` }));
  await renderWorklist({ ...nothing, endingAgreements: 4 }, agreements);
  const link = await screen.findByRole('link', { name: /^Agreements ending/ });
  expect(link.textContent).toBe('Agreements ending within 30 daysP-1ends 12-01P-2P-34');
});

it('continues the review where the user left it, and says how many they have decided on', async () => {
  rememberReviewPlace({ key: 'airport 12 proposal', label: 'PKX', decided: 12 });
  await renderWorklist({ ...nothing, reviews: { total: 3, oldest: null } });
  const link = await screen.findByRole('link', { name: /^Continue reviewing/ });
  expect(link.textContent).toBe('Continue reviewingat PKX12 decided3');
  expect(link.getAttribute('href')).toBe('/?{"review":"all","item":"airport 12 proposal"}');
  rememberReviewPlace(undefined);
});

it('counts the change sets to review, those that are held, one’s own, and those due soon', async () => {
  await renderWorklist({ ...nothing, changeSets: { toReview: 3, held: 1, due: 2, rejected: 4, inReview: 5 } });
  await screen.findByRole('link', { name: /^Change sets to review/ });
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Change sets to review3', '/change-sets?{"scope":"toReview"}'],
    ['Held change sets, mine or approved by me1', '/change-sets?{"status":"held","scope":"involved"}'],
    ['My change sets, rejected4', '/change-sets?{"status":"rejected","scope":"mine"}'],
    ['My change sets, in review5', '/change-sets?{"status":"submitted","scope":"mine"}'],
    ['Change sets due in the next 7 days2', '/calendar?undefined'],
  ]);
});
