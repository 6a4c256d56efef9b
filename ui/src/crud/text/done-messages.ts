import { type Event, enums, type Schemas, transitions } from '#api/metadata.gen.ts';
import type { AnyRecord, EntityUi } from '#crud/define-entity.ts';
import { clearError, notify } from '#crud/notify.ts';
import { notifyUndoable } from '#crud/notify-undoable.ts';
import { type BulkItemResult, type RecordAction, resourceClient } from '#crud/resource.ts';
import { language, t } from '#i18n/i18n.ts';
import { codeAndTitle } from './record-names.ts';

/**
 * Returns the event that takes another one back, if the contract has it: it leads to the previous status, asks for the same permission,
 * and for no reason or second person.
 */
export function reverseEvent(event: Event, previous: AnyRecord['status']): Event | undefined {
  return enums.Event.find((candidate) => {
    const { from, to, reason, secondPerson, permission } = transitions[candidate];
    const isAllowed = from.includes(transitions[event].to) && permission === transitions[event].permission;
    return isAllowed && to === previous && !reason && !secondPerson;
  });
}

/** Says which record an event has happened to, and offers to undo it where the contract allows that. */
export function notifyEvent(entity: EntityUi, event: Event, previous: AnyRecord['status'], changed: AnyRecord): void {
  const name = codeAndTitle(entity.key, changed, language());
  const message = t(`done.${event}`, { name });
  const reverse = reverseEvent(event, previous);
  if (!reverse) return void notify.success(message);
  notifyUndoable({
    name,
    message,
    undo: async () => {
      await resourceClient(entity).transition(changed.id, changed.version, { event: reverse });
      notify.success(t(`done.${reverse}`, { name }));
    },
  });
}

/** Returns what a message says after a proposal was decided or withdrawn. */
export const proposalDoneText = (
  choice: 'approve' | 'reject' | 'withdraw',
  action: Schemas['RecordToReview']['action'],
  name: string,
): string => t(`done.${choice}${action === 'delete' ? 'Deletion' : 'Change'}`, { name });

/** Says how many records a bulk action has changed, and offers to undo that if one event takes it back for all of them. */
export function notifyBulkDone(
  entity: EntityUi,
  action: RecordAction,
  targets: readonly AnyRecord[],
  items: readonly BulkItemResult[],
): void {
  const kind = t(`entity.${entity.key}.many`);
  const succeeded = items.filter(({ code }) => code < 400);
  const failed = items.length - succeeded.length;
  // under review by a second person, active records are not deleted at once
  const proposed = action === 'delete' ? succeeded.filter(({ code }) => code === 202).length : 0;
  const done = succeeded.length - proposed;
  const errorKey = `${entity.key} ${action}`;
  if (succeeded.length === 0) return void notify.error(t('message.operationFailed'), errorKey);
  clearError(errorKey);
  if (proposed > 0) notify.info(t('list.bulkProposed', { kind, done: proposed }));
  if (done === 0) return;

  const outcome = { kind, act: t(`act.${action}`), done, failed };
  if (failed > 0) return void notify.warning(t('list.bulkPartly', outcome));
  const message = t('list.bulkDone', outcome);
  const changed = succeeded.flatMap(({ data }) => data?.record ?? []);
  const [reverse, ...others] =
    action === 'delete' ? [] : new Set(targets.map(({ status }) => reverseEvent(action, status)));
  if (!reverse || others.length > 0 || changed.length !== done) return void notify.success(message);
  notifyUndoable({
    name: kind,
    message,
    undo: async () => {
      const versions = changed.map(({ id, version }) => ({ id, version }));
      const items = await resourceClient(entity).bulk(reverse, versions);
      const failed = items.filter(({ code }) => code >= 400).length;
      const outcome = { kind, act: t(`act.${reverse}`), done: changed.length - failed, failed };
      if (failed === 0) notify.success(t('list.bulkDone', outcome));
      else notify.warning(t('list.bulkPartly', outcome));
    },
  });
}
