import type { Problem } from '#api/problem.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { Import } from '#imports/import.ts';
import { ConfirmDialog } from '#kit/confirm-dialog.tsx';

interface Props {
  found: Import;
  open: boolean;
  busy: boolean;
  problem: Problem | null;
  onClose: () => void;
  onRevert: () => void;
}

/** Says what goes and what is set back, and what stays. */
export function RevertDialog({ found: { outcomes }, open, busy, problem, onClose, onRevert }: Props) {
  const { t } = useTexts();
  const { created = 0, updated = 0, proposed = 0 } = outcomes;
  const lines = [
    created > 0 && t('imports.revertCreated', { n: number(created) }),
    updated > 0 && t('imports.revertUpdated', { n: number(updated) }),
    proposed > 0 && t('imports.revertProposed', { n: number(proposed) }),
  ].filter((line) => line !== false);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('imports.revertTitle')}
      description={t('imports.revertKept')}
      confirmLabel={t('imports.revertConfirm')}
      cancelLabel={t('common.cancel')}
      destructive
      busy={busy}
      error={problem?.message}
      onConfirm={onRevert}
    >
      <ul className="list-disc pl-4">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
