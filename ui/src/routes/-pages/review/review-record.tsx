import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { recordLink } from '#crud/define-entity.ts';
import { notify } from '#crud/notify.ts';
import { RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import { rememberReason } from '#crud/reason-field.ts';
import { isOtherVersion, type RecordDetails, useRecord } from '#crud/record/use-record.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button, IconButton } from '#kit/buttons/button.tsx';
import { Kbd } from '#kit/buttons/kbd.tsx';
import { LinkButton } from '#kit/buttons/link-button.tsx';
import { shiftKeyLabel } from '#kit/keys.ts';
import { Note } from '#kit/messages/note.tsx';
import { useShortcut } from '#kit/shortcuts.ts';
import { getEntity } from '../../-frame/get-entity.ts';
import { useRefusedContent } from '../home/refused-decisions.tsx';
import { RejectDialog } from '../home/review-queue.tsx';
import { useDecisionBlocker } from '../home/review-row.tsx';
import type { RecordToReview } from '../home/review-rows.ts';
import type { ReviewDecision } from '../home/use-immediate-decision.ts';
import { ReviewDetails } from './review-details.tsx';
import { recoverQueueFocus } from './review-list.tsx';

interface Props {
  item: RecordToReview;
  /** Whether it still waits for a decision. */
  isOpen: boolean;
  /** For example `3 / 12`. */
  position: string;
  onMove: (step: -1 | 1) => void;
  /** Returns to the queue on windows too narrow to show both. */
  onBack: () => void;
  onSkip: () => void;
  /** Decides on the version that is shown, which is `seen`. */
  onDecide: (shown: RecordToReview, decision: ReviewDecision, seen: RecordDetails) => void;
}

/** An item of the queue, with the buttons and keys to decide on it. */
export function ReviewRecord({ item, isOpen, position, onMove, onBack, onSkip, onDecide }: Props) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const entity = getEntity(item.entity);
  const record = useRecord(entity, item.id, { showsOwnChanges: !isOpen });
  // what was shown when the dialog opened; a newer version may exist by now
  const [rejecting, setRejecting] = useState<{ item: RecordToReview; data: RecordDetails }>();
  useEffect(() => (rejecting ? recoverQueueFocus : undefined), [rejecting]);
  const denialReason = useDecisionBlocker(item);
  const { data } = record;
  const shownVersion = item.kind === 'proposal' ? data?.openProposal?.proposal.version : data?.record.version;
  const shown = shownVersion === undefined || record.problem ? undefined : { ...item, version: shownVersion };
  // what the user saw before they asked for the newer version
  const [previous, setPrevious] = useState<RecordDetails>();
  const seen = useRefusedContent(item) ?? previous;
  const isProposalGone = item.kind === 'proposal' && data !== undefined && data.openProposal === undefined;
  const rejectionBlocker =
    (!isOpen && t('review.decidedAlready')) ||
    denialReason ||
    (record.problem ? record.problem.message : isProposalGone && t('home.gone'));
  const missing = item.missing.map(pointerLabel).join(t('common.separator'));
  const approvalBlocker = rejectionBlocker || (missing !== '' && t('record.neededForApproval', { fields: missing }));

  function approve(activate = false): void {
    if (approvalBlocker) notify.warning(approvalBlocker);
    else if (shown && data) onDecide(shown, { choice: 'approve', activate }, data);
  }
  function reject(): void {
    if (rejectionBlocker) notify.warning(rejectionBlocker);
    else if (shown && data) setRejecting({ item: shown, data });
  }
  function showNewerVersion(): void {
    setPrevious(data);
    record.showNewerVersion?.();
    recoverQueueFocus();
  }
  const open = () => void navigate(recordLink(item.entity, item.id));
  useShortcut('a', 'approve', () => approve());
  useShortcut('shift+a', 'approveAndActivate', () => approve(true), { active: item.kind === 'record' });
  useShortcut('r', 'reject', reject);
  useShortcut('o', 'openItem', open);

  return (
    <>
      <div className="flex h-11 flex-none items-center gap-1 border-b border-line bg-panel px-page text-xs text-ink-3">
        <span className="mr-1 lg:hidden">
          <LinkButton onClick={onBack}>{t('review.backToQueue')}</LinkButton>
        </span>
        <span className="mr-auto">{position}</span>
        <IconButton
          icon="chevron-up"
          aria-label={t('review.previous')}
          aria-keyshortcuts="K"
          onClick={() => onMove(-1)}
        />
        <IconButton icon="chevron-down" aria-label={t('review.next')} aria-keyshortcuts="J" onClick={() => onMove(1)} />
        <Button size="sm" icon="external" onClick={open}>
          {t('review.open')} <Kbd>O</Kbd>
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {record.refreshFailure && (
          <div className="px-page pt-4">
            <RefreshFailedStatus {...record} />
          </div>
        )}
        {record.showNewerVersion && (
          <div className="px-page pt-4">
            <Note tone="warn" live action={<LinkButton onClick={showNewerVersion}>{t('home.showChange')}</LinkButton>}>
              {t('home.nowChanged')}
            </Note>
          </div>
        )}
        <ReviewDetails
          item={item}
          entity={entity}
          record={record}
          seen={isOpen && seen && data && isOtherVersion(seen, data) ? seen : undefined}
        />
      </div>
      <footer className="flex h-14 flex-none items-center justify-end gap-2 border-t border-line-strong bg-panel px-page max-sm:h-auto max-sm:flex-wrap max-sm:py-2">
        <Button variant="ghost" onClick={onSkip}>
          {t('review.skip')} <Kbd>S</Kbd>
        </Button>
        <Button disabledReason={rejectionBlocker} onClick={reject}>
          {t('home.reject')} <Kbd>R</Kbd>
        </Button>
        {item.kind === 'record' && (
          <Button disabledReason={approvalBlocker} onClick={() => approve(true)}>
            {t('review.approveAndActivate')} <Kbd>{`${shiftKeyLabel} A`}</Kbd>
          </Button>
        )}
        <Button
          variant="primary"
          disabledReason={approvalBlocker}
          busy={!data && !record.problem}
          onClick={() => approve()}
        >
          {t('event.approve')} <Kbd tone={approvalBlocker ? undefined : 'accent'}>A</Kbd>
        </Button>
      </footer>
      <RejectDialog
        item={rejecting?.item}
        busy={false}
        onClose={() => setRejecting(undefined)}
        onReject={(shownItem, reason) => {
          setRejecting(undefined);
          // it is sent only seconds later, when the next item may already need the same reason
          rememberReason(reason);
          if (rejecting) onDecide(shownItem, { choice: 'reject', reason }, rejecting.data);
        }}
      />
    </>
  );
}
