import { useState } from 'react';
import { type Event, enums, transitions } from '#api/metadata.gen.ts';
import { actionIcons } from '#crud/action-icons.ts';
import { loadInSet } from '#crud/change-set/load-in-set.ts';
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
import { Button } from '#kit/buttons/button.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { useSession } from '#session/use-session.ts';

interface Props {
  entity: EntityUi;
  record: AnyRecord;
  ownWork: boolean;
}

/** Returns the events that a record's status allows. */
export const allowedEvents = ({ status }: AnyRecord): Event[] =>
  enums.Event.filter((event) => transitions[event].from.includes(status));

/** Buttons for the events that a record's status allows, disabled with a reason if the user may not trigger them. */
export function RecordTransitions({ entity, record, ownWork }: Props) {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const set = workingSet();
  const reason = useReasonField();
  const [sentEvent, setSentEvent] = useState<Event>();
  const [pendingEvent, setPendingEvent] = useState<Event>();
  const { busy, problem, run, clearProblem } = useAction((failure) => {
    notify.error(decisionErrorText(failure));
    // the card shows what has changed; after any other failure the dialog keeps the reason
    if (failure.status === 404 || failure.status === 412) setPendingEvent(undefined);
  });

  async function triggerEvent(event: Event, reasonText = ''): Promise<void> {
    setSentEvent(event);
    const isDone = await run(async () => {
      const decision = { event, ...(reasonText && { reason: reasonText }) };
      if (set) {
        const { submitItem } = await loadInSet();
        const body = { recordId: record.id, recordVersion: record.version, ...decision };
        const name = codeAndTitle(entity.key, record, language);
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
  const choose = (event: Event) => (transitions[event].reason ? setPendingEvent(event) : void triggerEvent(event));
  useRegisterPaletteActions({
    subject: 'record',
    title: codeAndTitle(entity.key, record, language),
    actions: allowedEvents(record)
      .filter((event) => !disabledReason(event))
      .map((event) => ({
        id: event,
        label: t(`event.${event}`),
        icon: actionIcons[event],
        run: () => choose(event),
      })),
  });
  return (
    <>
      {allowedEvents(record).map((event) => (
        <Button
          key={event}
          icon={actionIcons[event]}
          busy={busy && sentEvent === event}
          disabledReason={disabledReason(event)}
          onClick={() => choose(event)}
        >
          {t(`event.${event}`)}
          {transitions[event].reason && '…'}
        </Button>
      ))}
      <ConfirmDialog
        open={pendingEvent !== undefined}
        onClose={close}
        title={t('form.rejectTitle', { name: codeAndTitle(entity.key, record, language) })}
        description={t('form.rejectText')}
        confirmLabel={pendingEvent ? t(`event.${pendingEvent}`) : ''}
        cancelLabel={t('common.cancel')}
        destructive
        busy={busy}
        error={problem && decisionErrorText(problem)}
        reason={reason}
        onConfirm={(text) => pendingEvent && void triggerEvent(pendingEvent, text)}
      />
    </>
  );
}
