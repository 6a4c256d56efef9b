import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { actFromDate, notifyDated } from '#crud/change-set/dated-change.ts';
import { effectiveText } from '#crud/change-set/effective-text.ts';
import { loadInSet } from '#crud/change-set/load-in-set.ts';
import { useReplacedText } from '#crud/change-set/set-items.ts';
import { changesBefore } from '#crud/change-set/upcoming-changes.ts';
import { workingSet } from '#crud/change-set/working-set.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { EffectiveDate } from '#crud/form/effective-date.tsx';
import { notify } from '#crud/notify.ts';
import { notifyUndoable } from '#crud/notify-undoable.ts';
import { resourceClient } from '#crud/resource.ts';
import { codeAndTitle, recordTitle } from '#crud/text/record-names.ts';
import { useAction } from '#crud/use-action.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Code } from '#kit/display/code.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Note } from '#kit/messages/note.tsx';
import { useSession } from '#session/use-session.ts';
import { ReferringRecordList } from './referring-record-list.tsx';
import { ownOpenProposal, type RecordDetails } from './use-record.ts';

interface Props {
  entity: EntityUi;
  data: RecordDetails;
  open: boolean;
  onClose: () => void;
  onDeleted: () => Promise<void>;
}

/** Asks for confirmation, deletes the record, at once or from a day on, or proposes its deletion, and offers to undo. */
export function DeleteRecord({
  entity,
  data: { record, review, upcoming, references, openProposal },
  open,
  onClose,
  onDeleted,
}: Props) {
  const { t, language } = useTexts();
  const { can, user } = useSession();
  const navigate = useNavigate();
  const [day, setDay] = useState<string | null>(null);
  const { busy, problem, run, clearProblem } = useAction();
  const client = resourceClient(entity);
  const name = recordTitle(entity.key, record, language);
  const fullName = codeAndTitle(entity.key, record, language);
  const set = workingSet();
  const replaced = useReplacedText(entity.key, record.id)('delete');
  const ownProposal = ownOpenProposal(openProposal?.proposal, user?.username);
  const isProposal = !set && review === 'second-person' && record.status === 'active';

  function close(): void {
    clearProblem();
    setDay(null);
    onClose();
  }
  const deleteRecord = () =>
    run(async () => {
      if (day !== null) {
        const date = { effectiveOn: day, basedOn: changesBefore(upcoming, day).map(({ item }) => item) };
        const changeSet = await actFromDate(entity, date, 'delete', record);
        notifyDated(changeSet, fullName, (id) => void navigate({ to: '/change-sets/$id', params: { id: String(id) } }));
        return close();
      }
      if (set) {
        const { readBasis, submitItem } = await loadInSet();
        const { id: recordId, version: recordVersion } = record;
        const basis = upcoming.length > 0 ? await readBasis(entity, set.id, recordId) : {};
        await submitItem(set, fullName, { entity: entity.key, action: 'delete', recordId, recordVersion, ...basis });
        return onClose();
      }
      const { status, data } = await client.remove(record.id, record.version, ownProposal?.version ?? 0);
      if (status === 202) {
        notify.info(t('form.deleteProposed', { name: fullName }));
        onClose();
      } else {
        // the cast: by the contract, a 200 response has the version to restore
        const { version } = data as { version: number };
        const message = t('form.deleted', { name: fullName });
        if (can(`${entity.key}:update`) && can(`${entity.key}:create`))
          notifyUndoable({
            name: fullName,
            message,
            undo: async () => {
              await client.restore(record.id, { restoredVersion: version });
              notify.success(t('form.restored', { name: fullName }));
            },
          });
        else notify.success(message);
        // closes the card before the refresh, which would otherwise request the deleted record
        await onDeleted();
      }
    }, null);

  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={t(`entity.${entity.key}.deleteQuestion`)}
      description={
        <>
          {record.code && <Code small>{record.code}</Code>}{' '}
          {day === null
            ? t(set ? 'workingSet.deleteText' : isProposal ? 'form.deleteProposes' : 'form.deleteText', { name })
            : t('upcoming.deleteText', { name, date: effectiveText(day, language) })}
          {replaced && <p className="mt-2 text-warn-ink">{replaced}</p>}
          {isProposal && day === null && ownProposal && ownProposal.action !== 'delete' && (
            <p className="mt-2 text-warn-ink">{t('form.replacesProposal')}</p>
          )}
        </>
      }
      confirmLabel={
        day !== null
          ? t('upcoming.save')
          : set
            ? t('workingSet.save')
            : isProposal
              ? t('form.saveProposal')
              : t(`entity.${entity.key}.delete`)
      }
      cancelLabel={t('common.cancel')}
      destructive={!isProposal && day === null}
      busy={busy}
      error={problem && (problem.fields[0]?.message ?? problem.message)}
      onConfirm={() => void deleteRecord()}
    >
      {!set && <EffectiveDate value={day} onChange={setDay} variant="secondary" />}
      {set && references.total > 0 && (
        <div className="mt-2 flex flex-col gap-2">
          <Note tone="warn">{t('workingSet.referredTo')}</Note>
          <ReferringRecordList entity={entity.key} code={record.code} references={references} />
        </div>
      )}
      {problem?.references && (
        <div className="mt-2">
          <ReferringRecordList entity={entity.key} code={record.code} references={problem.references} />
        </div>
      )}
    </ConfirmDialog>
  );
}
