import { Suspense, use, useEffect, useEffectEvent, useState } from 'react';
import { fields } from '#api/metadata.gen.ts';
import type { EntityUi, Values } from '#crud/define-entity.ts';
import type { CodedRecord } from '#crud/read/find-records.ts';
import { cacheRecordLabels } from '#crud/text/record-name-cache.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Dialog, type DialogProps } from '#kit/layers/dialog.tsx';
import { useLocalShortcut } from '#kit/shortcuts.ts';
import { FormActions } from './form-actions.tsx';
import { FormSkeleton } from './form-shell.tsx';
import { RecordFormFields, RecordFormFrame } from './record-form-fields.tsx';
import { type LoadedForm, loadForm } from './state/form-definition.ts';
import { useRecordForm } from './state/use-record-form.ts';

interface CreateReferenceProps {
  entity: EntityUi;
  /** What was typed to find the record. */
  typedText: string;
  /** Values that the new record takes over from the form under this dialog. */
  shared: Values;
  onCreated: (record: CodedRecord) => void;
  onClose: () => void;
}

/** The form of a new record, in a dialog over the form that will refer to it. */
export function CreateReferenceDialog(props: CreateReferenceProps) {
  const { entity, onClose } = props;
  return (
    <Suspense
      fallback={
        <FormDialog entity={entity} onClose={onClose}>
          <FormSkeleton />
        </FormDialog>
      }
    >
      <LoadedReferenceDialog {...props} />
    </Suspense>
  );
}

interface FormDialogProps extends Pick<DialogProps, 'onClose' | 'onKeyDown' | 'footer' | 'children'> {
  entity: EntityUi;
}

function FormDialog({ entity, children, ...props }: FormDialogProps) {
  const { t } = useTexts();
  return (
    <Dialog
      open
      width={640}
      flush
      fixedTop
      title={t(`entity.${entity.key}.create`)}
      description={t('reference.createText')}
      {...props}
    >
      <div className="[--form-edge:20px]">{children}</div>
    </Dialog>
  );
}

const NO_PROPOSALS = { data: undefined, problem: undefined, loading: false, reload: () => {} };

function LoadedReferenceDialog({ entity, typedText, shared, onCreated, onClose }: CreateReferenceProps) {
  const { t } = useTexts();
  const parts = use(loadForm(entity));
  const [typedValues] = useState(() => typedTextValues(entity, parts, typedText));
  const form = useRecordForm({
    entity,
    id: null,
    parts,
    layout: 'dialog',
    field: 'code' in typedValues ? '/name' : '/code',
    startValues: { ...shared, ...typedValues },
    recordWithProposals: NO_PROPOSALS,
  });
  const { state, send, changes } = form;
  const [isLeaving, setIsLeaving] = useState(false);
  const record = state.matches('saved') ? state.context.saveResult?.record : undefined;
  const addToForm = useEffectEvent((created: CodedRecord) => {
    cacheRecordLabels(entity.key, [created]);
    onCreated(created);
  });
  useEffect(() => {
    // the cast: kinds that others refer to have codes and names
    if (record) addToForm(record as unknown as CodedRecord);
  }, [record]);
  // React also reports the keys of the question over this dialog
  const onKeyDown = useLocalShortcut('mod+s', 'save', isLeaving ? () => {} : form.save);
  function close(): void {
    if (state.matches('saving')) return;
    if (changes.length > 0) setIsLeaving(true);
    else onClose();
  }
  return (
    <FormDialog
      entity={entity}
      onClose={close}
      onKeyDown={onKeyDown}
      footer={<FormActions form={form} extraButton={<Button onClick={close}>{t('common.cancel')}</Button>} />}
    >
      <RecordFormFrame form={form}>
        <RecordFormFields form={form} />
      </RecordFormFrame>
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
    </FormDialog>
  );
}

const MAX_LOWER_CASE_CODE = 3;

/** Returns a typed text as the code of a new record if it looks like one, else as its name. */
function typedTextValues({ schema }: EntityUi, { validate }: LoadedForm, typedText: string): Values {
  const code = typedText.toUpperCase();
  const isShort = typedText === typedText.toLowerCase() && typedText.length <= MAX_LOWER_CASE_CODE;
  const looksLikeCode = fields[schema].includes('code') && (typedText === code || isShort);
  const isCode = looksLikeCode && !validate({ code }, 'en').some(({ pointer }) => pointer === '/code');
  return isCode ? { code } : { name: typedText };
}
