import { useTexts } from '#i18n/i18n.ts';
import type { Import } from '#imports/import.ts';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';

interface Props {
  actions: {
    pendingDiscard: Import | undefined;
    busy: boolean;
    problem?: { message: string } | null | undefined;
    confirm: () => void;
    close: () => void;
  };
}

/** Asks for confirmation before a file and its report are deleted. */
export function DiscardDialog({ actions: { pendingDiscard, busy, problem, confirm, close } }: Props) {
  const { t } = useTexts();
  return (
    <ConfirmDialog
      open={pendingDiscard !== undefined}
      onClose={close}
      title={t('imports.discardTitle')}
      description={t('imports.discardText')}
      confirmLabel={t('imports.discard')}
      cancelLabel={t('imports.keep')}
      destructive
      busy={busy}
      error={problem?.message}
      onConfirm={confirm}
    />
  );
}
