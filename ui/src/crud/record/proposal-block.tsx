import { useId, useState } from 'react';
import { workingSet } from '#crud/change-set/working-set.ts';
import { proposalErrorText } from '#crud/decision-errors.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { notify } from '#crud/notify.ts';
import { rememberReason, useReasonField } from '#crud/reason-field.ts';
import { type ProposalResponse, resourceClient } from '#crud/resource.ts';
import { proposalDoneText } from '#crud/text/done-messages.ts';
import { codeAndTitle } from '#crud/text/record-names.ts';
import { Time } from '#crud/text/time.tsx';
import { useAction } from '#crud/use-action.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import { useSession } from '#session/use-session.ts';
import { FieldChangeTable } from './history/field-change-table.tsx';
import { proposedChanges } from './history/field-changes.ts';
import type { RecordDetails } from './use-record.ts';

interface Props {
  entity: EntityUi;
  data: RecordDetails;
  proposal: ProposalResponse;
  /** Opens the record's form; omitted beside the form itself. */
  onEdit?: () => void;
}

const titles = {
  update: 'proposal.title',
  delete: 'proposal.titleDelete',
  restore: 'proposal.titleRestore',
} as const;

/** An open proposal: its changes, and the buttons to approve, reject, withdraw or edit it. */
export function ProposalBlock({ entity, data: { record }, proposal: { proposal, ownWork }, onEdit }: Props) {
  const { t, language } = useTexts();
  const { user, can, denialReason, readOnlyReason } = useSession();
  const reason = useReasonField();
  const [pendingAction, setPendingAction] = useState<'reject' | 'withdraw'>();
  const headingId = useId();
  const name = codeAndTitle(entity.key, record, language);
  const { busy, problem, run, clearProblem } = useAction(({ status }) => {
    // this block disappears with its proposal
    if (status === 404) notify.warning(t('done.overtaken', { name }));
    // the block shows the problem, and what has changed
    if (status === 404 || status === 412) setPendingAction(undefined);
  });
  const client = resourceClient(entity);
  const reviewPermission = `${entity.key}:review`;
  const canReview = can(reviewPermission);
  const isOwnProposal = proposal.by === user?.username;
  const inSetReason = workingSet() !== null && t('workingSet.notInSet');
  const disabledReason = inSetReason || denialReason(reviewPermission) || (ownWork && t('record.ownWork'));
  const changes = proposedChanges(proposal, record);
  const isDeletion = proposal.action === 'delete';
  const errorText = problem && proposalErrorText(problem);

  async function decide(choice: 'approve' | 'reject' | 'withdraw', reasonText = ''): Promise<void> {
    const isDone = await run(
      () =>
        choice === 'withdraw'
          ? client.withdraw(record.id, proposal.version)
          : client.decide(record.id, proposal.version, {
              decision: choice,
              ...(reasonText && { reason: reasonText }),
            }),
      proposalDoneText(choice, proposal.action, name),
    );
    if (!isDone) return;
    if (reasonText) rememberReason(reasonText);
    setPendingAction(undefined);
  }

  function openDialog(action: 'reject' | 'withdraw'): void {
    clearProblem();
    setPendingAction(action);
  }

  function closeDialog(): void {
    clearProblem();
    setPendingAction(undefined);
  }

  return (
    <section aria-labelledby={headingId} className="border-b border-line bg-warn-soft/40 px-4 py-3">
      <h2 id={headingId} className="flex items-center gap-2 font-semibold">
        <Icon name="branch" className="text-warn-ink" />
        {t(titles[proposal.action])}
      </h2>
      <p className="mt-0.5 mb-2 text-xs text-ink-3">
        {t('proposal.by', { by: proposal.by })} <Time iso={proposal.time} />
      </p>
      {isDeletion ? (
        <p>{t('proposal.deleteText')}</p>
      ) : (
        <FieldChangeTable
          schema={entity.schema}
          changes={changes}
          before={t('proposal.live')}
          after={t('proposal.proposed')}
        />
      )}
      {errorText && !pendingAction && (
        <div className="mt-2">
          <Note tone="bad" live>
            {errorText}
          </Note>
        </div>
      )}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {isOwnProposal && onEdit && !isDeletion && (
          <Button size="sm" variant="ghost" onClick={onEdit}>
            {t('proposal.continue')}
          </Button>
        )}
        {(isOwnProposal || canReview) && (
          <Button
            size="sm"
            variant="ghost"
            disabledReason={inSetReason || readOnlyReason}
            onClick={() => openDialog('withdraw')}
          >
            {t('proposal.withdraw')}…
          </Button>
        )}
        <Button size="sm" disabledReason={disabledReason} onClick={() => openDialog('reject')}>
          {t('proposal.reject')}…
        </Button>
        <Button
          size="sm"
          // the form has a primary button of its own
          variant={onEdit ? 'primary' : 'secondary'}
          disabledReason={disabledReason}
          busy={busy && !pendingAction}
          onClick={() => void decide('approve')}
        >
          {t('proposal.approve')}
        </Button>
      </div>
      <ConfirmDialog
        open={pendingAction === 'withdraw'}
        onClose={closeDialog}
        title={t(isDeletion ? 'proposal.withdrawDeletionQuestion' : 'proposal.withdrawQuestion')}
        description={t(isDeletion ? 'proposal.withdrawDeletionText' : 'proposal.withdrawText')}
        confirmLabel={t('proposal.withdraw')}
        cancelLabel={t('common.cancel')}
        busy={busy}
        error={errorText}
        onConfirm={() => void decide('withdraw')}
      />
      <ConfirmDialog
        open={pendingAction === 'reject'}
        onClose={closeDialog}
        title={t(isDeletion ? 'proposal.rejectDeletionTitle' : 'proposal.rejectTitle')}
        description={t('proposal.rejectText')}
        confirmLabel={t('proposal.reject')}
        cancelLabel={t('common.cancel')}
        destructive
        busy={busy}
        error={errorText}
        reason={reason}
        onConfirm={(text) => void decide('reject', text)}
      />
    </section>
  );
}
