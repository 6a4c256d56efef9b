import { useSyncExternalStore } from 'react';
import type { Schemas } from '#api/metadata.gen.ts';
import { Problem } from '#api/problem.ts';
import { isOutage } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { api, session } from '#session/session.ts';

export type BulkChange = Schemas['BulkChange'];

const STORAGE_KEY = 'bulkChanges';

/** The ids of the actions that the user started in this tab and has not closed yet; they survive a reload. */
let followedIds: readonly number[] = readStoredIds();
const idsBeforeReload = new Set(followedIds);

/** Returns whether the page was reloaded since the action was started. */
export const wasStartedBeforeReload = (id: number): boolean => idsBeforeReload.has(id);

const listeners = new Set<() => void>();

function readStoredIds(): number[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

function setFollowedIds(ids: readonly number[]): void {
  followedIds = ids;
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(ids));
  } catch {
    // without browser storage, a reload forgets them
  }
  for (const listener of listeners) listener();
}

session.subscribe(() => session.loggedIn || followedIds.length === 0 || setFollowedIds([]));

/** Shows the progress and the result of an action on every page, until the user closes it. */
export const followBulkChange = (id: number): void => setFollowedIds([...followedIds.filter((one) => one !== id), id]);
export const unfollowBulkChange = (id: number): void => setFollowedIds(followedIds.filter((one) => one !== id));

export const useFollowedBulkChanges = (): readonly number[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => followedIds,
  );

/** Follows the actions that the user started elsewhere or before signing in, and that have not ended. */
export async function followOpenBulkChanges(): Promise<void> {
  // during an upgrade, a server of the previous release answers 404
  const { data } = await api.GET('/api/v1/bulk-changes', { quiet: true });
  if (!session.loggedIn) return;
  const isNew = ({ id }: BulkChange) => !followedIds.includes(id);
  setFollowedIds([...followedIds, ...data.items.filter(isNew).map(({ id }) => id)]);
}

const POLL_MS = 1000;

/** Reads an action, again every second until it has ended or the server refuses to show it. */
export const useBulkChange = (id: number) =>
  useRead({
    queryKey: ['bulk change', id],
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/bulk-changes/{id}', { params: { path: { id } }, signal })).data.bulkChange,
    // the next poll serves as the retry
    retry: false,
    refetchInterval: ({ state: { data, error } }) =>
      data?.endTime || (error instanceof Problem && !isOutage(error)) ? false : POLL_MS,
  });

export const isRunning = ({ status }: BulkChange): boolean => status === 'queued' || status === 'running';

/** The most records of one action, as in the contract. */
export const MAX_MATCHES = 100_000;
