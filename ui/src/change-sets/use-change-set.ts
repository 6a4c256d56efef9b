import { useEffect, useRef } from 'react';
import { ifMatch } from '#api/client.ts';
import { enums, type Language, type Schemas } from '#api/metadata.gen.ts';
import type { Problem } from '#api/problem.ts';
import { changeSetKey, readItems, showChangedSet } from '#crud/change-set/set-items.ts';
import { workIn, workingSet } from '#crud/change-set/working-set.ts';
import { notify } from '#crud/notify.ts';
import { pollingOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { rememberReason } from '#crud/reason-field.ts';
import { useAction } from '#crud/use-action.ts';
import { number } from '#i18n/format.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { hasPermission, isAdministrator } from '#session/permissions.ts';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import {
  type ChangeSet,
  type ChangeSetItem,
  dateInSentence,
  isOverdue,
  itemCount,
  kindCounts,
  msUntilDue,
  permissionsForItem,
  type SetEvent,
  shortTitle,
} from './change-set.ts';
import { firstFaultText, withReportedFaults } from './items/item-faults.ts';

/** How soon the page shows what others have done to a set, and how far a task has come. */
const POLL_MS = 15_000;
const TASK_POLL_MS = 1000;

/** Returns when to read a set again: soon while a task works on it, or once it is due, as it is then released or held. */
function pollInterval(set: ChangeSet | undefined): number {
  if (set?.task) return TASK_POLL_MS;
  if (set?.status !== 'scheduled') return POLL_MS;
  return Math.min(POLL_MS, Math.max(TASK_POLL_MS, msUntilDue(set) ?? POLL_MS));
}

/** Reads a change set. */
export const useSet = (id: number) =>
  useRead<ChangeSet>({
    ...pollingOptions(POLL_MS),
    refetchInterval: ({ state }) => pollInterval(state.data),
    queryKey: changeSetKey(id),
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/change-sets/{id}', { params: { path: { id } }, signal })).data.changeSet,
  });

/** Reads the items of a set, again whenever it has another version. */
export const useItems = (id: number, set: Pick<ChangeSet, 'version' | 'unsound'> | undefined) =>
  useRead({
    queryKey: [...changeSetKey(id), 'items', set?.version, set?.unsound],
    queryFn: ({ signal }) => readItems(id, signal),
    enabled: set !== undefined,
  });

/** Reads a change set and its items. */
export function useChangeSet(id: number) {
  const set = useSet(id);
  return { set, items: useItems(id, set.data) };
}

/** Says that a scheduled set has been released or held, which nobody on the page has triggered. */
export function useReleaseMessage(set: ChangeSet | undefined): void {
  const earlier = useRef<ChangeSet>(undefined);
  useEffect(() => {
    const wasScheduled = earlier.current?.id === set?.id && earlier.current?.status === 'scheduled';
    earlier.current = set;
    if (!set || !wasScheduled) return;
    const title = shortTitle(set.title);
    if (set.status === 'held') notify.warning(t('changeSets.heldNow', { title }));
    if (set.status === 'released') notify.success(t('changeSets.done.approve', { title }));
  }, [set]);
}

/** Any one of these permissions lets a user add to a set. */
const WRITE_PERMISSIONS = ['create', 'update', 'delete'];

/** Returns why the user can work in no change set, as they may write no kind of record; false if they can. */
export function useWorkDenial(): string | false {
  const { can, denialReason, readOnlyReason } = useSession();
  if (readOnlyReason) return readOnlyReason;
  const canWrite = enums.Entity.some((kind) => WRITE_PERMISSIONS.some((right) => can(`${kind}:${right}`)));
  return !canWrite && denialReason('*:update');
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

/** Says why an event failed, with the first of the items at fault; undefined for a date that has been changed since. */
export function eventProblemText(
  { message, fields, key }: Problem,
  set: ChangeSet,
  items: readonly ChangeSetItem[] = [],
  language: Language,
): string | undefined {
  // the server's text speaks of a record
  if (key === 'versionConflict') return t('changeSets.outdated');
  if (key === 'changeSetUnsound') {
    const faulty = withReportedFaults(items, fields);
    const fault = firstFaultText(faulty, language);
    const count = faulty.filter(({ problems }) => problems.length > 0).length;
    return fault ? t('changeSets.unsoundFirst', { count, n: number(count), fault }) : message;
  }
  const ofDate = fields.find(({ pointer }) => pointer === '/effectiveOn');
  if (!ofDate) return message;
  return isOverdue(set)
    ? t('changeSets.itemProblem', { field: t('changeSets.effectiveOn'), rule: ofDate.message })
    : undefined;
}

interface EventOptions {
  /** The event that a dialog asks about, which then shows why it failed. */
  pending: SetEvent | undefined;
  /** The items of the set, as far as they are known. */
  items: readonly ChangeSetItem[] | undefined;
  /** Gets the set that would take this one back. */
  onRevert: ((id: number) => void) | undefined;
}

/** Triggers events of a set. */
export function useSetEvents(set: ChangeSet, { pending, items, onRevert }: EventOptions) {
  const { language } = useTexts();
  const notifyFailure = (problem: Problem, errorKey: string): void => {
    if (pending !== undefined || problem.status === 401) return;
    const text = eventProblemText(problem, set, items, language);
    if (text) notify.error(text, errorKey);
  };
  const action = useAction(notifyFailure, pending);
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
          quiet: true,
        });
        showChangedSet(data.changeSet);
        // the message about the event says enough
        if (data.changeSet.status !== 'open' && workingSet()?.id === id) workIn(null);
        // until a task is done, the page shows its progress
        const { task, status, revertId } = data.changeSet;
        const release = set.revertsId === undefined ? 'approve' : 'approveRevert';
        const approval = status === 'scheduled' ? 'schedule' : release;
        const word = event === 'approve' ? approval : isOverwriting ? 'submitRevert' : event;
        if (!task)
          notify.success(t(`changeSets.done.${word}`, { title: shortTitle(title), date: dateInSentence(set) }));
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
