import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { useLogPages } from './use-log-pages.ts';

interface Place {
  search: { cursor?: string };
  state: object;
}
interface Navigation {
  search: (now: Place['search']) => Place['search'];
  state: (now: object) => object;
}
const router = vi.hoisted(() => ({ place: { search: {}, state: {} } as Place }));

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<typeof import('@tanstack/react-router')>()),
  useLocation: ({ select }: { select: (place: Place) => unknown }) => select(router.place),
  useNavigate: () => async (to: Navigation) => {
    const { search, state } = router.place;
    router.place = { search: to.search(search), state: to.state(state) };
  },
}));

const newest = { items: [1], total: 100, nextCursor: '80' };
type Pages = ReturnType<typeof useLogPages>;

beforeEach(() => {
  router.place = { search: {}, state: {} };
});

async function openLog() {
  let pages: Pages | undefined;
  function Log() {
    const cursor = Number(router.place.search.cursor ?? 100);
    pages = useLogPages('/data-logs', router.place.search, { ...newest, nextCursor: String(cursor - 20) });
    return null;
  }
  const view = await renderInConsole(<Log />);
  const go = (name: 'onNext' | 'onPrevious') => {
    act(() => pages?.[name]?.());
    view.rerender(<Log />);
  };
  return { newerCount: () => pages?.newerCount, go };
}

it('counts the entries before a page from the newest on', async () => {
  const { newerCount, go } = await openLog();
  expect(newerCount()).toBe(0);
  go('onNext');
  go('onNext');
  expect(newerCount()).toBe(40);
  go('onPrevious');
  expect([newerCount(), router.place.search.cursor]).toEqual([20, '80']);
});

it('does not know the entries before a page that a link has opened, nor before those after it', async () => {
  router.place.search = { cursor: '70' };
  const { newerCount, go } = await openLog();
  expect(newerCount()).toBeUndefined();
  go('onNext');
  expect([newerCount(), router.place.search.cursor]).toEqual([undefined, '50']);
  go('onPrevious');
  expect([newerCount(), router.place.search.cursor]).toEqual([undefined, '70']);
  go('onPrevious');
  expect([newerCount(), router.place.search.cursor]).toEqual([0, undefined]);
});
