import { useRef } from 'react';
import { nameOf } from '#crud/names.ts';
import { useReasonField } from '#crud/reason-field.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import type { RecordReview } from './review-rows.ts';

interface Props {
  item: RecordReview | undefined;
  busy: boolean;
  onClose: () => void;
  onReject: (item: RecordReview, reason: string) => void;
}

export function RejectDialog({ item, busy, onClose, onReject }: Props) {
  const { t, language } = useTexts();
  const reason = useReasonField();
  // while it closes, it still says what it asked about
  const last = useRef(item);
  if (item) last.current = item;
  const asked = last.current;
  if (!asked) return null;
  const proposal = asked.kind === 'proposal';
  return (
    <ConfirmDialog
      open={item !== undefined}
      onClose={onClose}
      title={proposal ? t('proposal.rejectTitle') : t('form.rejectTitle', { name: nameOf(asked, language) })}
      description={proposal ? t('proposal.rejectText') : t('form.rejectText')}
      confirmLabel={t('event.reject')}
      destructive
      busy={busy}
      reason={reason}
      onConfirm={(text) => onReject(asked, text)}
    />
  );
}
