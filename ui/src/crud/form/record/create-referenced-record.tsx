import { Suspense, use, useEffect, useEffectEvent, useState } from 'react';
import { fields } from '#api/metadata.gen.ts';
import { workingSet } from '#crud/change-set/working-set.ts';
import type { EntityUi, Values } from '#crud/define-entity.ts';
import { type LoadedForm, loadForm } from '#crud/form/definition/form-definition.ts';
import { FormSkeleton } from '#crud/form/form-shell.tsx';
import type { CodedRecord } from '#crud/read/find-records.ts';
import { cacheRecordLabels } from '#crud/text/record-name-cache.ts';
import { useTexts } from '#i18n/i18n.ts';
import { FormDialog, FormDialogFrame, NO_PROPOSALS } from './form-dialog.tsx';
import { useRecordForm } from './use-record-form.ts';

interface CreateReferenceProps {
  entity: EntityUi;
  /** What was typed to find the record. */
  typedText: string;
  /** Values that the new record takes over from the form under this dialog. */
  shared: Values;
  onCreated: (record: CodedRecord) => void;
  onClose: () => void;
}

/** The key of the text that says from when on the new record can be referred to. */
const createTextKey = () => (workingSet() ? 'workingSet.createText' : 'reference.createText');

/** The form of a new record, in a dialog over the form that will refer to it. */
export function CreateReferenceDialog(props: CreateReferenceProps) {
  const { entity, onClose } = props;
  const { t } = useTexts();
  return (
    <Suspense
      fallback={
        <FormDialogFrame title={t(`entity.${entity.key}.create`)} description={t(createTextKey())} onClose={onClose}>
          <FormSkeleton />
        </FormDialogFrame>
      }
    >
      <LoadedReferenceDialog {...props} />
    </Suspense>
  );
}

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
  const { state } = form;
  // in a change set, a save creates the item that will create the record
  const isSaved = state.matches('saved') || state.matches('proposed');
  const record = isSaved ? state.context.saveResult?.record : undefined;
  const addToForm = useEffectEvent((created: CodedRecord) => {
    cacheRecordLabels(entity.key, [created]);
    onCreated(created);
  });
  useEffect(() => {
    // the cast: kinds that others refer to have codes and names
    if (record) addToForm(record as unknown as CodedRecord);
  }, [record]);
  return (
    <FormDialog
      entity={entity}
      form={form}
      title={t(`entity.${entity.key}.create`)}
      description={t(createTextKey())}
      onClose={onClose}
    />
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
