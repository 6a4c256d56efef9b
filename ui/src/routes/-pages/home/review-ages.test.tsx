import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { api } from '#session/session.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { parseHomeSearch } from './home-search.ts';
import { ReviewAges } from './review-ages.tsx';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Link: ({ to, search, ...rest }: { to: string; search?: object; [name: string]: unknown }) => (
    <a href={`${to}?${JSON.stringify(search)}`} {...rest} />
  ),
}));

it('links each age to the items of the queue that it counts, and draws a part of the bar for each that has any', async () => {
  const ages = [
    { from: 0, below: 2, count: 12 },
    { from: 2, below: 7, count: 5 },
    { from: 7, below: 30, count: 0 },
    { from: 30, below: null, count: 1234 },
  ];
  // the cast: the component reads nothing but the data
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { ages } } as never);
  const { container } = await renderInConsole(<ReviewAges />, { wrapper: queryClientWrapper });
  const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  const searches = ['0-1', '2-6', '7-29', 30].map((age) => ({ review: 'all', age }));
  await waitFor(() =>
    expect(links()).toEqual([
      ['0–1 days12', `/?${JSON.stringify(searches[0])}`],
      ['2–6 days5', `/?${JSON.stringify(searches[1])}`],
      ['7–29 days0', `/?${JSON.stringify(searches[2])}`],
      ['30+ days1,234', `/?${JSON.stringify(searches[3])}`],
    ]),
  );
  // the queue understands each address
  for (const search of searches) expect(parseHomeSearch(search)).toEqual(search);
  const parts = [...container.querySelectorAll<HTMLElement>('div > i')];
  expect(parts.map(({ style }) => style.flexGrow)).toEqual(['12', '5', '1234']);
});
