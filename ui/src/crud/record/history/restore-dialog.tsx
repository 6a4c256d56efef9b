import type { EntityUi } from '#crud/define-entity.ts';
import { notify } from '#crud/notify.ts';
import { resourceClient } from '#crud/resource.ts';
import { codeAndTitle } from '#crud/text/record-names.ts';
import { useAction } from '#crud/use-action.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';

interface Props {
  entity: EntityUi;
  id: number;
  /** The record's current version; null if it is deleted. */
  version: number | null;
  /** The version to restore; undefined closes the dialog. */
  targetVersion: number | undefined;
  onClose: () => void;
}

/** Asks for confirmation and restores an older version of a record. */
export function RestoreDialog({ entity, id, version, targetVersion, onClose }: Props) {
  const { t, language } = useTexts();
  const { busy, problem, run, clearProblem } = useAction();

  function close(): void {
    clearProblem();
    onClose();
  }
  async function restore(restoredVersion: number): Promise<void> {
    const isDone = await run(async () => {
      const { status, data } = await resourceClient(entity).restore(id, { restoredVersion, version });
      const name = codeAndTitle(entity.key, data.record, language);
      if (status === 202) notify.info(t('done.propose', { name }));
      else notify.success(t('form.restored', { name }));
    }, null);
    if (isDone) close();
  }
  return (
    <ConfirmDialog
      open={targetVersion !== undefined}
      onClose={close}
      icon="restore"
      title={t('history.restoreQuestion', { version: targetVersion ?? '' })}
      description={t(version === null ? 'history.bringBackText' : 'history.restoreText')}
      confirmLabel={t('history.restore')}
      cancelLabel={t('common.cancel')}
      busy={busy}
      error={problem?.fields[0]?.message ?? problem?.message}
      onConfirm={() => targetVersion !== undefined && void restore(targetVersion)}
    />
  );
}
