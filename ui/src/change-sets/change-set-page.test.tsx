import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { toasts } from '#crud/notify.ts';
import { queryClient } from '#crud/read/query-client.ts';
import { api } from '#session/session.ts';
import { createChangeSet } from '#testing/change-set.ts';
import { queryClientWrapper } from '#testing/query-client-wrapper.tsx';
import { renderInConsole } from '#testing/render.tsx';
import { signIn } from '#testing/test-session.ts';
import type { ChangeSet } from './change-set.ts';
import { ChangeSetPage } from './change-set-page.tsx';

beforeEach(() => {
  queryClient.clear();
  signIn('editor', 'city:update');
  answer({});
});

function answer(members: Partial<ChangeSet>): void {
  const changeSet = createChangeSet({ history: [], ...members });
  // the cast: the page reads nothing else
  vi.spyOn(api, 'GET').mockResolvedValue({ data: { changeSet, items: [], labels: {}, nextCursor: null } } as never);
}

afterEach(() => vi.restoreAllMocks());

async function open(path: string) {
  const root = createRootRoute();
  const list = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <Link to="/change-sets/$id" params={{ id: '7' }}>
        Rename
      </Link>
    ),
  });
  const page = createRoute({
    getParentRoute: () => root,
    path: '/change-sets/$id',
    component: () => <ChangeSetPage id={7} />,
  });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: root.addChildren([list, page]), history });
  await router.load();
  return renderInConsole(<RouterProvider router={router} />, { wrapper: queryClientWrapper });
}

it.each([
  ['rejected', ['open', 'submitted', 'rejected'], true],
  ['open', ['open', 'submitted', 'rejected', 'open'], true],
  ['submitted', ['open', 'submitted', 'rejected', 'open', 'submitted'], false],
  ['open', ['open', 'submitted', 'rejected', 'open', 'submitted', 'open'], false],
] as const)('says why a set was rejected until it is submitted again: %s after %j', async (status, steps, isShown) => {
  const time = '2026-11-29T04:29:00Z';
  const history = steps.map((step) => ({
    ...{ status: step, by: 'reviewer', time },
    ...(step === 'rejected' && { reason: 'Which city?' }),
  }));
  answer({ status, history });
  await open('/change-sets/7');
  await screen.findByRole('heading', { level: 1, name: 'Rename' });
  expect(screen.queryByText('Rejected by reviewer: Which city?') !== null).toBe(isShown);
});

it.each([
  ['held', '“Rename” is held: its time came, but nothing was written'],
  ['released', 'Released “Rename”'],
] as const)('soon shows that a set which is due has been %s, and says so', async (status, message) => {
  for (const { id } of toasts.list()) toasts.dismiss(id);
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const due = { effectiveOn: '2026-04-06T00:00', effectiveTime: '2026-04-05T16:00:00.000Z' };
  answer({ ...due, status: 'scheduled' });
  await open('/change-sets/7');
  await screen.findByText('Its time has come: it is being released');
  answer({ ...due, status, version: 2 });
  await vi.advanceTimersByTimeAsync(1500);
  const steps = within(screen.getByRole('list', { name: 'Progress' })).getAllByRole('listitem');
  expect(steps.at(-1)?.getAttribute('aria-current')).toBe('step');
  expect(toasts.list().map((toast) => toast.message)).toContain(message);
});

it('focuses its heading when the link that led here is gone', async () => {
  const { user } = await open('/');
  screen.getByRole('link', { name: 'Rename' }).focus();
  await user.keyboard('{Enter}');
  const heading = await screen.findByRole('heading', { level: 1, name: 'Rename' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

it('leaves the focus where it is when it is the first page', async () => {
  await open('/change-sets/7');
  await screen.findByRole('heading', { level: 1, name: 'Rename' });
  expect(document.activeElement).toBe(document.body);
});

it.each([
  ['city:update', false],
  ['city:read', true],
])('lets a user with %s not work in the set: %s', async (permission, isDenied) => {
  signIn('viewer', permission);
  await open('/change-sets/7');
  const button = await screen.findByRole('button', { name: 'Work in this change set' });
  expect(button.getAttribute('aria-disabled')).toBe(isDenied ? 'true' : null);
});

it('focuses its heading where what has the focus lies outside of the page', async () => {
  const outside = document.body.appendChild(document.createElement('button'));
  await open('/');
  outside.focus();
  // a click by a program moves no focus
  screen.getByRole('link', { name: 'Rename' }).click();
  const heading = await screen.findByRole('heading', { level: 1, name: 'Rename' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  outside.remove();
});

it('says when a set took effect, and links to what has reverted it', async () => {
  const releaseTime = '2026-11-20T06:32:10.000Z';
  answer({ status: 'reverted', releaseTime, revertId: 9 });
  await open('/change-sets/7');
  expect((await screen.findByText('Took effect')).nextElementSibling?.querySelector('time')?.dateTime).toBe(
    releaseTime,
  );
  const link = screen.getByText('Reverted by').nextElementSibling?.querySelector('a');
  expect(link?.getAttribute('href')).toBe('/change-sets/9');
});

it.each([
  ['of a submitted set to whoever is to decide on it', true, 'city:review', { ownWork: false }],
  ['of a submitted set not to who contributed to it', false, 'city:review', { ownWork: true }],
  ['of many items not', false, 'city:review', { ownWork: false, items: { city: 101 } }],
  ['of an open set not', false, 'city:update', { status: 'open' }],
] as const)('shows the impact unasked %s', async (_, isShown, permission, members) => {
  signIn('reviewer', 'city:read', permission);
  answer({ status: 'submitted', items: { city: 1 }, secondPerson: true, ...members });
  await open('/change-sets/7');
  await screen.findByRole('heading', { level: 2, name: /^Impact/ });
  const paths = () => vi.mocked(api.GET).mock.calls.map(([path]) => String(path));
  const button = screen.queryByRole('button', { name: 'Show impact' });
  expect(button === null).toBe(isShown);
  expect(paths().includes('/api/v1/change-sets/{id}/impact')).toBe(isShown);
});
