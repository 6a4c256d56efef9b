import { useState } from 'react';
import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import type { ReopeningQuestion } from './reopening.ts';

/** Asks before a change takes a set off the schedule, over whatever made the change. */
export function ReopeningDialog({ question }: { question: ReopeningQuestion | null }) {
  const { t } = useTexts();
  // the dialog keeps its texts while it fades
  const [last, setLast] = useState(question);
  if (question && question !== last) setLast(question);
  const { title = '', status = 'scheduled' } = question ?? last ?? {};
  return (
    <ConfirmDialog
      open={question !== null}
      onClose={() => question?.answer(false)}
      icon="warning"
      title={t('changeSets.reopening.title', { title })}
      description={t(`changeSets.reopening.text.${status}`)}
      confirmLabel={t('changeSets.reopening.confirm')}
      cancelLabel={t('common.cancel')}
      onConfirm={() => question?.answer(true)}
    />
  );
}
