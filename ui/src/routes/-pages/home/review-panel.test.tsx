import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { ReviewPanel } from './review-panel.tsx';

const permissions = vi.hoisted(() => new Set<string>());

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Link: ({ to, search, ...rest }: { to: string; search?: object }) => (
    <a href={`${to}?${JSON.stringify(search)}`} {...rest} />
  ),
}));
vi.mock('#session/use-session.ts', async (original) => ({
  ...(await original<typeof import('#session/use-session.ts')>()),
  useSession: () => ({ user: null, can: (name: string) => permissions.has(name), denialReason: () => false }),
}));

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
  permissions.clear();
  for (const name of names) permissions.add(name);
  await renderInConsole(
    <ReviewPanel reviews={noReviews} expectedCount={0} changeSets={{ ...counts, ...changeSets }} />,
  );
  expect(screen.getByRole('heading').parentElement?.textContent).toContain(title);
  expect(screen.getAllByRole('link').map((each) => [each.textContent, each.getAttribute('href')])).toEqual([
    [link, target],
  ]);
  expect(screen.queryByText('Nothing to review')).toBeNull();
});

it('says that nothing waits where neither records nor change sets do', async () => {
  await renderInConsole(<ReviewPanel reviews={noReviews} expectedCount={0} changeSets={counts} />);
  screen.getByText('Nothing to review');
  expect(screen.queryByRole('link')).toBeNull();
});
