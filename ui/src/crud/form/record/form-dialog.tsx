import { useState } from 'react';
import type { EntityUi } from '#crud/define-entity.ts';
import { FormActions } from '#crud/form/form-actions.tsx';
import { FormSkeleton } from '#crud/form/form-shell.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Dialog, type DialogProps } from '#kit/layers/dialog.tsx';
import { useLocalShortcut } from '#kit/shortcuts.ts';
import { RecordFormFields, RecordFormFrame } from './record-form-fields.tsx';
import type { useRecordForm } from './use-record-form.ts';

/** The proposals of a record that does not exist yet. */
export const NO_PROPOSALS = { data: undefined, problem: undefined, loading: false, reload: () => {} };

interface Titles {
  title: string;
  description?: string | undefined;
}

interface FormDialogFrameProps extends Titles, Pick<DialogProps, 'onClose' | 'onKeyDown' | 'footer' | 'children'> {}

/** The dialog of a form, also while the form is loading. */
export function FormDialogFrame({ children, ...props }: FormDialogFrameProps) {
  return (
    <Dialog open width={640} flush fixedTop {...props}>
      <div className="[--form-edge:20px]">{children}</div>
    </Dialog>
  );
}

interface Props extends Titles {
  entity: EntityUi;
  form: ReturnType<typeof useRecordForm>;
  onClose: () => void;
}

/** The form of a new record in a dialog, which asks before changes are lost. */
export function FormDialog({ entity, form, onClose, ...titles }: Props) {
  const { t } = useTexts();
  const { state, send, changes, isLoaded } = form;
  const [isLeaving, setIsLeaving] = useState(false);
  // React also reports the keys of the question over this dialog
  const onKeyDown = useLocalShortcut('mod+s', 'save', isLeaving ? () => {} : form.save);
  function leave(): void {
    if (state.matches('saving')) return;
    if (changes.length > 0) setIsLeaving(true);
    else onClose();
  }
  return (
    <FormDialogFrame
      {...titles}
      onClose={leave}
      onKeyDown={onKeyDown}
      footer={<FormActions form={form} extraButton={<Button onClick={leave}>{t('common.cancel')}</Button>} />}
    >
      {isLoaded ? (
        <RecordFormFrame form={form}>
          <RecordFormFields form={form} />
        </RecordFormFrame>
      ) : (
        <FormSkeleton />
      )}
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
    </FormDialogFrame>
  );
}
