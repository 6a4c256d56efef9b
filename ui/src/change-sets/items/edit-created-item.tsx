import { Suspense, use, useEffect, useEffectEvent } from 'react';
import type { ChangeSetItem } from '#crud/change-set/set-items.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { loadForm } from '#crud/form/definition/form-definition.ts';
import { FormDialog, NO_PROPOSALS } from '#crud/form/record/form-dialog.tsx';
import { useRecordForm } from '#crud/form/record/use-record-form.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { ChangeSet } from '../change-set.ts';

interface Props {
  set: ChangeSet;
  entity: EntityUi;
  /** The item that creates the record. */
  item: ChangeSetItem;
  onClose: () => void;
}

/** The form of a record that a change set creates, in a dialog: it has no page of its own before the release. */
export function EditCreatedItem(props: Props) {
  return (
    <Suspense>
      <LoadedDialog {...props} />
    </Suspense>
  );
}

function LoadedDialog({ set, entity, item, onClose }: Props) {
  const { t } = useTexts();
  const form = useRecordForm({
    entity,
    id: null,
    parts: use(loadForm(entity)),
    layout: 'dialog',
    startValues: item.after ?? {},
    created: { set: { id: set.id, title: set.title, showsLive: false }, item },
    recordWithProposals: NO_PROPOSALS,
  });
  const isSaved = form.state.matches('proposed');
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isSaved) close();
  }, [isSaved]);
  return <FormDialog entity={entity} form={form} title={t('changeSets.editItem')} onClose={onClose} />;
}
