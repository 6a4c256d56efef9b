import { ifMatch } from '#api/client.ts';
import type { Schemas } from '#api/metadata.gen.ts';
import { changeSetKey, readItems, showChangedSet } from '#crud/change-set/set-items.ts';
import { notify } from '#crud/notify.ts';
import { pollingOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { rememberReason } from '#crud/reason-field.ts';
import { useAction } from '#crud/use-action.ts';
import { t } from '#i18n/i18n.ts';
import { hasPermission, isAdministrator } from '#session/permissions.ts';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import {
  type ChangeSet,
  type ChangeSetItem,
  dateText,
  itemCount,
  kindCounts,
  permissionsForItem,
  type SetEvent,
} from './change-set.ts';

/** How soon the page shows what others have done to a set, and how far a task has come. */
const POLL_MS = 15_000;
const TASK_POLL_MS = 1000;

/** Reads a change set. */
export const useSet = (id: number) =>
  useRead<ChangeSet>({
    ...pollingOptions(POLL_MS),
    refetchInterval: ({ state }) => (state.data?.task ? TASK_POLL_MS : POLL_MS),
    queryKey: changeSetKey(id),
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/change-sets/{id}', { params: { path: { id } }, signal })).data.changeSet,
  });

/** Reads a change set and its items; these again whenever the set has another version. */
export function useChangeSet(id: number) {
  const set = useSet(id);
  const items = useRead({
    queryKey: [...changeSetKey(id), 'items', set.data?.version, set.data?.unsound],
    queryFn: ({ signal }) => readItems(id, signal),
    enabled: set.data !== undefined,
  });
  return { set, items };
}

/** Returns why the user may not trigger an event of a set; false if they may. */
export function useEventDenial(set: ChangeSet, items: readonly ChangeSetItem[] | undefined) {
  const { user, readOnlyReason, denialReason } = useSession();
  const firstDenial = (permissions: string[]) => permissions.map(denialReason).find((reason) => reason !== false);
  return (event: SetEvent): string | false => {
    if (readOnlyReason) return readOnlyReason;
    if (set.task) return t('changeSets.taskRunning');
    if (event === 'approve' || event === 'reject') {
      const denial = firstDenial(kindCounts(set).map(([entity]) => `${entity}:review`));
      if (denial !== undefined) return denial;
      return set.secondPerson && set.ownWork
        ? t('changeSets.ownWork')
        : !!set.earlierWork && t('changeSets.earlierWork');
    }
    if (event === 'revert' && set.revertId !== undefined) return t('changeSets.revert.inReview');
    if (event === 'revert') return firstDenial((items ?? []).flatMap(permissionsForItem)) ?? false;
    if (set.ownWork || isAdministrator(user))
      return event === 'submit' && itemCount(set) === 0 && t('changeSets.itemsEmpty');
    const mayReview =
      event === 'retry' && firstDenial(kindCounts(set).map(([entity]) => `${entity}:review`)) === undefined;
    return !mayReview && t('changeSets.onlyContributors');
  };
}

/** Returns whether a set waits for a decision of the user, as the filter of the list has it. */
export function useAwaitsUser() {
  const { user } = useSession();
  return (set: ChangeSet): boolean =>
    set.status === 'submitted' &&
    !(set.ownWork && set.secondPerson) &&
    !set.earlierWork &&
    kindCounts(set).every(([entity]) => hasPermission(user, `${entity}:review`));
}

export type Overwrite = NonNullable<Schemas['ChangeSetTransition']['overwrite']>;

/** What an event takes besides its name. */
interface EventMembers {
  reason?: string;
  /** With a revert: the fields that it overwrites. */
  overwrite?: Overwrite;
}

/** Triggers events of a set; `pending` is the one that a dialog asks about, and `onRevert` gets the set that would take this one back. */
export function useSetEvents(set: ChangeSet, pending: SetEvent | undefined, onRevert?: (id: number) => void) {
  const action = useAction(undefined, pending);
  const trigger = async (event: SetEvent, { reason = '', overwrite = [] }: EventMembers = {}): Promise<boolean> => {
    const { id, version, title } = set;
    const isOverwriting = overwrite.length > 0;
    const body = { event, ...(reason && { reason }), ...(isOverwriting && { overwrite }) };
    const isDone = await action.run(
      async () => {
        const { data } = await api.POST('/api/v1/change-sets/{id}/transitions', {
          params: { path: { id } },
          headers: ifMatch(version),
          body,
        });
        showChangedSet(data.changeSet);
        // until a task is done, the page shows its progress
        const { task, status, revertId } = data.changeSet;
        const word = event === 'approve' && status === 'scheduled' ? 'schedule' : isOverwriting ? 'submit' : event;
        if (!task) notify.success(t(`changeSets.done.${word}`, { title, date: dateText(set) ?? '' }));
        if (isOverwriting && revertId) onRevert?.(revertId);
      },
      null,
      () => event === 'reject' && rememberReason(reason),
    );
    // why an earlier event has failed no longer matters
    if (isDone) action.clearProblems();
    return isDone;
  };
  return { ...action, trigger };
}
