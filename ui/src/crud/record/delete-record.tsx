import { useState } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { titleOf } from '#crud/names.ts';
import { notify } from '#crud/notify.ts';
import { recordsChanged } from '#crud/query-client.ts';
import { resource } from '#crud/resource.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/display/chip.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { ReferenceList } from './reference-list.tsx';
import type { WholeRecord } from './use-record.ts';

interface Props {
  entity: EntityUi;
  data: WholeRecord;
  open: boolean;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

/** Asks, deletes or proposes to, and offers the way back. */
export function DeleteRecord({ entity, data: { record, review }, open, onClose, onDeleted }: Props) {
  const { t, language } = useTexts();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  const calls = resource(entity);
  const name = titleOf(entity.key, record, language);
  const proposes = review === 'second-person' && record.status === 'active';

  async function bringBack(version: number): Promise<void> {
    try {
      await calls.restore(record.id, null, version);
      notify.success(t('form.restored', { name }));
    } catch (error) {
      notify.error(toProblem(error, language).message);
    }
    recordsChanged();
  }

  async function run(): Promise<void> {
    setBusy(true);
    try {
      const { status, data } = await calls.remove(record.id, record.version);
      if (status === 202) {
        notify.info(t('form.deleteProposed'));
        onClose();
      } else {
        // 200 answers which version to bring back, by the contract
        const { version } = data as { version: number };
        notify.undo(t('form.deleted', { name }), t('common.undo'), () => void bringBack(version));
        // before all that shows records is loaded anew: the card would ask for one that is gone
        await onDeleted();
      }
      recordsChanged();
    } catch (error) {
      setProblem(toProblem(error, language));
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={() => {
        setProblem(undefined);
        onClose();
      }}
      title={t(`entity.${entity.key}.deleteQuestion`)}
      description={
        <>
          {record.code && <Code small>{record.code}</Code>}{' '}
          {t(proposes ? 'form.deleteProposes' : 'form.deleteText', { name })}
        </>
      }
      confirmLabel={proposes ? t('form.saveProposal') : t(`entity.${entity.key}.delete`)}
      cancelLabel={t('common.cancel')}
      destructive={!proposes}
      busy={busy}
      error={problem?.message}
      onConfirm={() => void run()}
    >
      {problem?.references && (
        <div className="mt-2">
          <ReferenceList kind={entity.key} code={record.code} references={problem.references} />
        </div>
      )}
    </ConfirmDialog>
  );
}
