import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showDay } from '#session/viewed-day.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import { ReviewPanel } from './review-panel.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Link: ({ to, search, ...rest }: { to: string; search?: object }) => (
    <a href={`${to}?${JSON.stringify(search)}`} {...rest} />
  ),
}));
// it has tests of its own
vi.mock('./review-ages.tsx', () => ({ ReviewAges: () => null }));
afterEach(() => showDay(null));

const noReviews = {
  data: { items: [], total: 0, oldest: null, totals: {}, labels: {} },
  problem: undefined,
  refreshFailure: undefined,
  loading: false,
  reload: () => {},
} as unknown as Parameters<typeof ReviewPanel>[0]['reviews'];

const counts = { toReview: 0, held: 0, due: 0, rejected: 0, inReview: 0 };

it.each([
  [['city:review'], { toReview: 1 }, 'To review1', 'Change sets to review1', '/change-sets?{"scope":"toReview"}'],
  [
    [],
    { inReview: 2 },
    'In review2',
    'My change sets, in review2',
    '/change-sets?{"status":"submitted","scope":"mine"}',
  ],
])('counts the change sets that wait with %j', async (names, changeSets, title, link, target) => {
  signIn('ann', ...names);
  await renderInConsole(
    <ReviewPanel reviews={noReviews} expectedCount={0} changeSets={{ ...counts, ...changeSets }} />,
  );
  expect(screen.getByRole('heading').parentElement?.textContent).toContain(title);
  expect(screen.getAllByRole('link').map((each) => [each.textContent, each.getAttribute('href')])).toEqual([
    [link, target],
  ]);
  expect(screen.queryByText('Nothing to review')).toBeNull();
});

it('shows what waits now while the lists show another day, and refuses both decisions with the same reason', async () => {
  signIn('ann', 'city:review');
  showDay('2026-12-11');
  const item = {
    kind: 'proposal',
    entity: 'city',
    id: 7,
    version: 2,
    action: 'update',
    code: 'BJS',
    name: 'Beijing',
    locales: {},
    by: 'editor',
    time: '2026-11-29T09:00:00Z',
    changes: ['/name'],
    values: [],
    missing: [],
    warnings: [],
    ownWork: false,
  };
  // the cast: the panel reads no other members of an item
  const reviews = { ...noReviews, data: { ...noReviews.data, items: [item], total: 1 } } as typeof noReviews;
  const changeSets = { ...counts, toReview: 1 };
  const { user } = await renderInConsole(<ReviewPanel reviews={reviews} expectedCount={1} changeSets={changeSets} />, {
    wrapper: queryClientWrapper,
  });
  expect(screen.getByRole('heading').parentElement?.textContent).toContain('To review2');
  screen.getByRole('link', { name: 'Change sets to review 1' });
  for (const name of ['Reject…', 'Approve']) {
    const button = screen.getByRole('button', { name });
    await user.click(button);
    expect((await screen.findByRole('tooltip')).textContent).toBe('Not available while you view 2026-12-11');
    await user.unhover(button);
  }
});

it('says that nothing waits where neither records nor change sets do', async () => {
  await renderInConsole(<ReviewPanel reviews={noReviews} expectedCount={0} changeSets={counts} />);
  screen.getByText('Nothing to review');
  expect(screen.queryByRole('link')).toBeNull();
});
