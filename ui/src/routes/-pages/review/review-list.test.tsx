import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Schemas } from '#api/metadata.gen.ts';
import { renderInConsole } from '#testing/render.tsx';
import { ReviewList } from './review-list.tsx';
import { Countdown } from './review-progress.tsx';
import type { ReviewEntry } from './use-review-rows.ts';

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  Link: ({ children }: { children: React.ReactNode }) => <a href="/">{children}</a>,
}));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
});
afterEach(() => vi.useRealTimers());

// the cast: the list reads nothing else of an item
const entry = (entity: string, id: number) =>
  ({
    key: `${entity} ${id} record`,
    isGone: false,
    item: {
      kind: 'record',
      entity,
      id,
      code: `X${id}`,
      name: `Name ${id}`,
      locales: {},
      action: 'create',
      changes: [],
      values: [],
      missing: [],
      by: 'editor',
      time: '2026-11-20T06:32:10.000Z',
    },
  }) as unknown as ReviewEntry;

const renderList = (groups: Schemas['EntityCompleteness'][] | undefined) =>
  renderInConsole(
    <ReviewList
      search={{ review: 'all' }}
      rows={[entry('country', 1), entry('airport', 2), entry('airport', 3)]}
      groups={groups}
      selectedKey={undefined}
      decisions={new Map()}
      skipped={new Set()}
      loadMore={undefined}
    />,
  );

it('lists the items of each kind below its heading, with what can be approved and what most of the rest lacks', async () => {
  await renderList([
    { entity: 'country', total: 1, ready: 1, missing: [] },
    {
      entity: 'airport',
      total: 1200,
      ready: 4,
      missing: [
        { pointer: '/latitude', count: 1196 },
        { pointer: '/timezone', count: 2 },
      ],
    },
  ]);
  const headings = screen.getAllByRole('heading').map((heading) => heading.parentElement?.textContent);
  expect(headings).toEqual(['Countries11 ready', 'Airports1,2004 ready1,196 missing Latitude +1']);
  expect(within(screen.getByRole('list', { name: 'Airports' })).getAllByRole('listitem')).toHaveLength(2);
});

it('is one list without headings for a single kind', async () => {
  await renderList(undefined);
  expect(screen.queryAllByRole('heading')).toEqual([]);
  expect(within(screen.getByRole('list')).getAllByRole('listitem')).toHaveLength(3);
});

it('counts down the seconds until a decision is sent, also if it is shown late', async () => {
  const { container } = await renderInConsole(<Countdown until={Date.now() + 3200} />);
  expect(container.textContent).toBe('4');
  const ring = container.querySelectorAll<SVGElement>('circle')[1];
  expect(ring?.style.animationDelay).toBe('-1800ms');
  act(() => vi.advanceTimersByTime(300));
  expect(container.textContent).toBe('3');
  for (let second = 1; second <= 3; second += 1) act(() => vi.advanceTimersByTime(1000));
  expect(container.textContent).toBe('0');
});
