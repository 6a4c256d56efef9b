import { useState } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { titleOf } from '#crud/names.ts';
import { notify } from '#crud/notify.ts';
import { recordsChanged } from '#crud/query-client.ts';
import { resource } from '#crud/resource.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';

interface Props {
  entity: EntityUi;
  id: number;
  /** The record's present version; null while it is deleted. */
  version: number | null;
  target: number | undefined;
  onClose: () => void;
}

export function RestoreDialog({ entity, id, version, target, onClose }: Props) {
  const { t, language } = useTexts();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  function close(): void {
    setProblem(undefined);
    onClose();
  }
  async function run(to: number): Promise<void> {
    setBusy(true);
    try {
      const { status, data } = await resource(entity).restore(id, version, to);
      if (status === 202) notify.info(t('form.proposed'));
      else notify.success(t('form.restored', { name: data.record.code ?? titleOf(entity.key, data.record, language) }));
      recordsChanged();
      close();
    } catch (error) {
      setProblem(toProblem(error, language));
    } finally {
      setBusy(false);
    }
  }
  return (
    <ConfirmDialog
      open={target !== undefined}
      onClose={close}
      icon="restore"
      title={t('history.restoreQuestion', { version: target })}
      description={t(version === null ? 'history.bringBackText' : 'history.restoreText')}
      confirmLabel={t('history.restore')}
      cancelLabel={t('common.cancel')}
      busy={busy}
      error={problem?.fields[0]?.message ?? problem?.message}
      onConfirm={() => target !== undefined && void run(target)}
    />
  );
}
