import { type FetchQueryOptions, notifyManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { Problem } from '#api/problem.ts';
import { session } from '#session/session.ts';

const MAX_RETRIES = 2;

/** Returns whether the same request may succeed a moment later. */
const isTransient = (error: unknown): error is Problem =>
  error instanceof Problem && (error.status === 503 || (error.status === 0 && error.key === 'networkError'));

/** Retries transient failures; only the last failure is shown to the user. */
function retry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || !isTransient(error)) return false;
  error.isQuiet = true;
  return true;
}

/** Returns whether a failure says nothing about what was asked for: no answer, a limit, a server or a proxy that fails. */
export const isOutage = ({ status }: Problem): boolean => status < 400 || status >= 500 || status === 429;

const OUTDATED_RETRY_MS = 15_000;

/**
 * Returns the interval at which data is read again that an outage kept from being refreshed. It would otherwise stay outdated after the
 * server has recovered. What is read once, and a next page that could not be loaded, wait for the user.
 */
export function outdatedRetryInterval(query: Pick<Query, 'state' | 'isStatic'>): number | false {
  const { error, data, fetchMeta } = query.state;
  const isRefresh = data !== undefined && !fetchMeta?.fetchMore && !query.isStatic();
  return isRefresh && error instanceof Problem && isOutage(error) && OUTDATED_RETRY_MS;
}

/** Marks the failure of a read in the background as quiet, because the page keeps its data and says that they are outdated or gone. */
function silenceBackgroundRead(error: unknown, { state, meta }: Query<unknown, unknown>): void {
  const isRefresh = state.data !== undefined && !state.fetchMeta?.fetchMore;
  if (error instanceof Problem && (isRefresh || meta === quietMeta)) error.isQuiet = true;
}

/** The meta data of queries that nobody has asked for, and without which the page says less. */
export const quietMeta = { quiet: true };

/** The query client for all reads. Writes do not use it: forms and buttons send them exactly once. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: silenceBackgroundRead }),
  defaultOptions: {
    queries: {
      retry,
      retryDelay: (failures) => 500 * 2 ** failures,
      refetchInterval: outdatedRetryInterval,
      refetchOnWindowFocus: false,
      // a browser that considers itself offline may still reach a server in its local network
      networkMode: 'always',
      // `networkMode: 'always'` would otherwise disable it
      refetchOnReconnect: true,
      // unused data is dropped; queries whose data may be shown from the cache set their own gcTime
      gcTime: 0,
    },
  },
});

// renders responses at once: the default scheduler uses a timer, which browsers delay in hidden tabs
notifyManager.setScheduler(queueMicrotask);

/** How long a list page stays cached, to be shown again while it is refetched. */
export const LIST_GC_MS = 5 * 60_000;
/** How long a response is reused for the same query: long enough to follow a link after hovering it. */
export const LIST_STALE_MS = 2000;

/** Why the router loads a page: a link is hovered, the page opens, or only its URL parameters change. */
export type LoadCause = 'preload' | 'enter' | 'stay';

/** Prefetches a page's first read when a link to it is hovered; an open page reads by itself. */
export function prefetchRead<T>(query: Pick<FetchQueryOptions<T>, 'queryKey' | 'queryFn'>, cause: LoadCause): void {
  if (cause !== 'stay') void queryClient.prefetchQuery({ ...query, gcTime: LIST_STALE_MS, staleTime: LIST_STALE_MS });
}

/** Returns query options that refetch at an interval while the page is visible, and at once when it is shown again. */
export const pollingOptions = (intervalMs: number) => ({
  refetchInterval: intervalMs,
  // the next poll serves as the retry
  retry: false,
  refetchOnWindowFocus: ({ state }: Pick<Query, 'state'>) =>
    Date.now() - Math.max(state.dataUpdatedAt, state.errorUpdatedAt) >= intervalMs && ('always' as const),
});

/** Query options of data that is read once when shown, and again only on request. */
export const readOnceOptions = { staleTime: 'static', gcTime: 0 } as const;

/** Where a change was made: on this page, or elsewhere by another user, a task or another tab. */
export type ChangeOrigin = 'local' | 'remote';

const changeCounts = { local: 0, remote: 0 };

/** Returns how many changes were made on this page. */
export const localChangeCount = (): number => changeCounts.local;

/** Returns a part for query keys which changes with every change, so that older responses are not reused. */
export const changeGeneration = (): number => changeCounts.local + changeCounts.remote;

/** Refetches all visible reads and drops cached ones after records have changed. */
export function refreshReads(origin: ChangeOrigin = 'local'): void {
  changeCounts[origin] += 1;
  removeUnusedQueries();
  // a first response in flight may predate the change, and would count as fresh
  const isFirstRead = (query: Query) =>
    query.isActive() && query.state.data === undefined && query.state.fetchStatus === 'fetching';
  const cancelled = queryClient.cancelQueries({ predicate: (query) => !query.isStatic() && isFirstRead(query) });
  void cancelled.then(() => queryClient.invalidateQueries());
}

function removeUnusedQueries(): void {
  queryClient.removeQueries({
    predicate: (query) => query.getObserversCount() === 0 && query.state.fetchStatus === 'idle',
  });
}

let wasLoggedIn = session.loggedIn;
// cached data must not be shown to the next user, nor to the same user with other roles
session.subscribe(() => {
  // the page that is still visible when a session ends must not refetch; its data is cleared at the next sign-in
  if (!session.loggedIn) void queryClient.cancelQueries();
  else if (!wasLoggedIn) queryClient.clear();
  wasLoggedIn = session.loggedIn;
  removeUnusedQueries();
});
