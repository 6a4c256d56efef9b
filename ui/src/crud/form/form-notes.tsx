import { type ReactNode, useEffect, useRef } from 'react';
import { effectiveText } from '#crud/change-set/effective-text.ts';
import { changesBefore } from '#crud/change-set/upcoming-changes.ts';
import { reasonText } from '#crud/text/reason-text.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { shortTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Note } from '#kit/messages/note.tsx';
import type { EditForm } from './edit-form.ts';
import { focusFirstField } from './form-fields.tsx';
import type { RecordForm } from './record/use-record-form.ts';

type Props = EditForm &
  Partial<
    Pick<RecordForm, 'otherProposer' | 'editsOwnProposal' | 'startingProposal' | 'changedSinceRejection' | 'rejection'>
  >;

/** Notes above the fields: an offered draft, a deleted record, an open proposal, a failed save. */
export function FormNotes({
  state,
  send,
  otherProposer,
  editsOwnProposal,
  savesAsProposal,
  disabledReason,
  hasDraftInOtherView,
  layout,
  startingProposal,
  changedSinceRejection = [],
  rejection,
}: Props) {
  const { t, language } = useTexts();
  const { draft, problem, upcoming, effectiveOn, ownProposal } = state.context;
  const isDeleted = state.matches('deleted');
  const keepButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // the save button and the fields that had the focus can no longer be used
    if (isDeleted) keepButton.current?.focus();
  }, [isDeleted]);

  function keepAsNew(): void {
    send({ type: 'KEEP_AS_NEW' });
    // after the fields have become usable
    requestAnimationFrame(focusFirstField);
  }
  const notes: ReactNode[] = [];
  if (state.matches('draftOffered') && draft) {
    const time = shortTime(new Date(draft.time).toISOString());
    notes.push(
      <Note
        key="draft"
        tone="info"
        live
        action={
          <span className="flex gap-1">
            <Button size="sm" variant="ghost" onClick={() => send({ type: 'DECLINE_DRAFT' })}>
              {t('form.draftDrop')}
            </Button>
            <Button size="sm" onClick={() => send({ type: 'RESUME_DRAFT' })}>
              {t('form.draftResume')}
            </Button>
          </span>
        }
      >
        {t('form.draftOffered', { time })}
      </Note>,
    );
  }
  if (isDeleted) {
    notes.push(
      <Note
        key="deleted"
        tone="bad"
        live
        action={
          <Button ref={keepButton} size="sm" onClick={keepAsNew}>
            {t('form.saveAsNew')}
          </Button>
        }
      >
        <b className="font-semibold">{t('form.gone')}</b> {t('form.goneText')}
      </Note>,
    );
  }
  const decision = startingProposal?.decision ?? rejection;
  if (decision) {
    const { by, time, reason } = decision;
    const outcome = startingProposal?.decision?.outcome === 'withdrawn' ? 'withdrawn' : 'rejected';
    notes.push(
      <Note key="rejection" tone="warn">
        <b className="font-semibold">{t(`rejection.${outcome}Note`, { by, time: shortTime(time) })}</b>{' '}
        {reason && reasonText(reason)}
        {startingProposal && <div>{t('rejection.startsAgain')}</div>}
        {changedSinceRejection.length > 0 && (
          <div>
            {t('rejection.moved', { fields: changedSinceRejection.map(pointerLabel).join(t('common.separator')) })}
          </div>
        )}
      </Note>,
    );
  }
  if (disabledReason)
    notes.push(
      <Note key="disabled" tone="info">
        {t('form.readOnly', { why: disabledReason })}
        {hasDraftInOtherView && <div>{t('form.draftInOtherView')}</div>}
      </Note>,
    );
  else if (otherProposer)
    notes.push(
      <Note key="otherProposer" tone="warn">
        {t('form.othersProposal', { by: otherProposer })}
      </Note>,
    );
  else if (savesAsProposal)
    notes.push(
      <Note key="savesAsProposal" tone="info">
        {t(ownProposal.isDeletion ? 'form.ownDeletion' : editsOwnProposal ? 'form.ownProposal' : 'form.proposes')}
      </Note>,
    );
  if (effectiveOn !== null && changesBefore(upcoming, effectiveOn).length > 0)
    notes.push(
      <Note key="basedOn" tone="info" live>
        {t('upcoming.basedOn', { date: effectiveText(effectiveOn, language) })}
      </Note>,
    );
  // field errors are shown at their fields instead
  if (problem && problem.fields.length === 0) {
    notes.push(
      <Note key="problem" tone="bad" live>
        {problem.message} {problem.traceId && <code className="font-mono text-2xs">{problem.traceId}</code>}
      </Note>,
    );
  }
  if (notes.length === 0) return null;
  const edge = layout === 'page' ? '' : 'border-b border-line px-(--form-edge) py-3';
  return <div className={`flex flex-col gap-2 ${edge}`}>{notes}</div>;
}
