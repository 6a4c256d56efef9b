import { lazy, Suspense, useState } from 'react';
import { type Event, enums, transitions } from '#api/metadata.gen.ts';
import { actionIcons } from '#crud/action-icons.ts';
import { loadInSet } from '#crud/change-set/load-in-set.ts';
import { useReplacedText, useWorkingItem } from '#crud/change-set/set-items.ts';
import type { UpcomingChange } from '#crud/change-set/upcoming-text.ts';
import { workingSet } from '#crud/change-set/working-set.ts';
import { decisionErrorText } from '#crud/decision-errors.ts';
import type { AnyRecord, EntityUi } from '#crud/define-entity.ts';
import { notify } from '#crud/notify.ts';
import { useRegisterPaletteActions } from '#crud/palette-actions.ts';
import { rememberReason, useReasonField } from '#crud/reason-field.ts';
import { resourceClient } from '#crud/resource.ts';
import { notifyEvent } from '#crud/text/done-messages.ts';
import { codeAndTitle } from '#crud/text/record-names.ts';
import { useAction } from '#crud/use-action.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import { useSession } from '#session/use-session.ts';

interface Props {
  entity: EntityUi;
  record: AnyRecord;
  ownWork: boolean;
  /** What change sets will do to the record, on which a change of its status on a later day is based. */
  upcoming: readonly UpcomingChange[];
}

const UndoInSetButton = lazy(async () => ({ default: (await loadInSet()).UndoInSetButton }));
const datedTransitionCode = createLazyCode(async () => (await import('./dated-transition.tsx')).DatedTransition);

/** Returns the events that a record's status allows. */
export const allowedEvents = ({ status }: AnyRecord): Event[] =>
  enums.Event.filter((event) => transitions[event].from.includes(status));

/** Buttons for the events that a record's status allows, disabled with a reason if the user may not trigger them. */
export function RecordTransitions({ entity, record, ownWork, upcoming }: Props) {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const set = workingSet();
  const item = useWorkingItem(entity.key, record.id);
  const replacedText = useReplacedText(entity.key, record.id);
  const reason = useReasonField();
  const [sentEvent, setSentEvent] = useState<Event>();
  const [pendingEvent, setPendingEvent] = useState<Event>();
  const [isDating, setIsDating] = useState(false);
  const DatedTransition = useLazyCode(datedTransitionCode, isDating, () => setIsDating(false));
  const { busy, problem, run, clearProblem } = useAction((failure, errorKey) => {
    notify.error(decisionErrorText(failure), errorKey);
    // the card shows what has changed; after any other failure the dialog keeps the reason
    if (failure.status === 404 || failure.status === 412) setPendingEvent(undefined);
  });

  async function triggerEvent(event: Event, reasonText = ''): Promise<void> {
    setSentEvent(event);
    const isDone = await run(async () => {
      const decision = { event, ...(reasonText && { reason: reasonText }) };
      if (set) {
        const { readBasis, submitItem } = await loadInSet();
        const basis = upcoming.length > 0 ? await readBasis(entity, set.id, record.id) : {};
        const body = { recordId: record.id, recordVersion: record.version, ...decision, ...basis };
        return submitItem(set, name, { entity: entity.key, action: 'transition', ...body });
      }
      const { data } = await resourceClient(entity).transition(record.id, record.version, decision);
      notifyEvent(entity, event, record.status, data.record);
    }, null);
    if (!isDone) return;
    if (reasonText) rememberReason(reasonText);
    setPendingEvent(undefined);
  }

  function close(): void {
    clearProblem();
    setPendingEvent(undefined);
  }

  function disabledReason(event: Event): string | false {
    // the reviewer of the set decides on it
    if (set) return denialReason(`${entity.key}:update`);
    const permission = `${entity.key}:${transitions[event].permission}`;
    return denialReason(permission) || (transitions[event].secondPerson === true && ownWork && t('record.ownWork'));
  }
  const choose = (event: Event) =>
    transitions[event].reason || replacedText(event) ? setPendingEvent(event) : void triggerEvent(event);
  const asksForReason = pendingEvent !== undefined && transitions[pendingEvent].reason !== undefined;
  const replaced = pendingEvent && replacedText(pendingEvent);
  const name = codeAndTitle(entity.key, record, language);
  useRegisterPaletteActions({
    subject: 'record',
    title: codeAndTitle(entity.key, record, language),
    actions: allowedEvents(record)
      .filter((event) => event !== item?.event && !disabledReason(event))
      .map((event) => ({
        id: event,
        label: t(`event.${event}`),
        icon: actionIcons[event],
        run: () => choose(event),
      })),
  });
  return (
    <>
      {allowedEvents(record).map((event) =>
        item?.event === event ? (
          <Suspense key={event}>
            <UndoInSetButton entity={entity} item={item} name={name} />
          </Suspense>
        ) : (
          <Button
            key={event}
            icon={actionIcons[event]}
            busy={busy && sentEvent === event}
            disabledReason={disabledReason(event)}
            onClick={() => choose(event)}
          >
            {t(`event.${event}`)}
            {(transitions[event].reason || replacedText(event)) && '…'}
          </Button>
        ),
      )}
      {/* records that await approval change their status at once */}
      {!set && record.status !== 'pending' && record.status !== 'rejected' && (
        <IconButton
          icon="calendar"
          variant="secondary"
          size="md"
          className="flex-none!"
          aria-label={t('upcoming.statusButton')}
          disabledReason={denialReason(`${entity.key}:update`)}
          onClick={() => setIsDating(true)}
        />
      )}
      {DatedTransition && (
        <DatedTransition
          entity={entity}
          record={record}
          upcoming={upcoming}
          open={isDating}
          onClose={() => setIsDating(false)}
        />
      )}
      <ConfirmDialog
        open={pendingEvent !== undefined}
        onClose={close}
        title={
          asksForReason
            ? t('form.rejectTitle', { name })
            : pendingEvent && t('workingSet.replaceTitle', { act: t(`event.${pendingEvent}`), name })
        }
        description={
          <>
            {asksForReason && t(set ? 'workingSet.rejectText' : 'form.rejectText')}
            {replaced && <p className="text-warn-ink not-first:mt-2">{replaced}</p>}
          </>
        }
        confirmLabel={set ? t('workingSet.save') : pendingEvent ? t(`event.${pendingEvent}`) : ''}
        cancelLabel={t('common.cancel')}
        destructive={asksForReason}
        busy={busy}
        error={problem && decisionErrorText(problem)}
        reason={asksForReason ? reason : undefined}
        onConfirm={(text) => pendingEvent && void triggerEvent(pendingEvent, text)}
      />
    </>
  );
}
