import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { enums, transitions } from '#api/metadata.gen.ts';
import { actFromDate, notifyDated } from '#crud/change-set/dated-change.ts';
import { changesBefore, statusBefore } from '#crud/change-set/upcoming-changes.ts';
import type { UpcomingChange } from '#crud/change-set/upcoming-text.ts';
import type { AnyRecord, EntityUi } from '#crud/define-entity.ts';
import { EffectiveDate } from '#crud/form/effective-date.tsx';
import { codeAndTitle } from '#crud/text/record-names.ts';
import { useAction } from '#crud/use-action.ts';
import { useTexts } from '#i18n/i18n.ts';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';

interface Props {
  entity: EntityUi;
  record: AnyRecord;
  upcoming: readonly UpcomingChange[];
  open: boolean;
  onClose: () => void;
}

/** Asks from which day an approved record gets another status, which depends on the status that it has by then. */
export function DatedTransition({ entity, record, upcoming, open, onClose }: Props) {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const [day, setDay] = useState<string | null>(null);
  const { busy, problem, run, clearProblem } = useAction();
  const status = statusBefore(record.status, upcoming, day);
  const event = enums.Event.find((each) => transitions[each].from.includes(status));
  const name = codeAndTitle(entity.key, record, language);

  function close(): void {
    clearProblem();
    setDay(null);
    onClose();
  }
  const submit = async () => {
    if (!day || !event) return;
    const date = { effectiveOn: day, basedOn: changesBefore(upcoming, day).map(({ item }) => item) };
    const isDone = await run(async () => {
      const set = await actFromDate(entity, date, event, record);
      notifyDated(set, name, (id) => void navigate({ to: '/change-sets/$id', params: { id: String(id) } }));
    }, null);
    if (isDone) close();
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={event && t('upcoming.statusTitle', { act: t(`event.${event}`), name })}
      description={t('upcoming.statusText')}
      confirmLabel={t('upcoming.save')}
      cancelLabel={t('common.cancel')}
      busy={busy}
      disabledReason={day === null && t('upcoming.chooseDay')}
      error={problem && (problem.fields[0]?.message ?? problem.message)}
      onConfirm={() => void submit()}
    >
      <EffectiveDate value={day} onChange={setDay} placeholder={t('upcoming.chooseDay')} variant="secondary" />
    </ConfirmDialog>
  );
}
