import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { createClient } from '#api/client.ts';
import { localProblem, Problem } from '#api/problem.ts';
import { LIST_GC_MS, polling, queryClient, readOnce, recordsChanged } from './query-client.ts';

const { session, becomeAnother } = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  return {
    session: { loggedIn: true, subscribe: (listener: () => void) => listeners.add(listener) },
    becomeAnother(loggedIn: boolean) {
      session.loggedIn = loggedIn;
      for (const listener of listeners) listener();
    },
  };
});
vi.mock('#session/session.ts', () => ({ session }));

afterEach(() => {
  becomeAnother(true);
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const refused = (status: number) => new Problem({ status, code: status, key: 'unknownError', message: '' });
const list = { queryKey: ['list'], gcTime: LIST_GC_MS };

it.each([
  ['no answer', localProblem('networkError', 'en'), 3],
  ['503', refused(503), 3],
  ['500', refused(500), 1],
  ['500 without a body', new Problem({ status: 500, code: 0, key: 'networkError', message: '' }), 1],
  ['404', refused(404), 1],
])('%s: is asked for as often as it may help', async (_what, problem, times) => {
  vi.useFakeTimers();
  const queryFn = vi.fn(() => Promise.reject(problem));
  const read = expect(queryClient.fetchQuery({ ...list, queryFn })).rejects.toBe(problem);
  await vi.advanceTimersByTimeAsync(10_000);
  await read;
  expect(queryFn).toHaveBeenCalledTimes(times);
});

it.each([
  ['succeeds is not reported', [503, 503, 200], []],
  ['fails too is reported once', [503, 503, 503], ['busy']],
  ['would not help is reported at once', [500], ['busy']],
])('a failed read whose last retry %s', async (_what, statuses, reported) => {
  vi.useFakeTimers();
  const left = [...statuses];
  vi.stubGlobal('fetch', async () => {
    const status = left.shift() ?? 0;
    return new Response(JSON.stringify({ code: status, message: 'busy', data: {} }), { status });
  });
  const onProblem = vi.fn();
  const { GET } = createClient({
    baseUrl: 'http://gazetteer.example/dc',
    getToken: () => null,
    getLanguage: () => 'en',
    onUnauthorized: vi.fn(),
    onAccessChanged: vi.fn(),
    onProblem,
  });
  const read = queryClient.fetchQuery({ ...list, queryFn: () => GET('/api/v1/overview') }).catch(() => {});
  await vi.advanceTimersByTimeAsync(10_000);
  await read;
  expect(left).toEqual([]);
  expect(onProblem.mock.calls.map(([problem]) => problem.message)).toEqual(reported);
});

it('reads anew what is shown or on its way when a record changes, but not what is read once', async () => {
  const [followed, once] = [vi.fn(async () => 1), vi.fn(async () => 1)];
  const stops = [
    new QueryObserver(queryClient, { ...list, queryFn: followed }).subscribe(() => {}),
    new QueryObserver(queryClient, { ...readOnce, queryKey: ['once'], queryFn: once }).subscribe(() => {}),
  ];
  await vi.waitFor(() => expect(once).toHaveBeenCalled());
  recordsChanged();
  await vi.waitFor(() => expect(followed).toHaveBeenCalledTimes(2));
  expect(once).toHaveBeenCalledTimes(1);
  for (const stop of stops) stop();
});

it.each([
  ['records have changed', () => recordsChanged('elsewhere')],
  ['roles have changed', () => becomeAnother(true)],
  ['the session has ended', () => becomeAnother(false)],
])('shows no page from memory once %s', async (_what, happens) => {
  await queryClient.fetchQuery({ ...list, queryFn: async () => 1 });
  expect(queryClient.getQueryData(list.queryKey)).toBe(1);
  happens();
  expect(queryClient.getQueryData(list.queryKey)).toBeUndefined();
});

it('asks for nothing when a session ends, and shows nothing of it to who signs in next', async () => {
  const queryFn = vi.fn(async () => 1);
  const stop = new QueryObserver(queryClient, { ...list, queryFn }).subscribe(() => {});
  await vi.waitFor(() => expect(queryClient.getQueryData(list.queryKey)).toBe(1));
  becomeAnother(false);
  expect(queryFn).toHaveBeenCalledTimes(1);
  becomeAnother(true);
  expect(queryClient.getQueryData(list.queryKey)).toBeUndefined();
  stop();
});

it('polls at once on coming back to a page that was hidden for longer than the pause', () => {
  const { refetchOnWindowFocus } = polling(5000);
  const read = (dataAgo: number, errorAgo: number) => {
    const state = { dataUpdatedAt: Date.now() - dataAgo, errorUpdatedAt: Date.now() - errorAgo };
    // the cast: no more of a query's state is looked at
    return refetchOnWindowFocus({ state } as Parameters<typeof refetchOnWindowFocus>[0]);
  };
  expect(read(60_000, 60_000)).toBe('always');
  expect(read(1000, 60_000)).toBe(false);
  expect(read(60_000, 1000)).toBe(false);
});
