import { Suspense, use, useEffect, useEffectEvent, useState } from 'react';
import type { ChangeSetItem } from '#crud/change-set/set-items.ts';
import type { EntityUi } from '#crud/define-entity.ts';
import { FormActions } from '#crud/form/form-actions.tsx';
import { FormSkeleton } from '#crud/form/form-shell.tsx';
import { RecordFormFields, RecordFormFrame } from '#crud/form/record-form-fields.tsx';
import { loadForm } from '#crud/form/state/form-definition.ts';
import { useRecordForm } from '#crud/form/state/use-record-form.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { useLocalShortcut } from '#kit/shortcuts.ts';
import type { ChangeSet } from './change-set.ts';

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

const NO_PROPOSALS = { data: undefined, problem: undefined, loading: false, reload: () => {} };

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
  const { state, send, changes } = form;
  const [isLeaving, setIsLeaving] = useState(false);
  const isSaved = state.matches('proposed');
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isSaved) close();
  }, [isSaved]);
  // React also reports the keys of the question over this dialog
  const onKeyDown = useLocalShortcut('mod+s', 'save', isLeaving ? () => {} : form.save);
  function leave(): void {
    if (state.matches('saving')) return;
    if (changes.length > 0) setIsLeaving(true);
    else onClose();
  }
  return (
    <Dialog
      open
      width={640}
      flush
      fixedTop
      title={t('changeSets.editItem')}
      onClose={leave}
      onKeyDown={onKeyDown}
      footer={<FormActions form={form} extraButton={<Button onClick={leave}>{t('common.cancel')}</Button>} />}
    >
      <div className="[--form-edge:20px]">
        {form.isLoaded ? (
          <RecordFormFrame form={form}>
            <RecordFormFields form={form} />
          </RecordFormFrame>
        ) : (
          <FormSkeleton />
        )}
      </div>
      <ConfirmDialog
        open={isLeaving}
        onClose={() => setIsLeaving(false)}
        title={t('form.leaveTitle')}
        description={t('form.leaveText', { one: t(`entity.${entity.key}.one`) })}
        confirmLabel={t('form.leave')}
        cancelLabel={t('form.stay')}
        destructive
        onConfirm={() => {
          send({ type: 'LEAVE' });
          onClose();
        }}
      />
    </Dialog>
  );
}
