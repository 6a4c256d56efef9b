import { useState } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { decisionErrorText } from '#crud/missing-for-approval.ts';
import { notify } from '#crud/notify.ts';
import { refreshReads } from '#crud/read/query-client.ts';
import { useReasonField } from '#crud/reason-field.ts';
import { type ProposalResponse, resourceClient } from '#crud/resource.ts';
import { codeAndTitle } from '#crud/text/record-names.ts';
import { Time } from '#crud/text/time.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import { useSession } from '#session/use-session.ts';
import { ChangeList } from './history/change-list.tsx';
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
  const { user, can, denialReason } = useSession();
  const reason = useReasonField();
  const [pendingAction, setPendingAction] = useState<'reject' | 'withdraw'>();
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const client = resourceClient(entity);
  const reviewPermission = `${entity.key}:review`;
  const canReview = can(reviewPermission);
  const isOwnProposal = proposal.by === user?.username;
  const disabledReason = denialReason(reviewPermission) || (ownWork && t('record.ownWork'));
  const changes = proposedChanges(proposal, record);

  async function decide(name: 'approve' | 'reject' | 'withdraw', reasonText?: string): Promise<void> {
    setBusy(name);
    setProblem(undefined);
    try {
      if (name === 'withdraw') await client.withdraw(record.id, proposal.version);
      else
        await client.decide(record.id, proposal.version, {
          decision: name,
          ...(reasonText ? { reason: reasonText } : {}),
        });
      notify.success(t(successTexts[name], { name: codeAndTitle(entity.key, record, language) }));
      refreshReads();
    } catch (error) {
      const failure = toProblem(error, language);
      setProblem(failure);
      if (failure.status === 412 || failure.status === 404) refreshReads();
    } finally {
      setBusy(undefined);
      setPendingAction(undefined);
    }
  }

  return (
    <section className="border-b border-line bg-warn-soft/40 px-4 py-3">
      <h2 className="flex items-center gap-2 font-semibold">
        <Icon name="branch" className="text-warn-ink" />
        {t(titles[proposal.action])}
      </h2>
      <p className="mt-0.5 mb-2 text-xs text-ink-3">
        {t('proposal.by', { by: proposal.by })} <Time iso={proposal.time} />
      </p>
      {proposal.action === 'delete' ? (
        <p>{t('proposal.deleteText')}</p>
      ) : (
        <ChangeList
          schema={entity.schema}
          changes={changes}
          before={t('proposal.live')}
          after={t('proposal.proposed')}
        />
      )}
      {problem && (
        <div className="mt-2">
          <Note tone="bad" live>
            {problem.status === 412 ? t('proposal.staleTitle') : decisionErrorText(problem)}
          </Note>
        </div>
      )}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {isOwnProposal && onEdit && proposal.action !== 'delete' && (
          <Button size="sm" variant="ghost" onClick={onEdit}>
            {t('proposal.continue')}
          </Button>
        )}
        {(isOwnProposal || canReview) && (
          <Button
            size="sm"
            variant="ghost"
            disabledReason={user?.preview && t('preview.readOnly')}
            onClick={() => setPendingAction('withdraw')}
          >
            {t('proposal.withdraw')}
          </Button>
        )}
        <Button size="sm" disabledReason={disabledReason} onClick={() => setPendingAction('reject')}>
          {t('proposal.reject')}…
        </Button>
        <Button
          size="sm"
          variant="primary"
          disabledReason={disabledReason}
          busy={busy === 'approve'}
          onClick={() => void decide('approve')}
        >
          {t('proposal.approve')}
        </Button>
      </div>
      <ConfirmDialog
        open={pendingAction === 'withdraw'}
        onClose={() => setPendingAction(undefined)}
        title={t('proposal.withdrawQuestion')}
        description={t('proposal.withdrawText')}
        confirmLabel={t('proposal.withdraw')}
        cancelLabel={t('common.cancel')}
        busy={busy === 'withdraw'}
        onConfirm={() => void decide('withdraw')}
      />
      <ConfirmDialog
        open={pendingAction === 'reject'}
        onClose={() => setPendingAction(undefined)}
        title={t('proposal.rejectTitle')}
        description={t('proposal.rejectText')}
        confirmLabel={t('proposal.reject')}
        cancelLabel={t('common.cancel')}
        destructive
        busy={busy === 'reject'}
        reason={reason}
        onConfirm={(text) => void decide('reject', text)}
      />
    </section>
  );
}

const successTexts = {
  approve: 'done.approveChange',
  reject: 'done.rejectChange',
  withdraw: 'done.withdrawChange',
} as const;
