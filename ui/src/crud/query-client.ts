import { type FetchQueryOptions, notifyManager, type Query, QueryClient } from '@tanstack/react-query';
import { Problem } from '#api/problem.ts';
import { session } from '#session/session.ts';

const MAX_RETRIES = 2;

/** Whether the same request may succeed a moment later. */
const isPassing = (error: unknown): error is Problem =>
  error instanceof Problem && (error.status === 503 || (error.status === 0 && error.key === 'networkError'));

/** Tries again where that may help; the failures before the last one are not shown. */
function retry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || !isPassing(error)) return false;
  error.isRetried = true;
  return true;
}

/** What pages read from the server. Reads only: what changes something is sent once, by its form or button. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry,
      retryDelay: (failures) => 500 * 2 ** failures,
      refetchOnWindowFocus: false,
      // a browser that takes itself for offline may still reach the server of its own network
      networkMode: 'always',
      // read anew by whoever opens it again; what may be shown from memory meanwhile says for how long
      gcTime: 0,
    },
  },
});

// an answer is on the page at once, without the pause that browsers lengthen in hidden tabs
notifyManager.setScheduler(queueMicrotask);

/** A page of a list is shown as it was seen last, while it is read anew. */
export const LIST_GC_MS = 5 * 60_000;
/** How long an answer stands for whoever asks the same: a link that was hovered is followed by then. */
export const LIST_STALE_MS = 2000;

/** Why the router loads a page: it is pointed at, opened, or only its search parameters change. */
export type LoadCause = 'preload' | 'enter' | 'stay';

/** Reads what a page shows first as soon as somebody points at a link to it; the page itself follows changes of its address. */
export function prefetchRead<T>(query: Pick<FetchQueryOptions<T>, 'queryKey' | 'queryFn'>, cause: LoadCause): void {
  if (cause !== 'stay') void queryClient.prefetchQuery({ ...query, gcTime: LIST_STALE_MS, staleTime: LIST_STALE_MS });
}

/** Reads again after each pause while somebody looks at the page, and at once when they come back to it later. */
export const polling = (pauseMs: number) => ({
  refetchInterval: pauseMs,
  // the pause between two polls is longer than that between two retries
  retry: false,
  refetchOnWindowFocus: ({ state }: Pick<Query, 'state'>) =>
    Date.now() - Math.max(state.dataUpdatedAt, state.errorUpdatedAt) >= pauseMs && ('always' as const),
});

/** Read when it is shown, and again only where somebody asks for it. */
export const readOnce = { staleTime: 'static', gcTime: 0 } as const;

/** Whether a change was made on this page, or anywhere else: by somebody else, a task, another tab. */
export type ChangeOrigin = 'here' | 'elsewhere';

const changes = { here: 0, elsewhere: 0 };

/** How many changes were made on this page. */
export const changesMadeHere = (): number => changes.here;

/** Part of a key where an answer to what was asked before a change must not be shared with who asks after it. */
export const changeGeneration = (): number => changes.here + changes.elsewhere;

/** Reads anew whatever is shown, and forgets what is not: records have changed. */
export function recordsChanged(origin: ChangeOrigin = 'here'): void {
  changes[origin] += 1;
  forgetUnseen();
  // a first answer that is on its way may be from before the change, and would count as fresh
  const isFirstRead = (query: Query) =>
    query.isActive() && query.state.data === undefined && query.state.fetchStatus === 'fetching';
  const cancelled = queryClient.cancelQueries({ predicate: (query) => !query.isStatic() && isFirstRead(query) });
  void cancelled.then(() => queryClient.invalidateQueries());
}

function forgetUnseen(): void {
  queryClient.removeQueries({
    predicate: (query) => query.getObserversCount() === 0 && query.state.fetchStatus === 'idle',
  });
}

let wasLoggedIn = session.loggedIn;
// what one person may see is not shown to the next, nor to the same one with other roles
session.subscribe(() => {
  // the page that is still shown when a session ends must not ask again, so that its own data go when somebody is in
  if (!session.loggedIn) void queryClient.cancelQueries();
  else if (!wasLoggedIn) queryClient.clear();
  wasLoggedIn = session.loggedIn;
  forgetUnseen();
});
