import { useState } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { refusalText } from '#crud/missing-for-approval.ts';
import { notify } from '#crud/notify.ts';
import { recordsChanged } from '#crud/query-client.ts';
import { useReasonField } from '#crud/reason-field.ts';
import { type ProposalData, resource } from '#crud/resource.ts';
import { Time } from '#crud/time.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import { useSession } from '#session/use-session.ts';
import { ChangeList } from './change-list.tsx';
import { proposedChanges } from './field-changes.ts';
import type { WholeRecord } from './use-record.ts';

interface Props {
  entity: EntityUi;
  data: WholeRecord;
  proposal: ProposalData;
  /** The way to the form; none where it is the form that this stands beside. */
  onContinue?: () => void;
}

const titles = {
  update: 'proposal.title',
  delete: 'proposal.titleDelete',
  restore: 'proposal.titleRestore',
} as const;

/** The change that waits beside the live record: what it would do, and the ways to end it. */
export function ProposalBlock({ entity, data: { record }, proposal: { proposal, ownWork }, onContinue }: Props) {
  const { t, language } = useTexts();
  const { user, can, denialReason } = useSession();
  const reason = useReasonField();
  const [pendingAction, setPendingAction] = useState<'reject' | 'withdraw'>();
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<Problem>();
  const calls = resource(entity);
  const review = `${entity.key}:review`;
  const mayReview = can(review);
  const mine = proposal.by === user?.username;
  const disabledReason = denialReason(review) || (ownWork && t('record.ownWork'));
  const changes = proposedChanges(proposal, record);

  async function run(name: 'approve' | 'reject' | 'withdraw', reason?: string): Promise<void> {
    setBusy(name);
    setProblem(undefined);
    try {
      if (name === 'withdraw') await calls.withdraw(record.id, proposal.version);
      else await calls.decide(record.id, proposal.version, { decision: name, ...(reason ? { reason } : {}) });
      notify.success(t(done[name]));
      recordsChanged();
    } catch (error) {
      const failure = toProblem(error, language);
      setProblem(failure);
      if (failure.status === 412 || failure.status === 404) recordsChanged();
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
            {problem.status === 412 ? t('proposal.staleTitle') : refusalText(problem)}
          </Note>
        </div>
      )}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        {mine && onContinue && proposal.action !== 'delete' && (
          <Button size="sm" variant="ghost" onClick={onContinue}>
            {t('proposal.continue')}
          </Button>
        )}
        {(mine || mayReview) && (
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
          onClick={() => void run('approve')}
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
        onConfirm={() => void run('withdraw')}
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
        onConfirm={(text) => void run('reject', text)}
      />
    </section>
  );
}

const done = { approve: 'proposal.approved', reject: 'proposal.rejected', withdraw: 'proposal.withdrawn' } as const;
