import { useState } from 'react';
import { type Event, enums, transitions } from '#api/facts.gen.ts';
import { toProblem } from '#api/problem.ts';
import { actionIcons } from '#crud/action-icons.ts';
import type { AnyRecord, EntityUi } from '#crud/define-entity.ts';
import { refusalText } from '#crud/missing-for-approval.ts';
import { titleOf } from '#crud/names.ts';
import { notify } from '#crud/notify.ts';
import { recordsChanged } from '#crud/query-client.ts';
import { useReasonField } from '#crud/reason-field.ts';
import { resource } from '#crud/resource.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { useSession } from '#session/use-session.ts';

interface Props {
  entity: EntityUi;
  record: AnyRecord;
  ownWork: boolean;
}

/** The events that a record's status allows. */
export const eventsOf = ({ status }: AnyRecord): Event[] =>
  enums.Event.filter((event) => transitions[event].from.includes(status));

/** Those events as buttons; those that this person may not use say why. */
export function RecordTransitions({ entity, record, ownWork }: Props) {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const reason = useReasonField();
  const [busy, setBusy] = useState<Event>();
  const [pendingEvent, setPendingEvent] = useState<Event>();

  async function run(event: Event, reason?: string): Promise<void> {
    setBusy(event);
    try {
      await resource(entity).transition(record.id, record.version, { event, ...(reason ? { reason } : {}) });
      notify.success(t('message.operationSuccess'));
    } catch (error) {
      notify.error(refusalText(toProblem(error, language)));
    } finally {
      setBusy(undefined);
      setPendingEvent(undefined);
      recordsChanged();
    }
  }

  function refusal(event: Event): string | false {
    const permission = `${entity.key}:${transitions[event].permission}`;
    return denialReason(permission) || (transitions[event].secondPerson === true && ownWork && t('record.ownWork'));
  }
  return (
    <>
      {eventsOf(record).map((event) => (
        <Button
          key={event}
          icon={actionIcons[event]}
          busy={busy === event}
          disabledReason={refusal(event)}
          onClick={() => (transitions[event].reason ? setPendingEvent(event) : void run(event))}
        >
          {t(`event.${event}`)}
          {transitions[event].reason && '…'}
        </Button>
      ))}
      <ConfirmDialog
        open={pendingEvent !== undefined}
        onClose={() => setPendingEvent(undefined)}
        title={t('form.rejectTitle', { name: titleOf(entity.key, record, language) })}
        description={t('form.rejectText')}
        confirmLabel={pendingEvent ? t(`event.${pendingEvent}`) : ''}
        cancelLabel={t('common.cancel')}
        destructive
        busy={busy !== undefined}
        reason={reason}
        onConfirm={(text) => pendingEvent && void run(pendingEvent, text)}
      />
    </>
  );
}
