import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';
import type { TaskActions } from './use-task-actions.ts';

/** Asks before a task is cancelled, and says what stays of it. */
export function CancelDialog({ actions }: { actions: TaskActions }) {
  const { t } = useTexts();
  const { asked, busy, problem, confirm, close } = actions;
  const kind = asked?.kind ?? 'snapshot';
  return (
    <ConfirmDialog
      open={asked !== undefined}
      onClose={close}
      title={t('task.askCancel', { name: t(`task.kind.${kind}`) })}
      description={t(`task.cancelText.${kind}`)}
      confirmLabel={t('task.cancel')}
      cancelLabel={t('task.keep')}
      destructive
      busy={busy}
      error={problem?.message}
      onConfirm={confirm}
    />
  );
}
