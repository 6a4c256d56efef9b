import { environmentManager, InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { createClient } from '#api/client.ts';
import { localProblem, Problem } from '#api/problem.ts';
import { LIST_GC_MS, pollingOptions, queryClient, quietMeta, readOnceOptions, refreshReads } from './query-client.ts';

const { session, changeSession } = vi.hoisted(() => {
  const listeners = new Set<() => void>();
  return {
    session: { loggedIn: true, subscribe: (listener: () => void) => listeners.add(listener) },
    changeSession(loggedIn: boolean) {
      session.loggedIn = loggedIn;
      for (const listener of listeners) listener();
    },
  };
});
vi.mock('#session/session.ts', () => ({ session }));

// reads have no intervals on a server, which these tests would be taken for
environmentManager.setIsServer(() => false);

afterEach(() => {
  changeSession(true);
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const serverProblem = (status: number) => new Problem({ status, code: status, key: 'unknownError', message: '' });
const list = { queryKey: ['list'], gcTime: LIST_GC_MS };

it.each([
  ['no response', localProblem('networkError', 'en'), 3],
  ['503', serverProblem(503), 3],
  ['500', serverProblem(500), 1],
  ['500 without a body', new Problem({ status: 500, code: 0, key: 'networkError', message: '' }), 1],
  ['404', serverProblem(404), 1],
])('after %s, retries only transient failures', async (_what, problem, attempts) => {
  vi.useFakeTimers();
  const queryFn = vi.fn(() => Promise.reject(problem));
  const read = expect(queryClient.fetchQuery({ ...list, queryFn })).rejects.toBe(problem);
  await vi.advanceTimersByTimeAsync(10_000);
  await read;
  expect(queryFn).toHaveBeenCalledTimes(attempts);
});

it.each([
  ['succeeds is not reported', [503, 503, 200], []],
  ['fails is reported once', [503, 503, 503], ['busy']],
  ['is not attempted is reported at once', [500], ['busy']],
])('a failed read whose last retry %s', async (_what, statuses, reported) => {
  vi.useFakeTimers();
  const remainingStatuses = [...statuses];
  vi.stubGlobal('fetch', async () => {
    const status = remainingStatuses.shift() ?? 0;
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
  expect(remainingStatuses).toEqual([]);
  expect(onProblem.mock.calls.map(([problem]) => problem.message)).toEqual(reported);
});

it('reports the failure of a first read and of a next page, but not of a read in the background', async () => {
  const problems = [serverProblem(404), serverProblem(404), serverProblem(404), serverProblem(404)] as const;
  const [first, refresh, auxiliary, nextPage] = problems;
  const queryFn = vi.fn().mockRejectedValueOnce(first).mockResolvedValueOnce(1).mockRejectedValueOnce(refresh);
  for (let read = 0; read < 3; read++) await queryClient.fetchQuery({ ...list, queryFn }).catch(() => {});
  const auxiliaryQuery = { queryKey: ['auxiliary'], meta: quietMeta, queryFn: () => Promise.reject(auxiliary) };
  await queryClient.fetchQuery(auxiliaryQuery).catch(() => {});
  const pages = new InfiniteQueryObserver(queryClient, {
    queryKey: ['pages'],
    queryFn: ({ pageParam }) => (pageParam === 1 ? Promise.resolve(1) : Promise.reject(nextPage)),
    initialPageParam: 1,
    getNextPageParam: () => 2,
  });
  const stop = pages.subscribe(() => {});
  await vi.waitFor(() => expect(pages.getCurrentResult().hasNextPage).toBe(true));
  await pages.fetchNextPage();
  stop();
  expect(problems.map(({ isQuiet }) => isQuiet)).toEqual([false, true, true, false]);
});

it('refetches data that an outage has left outdated, until a read succeeds', async () => {
  vi.useFakeTimers();
  const queryFn = vi.fn(async () => 1);
  const stop = new QueryObserver(queryClient, { ...list, queryFn }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queryFn).toHaveBeenCalledTimes(1);

  const timeout = localProblem('requestTimeout', 'en');
  queryFn.mockRejectedValueOnce(timeout).mockRejectedValueOnce(timeout);
  refreshReads();
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(queryFn).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queryFn).toHaveBeenCalledTimes(4);
  stop();
});

it('leaves a next page that could not be loaded to the user', async () => {
  vi.useFakeTimers();
  const queryFn = vi.fn(async () => 1);
  const options = { ...list, queryFn, initialPageParam: 0, getNextPageParam: (last: number) => last + 1 };
  const observer = new InfiniteQueryObserver(queryClient, options);
  const stop = observer.subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  queryFn.mockRejectedValueOnce(localProblem('requestTimeout', 'en'));
  await observer.fetchNextPage();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queryFn).toHaveBeenCalledTimes(2);
  expect(observer.getCurrentResult().isFetchNextPageError).toBe(true);
  stop();
});

it('does not repeat a read that was refused', async () => {
  vi.useFakeTimers();
  const queryFn = vi.fn(async () => 1);
  const stop = new QueryObserver(queryClient, { ...list, queryFn }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(0);
  queryFn.mockRejectedValueOnce(serverProblem(404));
  refreshReads();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queryFn).toHaveBeenCalledTimes(2);
  stop();
});

it('refetches active and pending reads when a record changes, except those that are read once', async () => {
  const [followed, once] = [vi.fn(async () => 1), vi.fn(async () => 1)];
  const stops = [
    new QueryObserver(queryClient, { ...list, queryFn: followed }).subscribe(() => {}),
    new QueryObserver(queryClient, { ...readOnceOptions, queryKey: ['once'], queryFn: once }).subscribe(() => {}),
  ];
  await vi.waitFor(() => expect(once).toHaveBeenCalled());
  refreshReads();
  await vi.waitFor(() => expect(followed).toHaveBeenCalledTimes(2));
  expect(once).toHaveBeenCalledTimes(1);
  for (const stop of stops) stop();
});

it.each([
  ['a change of records', () => refreshReads('remote')],
  ['a change of roles', () => changeSession(true)],
  ['the end of a session', () => changeSession(false)],
])('drops cached reads after %s', async (_what, trigger) => {
  await queryClient.fetchQuery({ ...list, queryFn: async () => 1 });
  expect(queryClient.getQueryData(list.queryKey)).toBe(1);
  trigger();
  expect(queryClient.getQueryData(list.queryKey)).toBeUndefined();
});

it('does not refetch when a session ends, and shows none of its data to the next user', async () => {
  const queryFn = vi.fn(async () => 1);
  const stop = new QueryObserver(queryClient, { ...list, queryFn }).subscribe(() => {});
  await vi.waitFor(() => expect(queryClient.getQueryData(list.queryKey)).toBe(1));
  changeSession(false);
  expect(queryFn).toHaveBeenCalledTimes(1);
  changeSession(true);
  expect(queryClient.getQueryData(list.queryKey)).toBeUndefined();
  stop();
});

it('polls at once when a page is shown again after more than the interval', () => {
  const { refetchOnWindowFocus } = pollingOptions(5000);
  const refetchOnFocus = (dataAgeMs: number, errorAgeMs: number) => {
    const state = { dataUpdatedAt: Date.now() - dataAgeMs, errorUpdatedAt: Date.now() - errorAgeMs };
    // the cast: only these two members of the state are read
    return refetchOnWindowFocus({ state } as Parameters<typeof refetchOnWindowFocus>[0]);
  };
  expect(refetchOnFocus(60_000, 60_000)).toBe('always');
  expect(refetchOnFocus(1000, 60_000)).toBe(false);
  expect(refetchOnFocus(60_000, 1000)).toBe(false);
});
