import { type ComponentProps, type ReactNode, Suspense, use, useEffect, useEffectEvent, useState } from 'react';
import { fields } from '#api/metadata.gen.ts';
import type { EntityUi, FormUi, Values } from '#crud/define-entity.ts';
import type { RecordList } from '#crud/list/use-list.ts';
import type { CodedRecord } from '#crud/read/find-records.ts';
import { cacheRecordLabels } from '#crud/text/labels.ts';
import { recordTitle } from '#crud/text/record-names.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Code } from '#kit/display/chip.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { useLocalShortcut } from '#kit/shortcuts.ts';
import { FormActions } from './form-actions.tsx';
import { FormDrawer, FormSkeleton } from './form-shell.tsx';
import { EditorsInHead, RecordFormFields, RecordFormFrame } from './record-form-fields.tsx';
import { type LoadedForm, loadForm } from './state/form-definition.ts';
import { useFormNavigation } from './state/form-navigation.ts';
import type { RecordData } from './state/merge.ts';
import { useRecordContext } from './state/use-own-proposal.ts';
import { useRecordForm } from './state/use-record-form.ts';
import { useReturnToCard } from './state/use-return-to-card.ts';

interface Props {
  entity: EntityUi;
  list: RecordList;
  id: number | null;
  /** A drawer beside the list, or a dialog over it. */
  layout: 'panel' | 'dialog';
  /** Loads a reduced set of fields; the action bar then links to the full form. */
  quickEdit?: FormUi['quickEdit'];
}

/** A form that edits or creates a record without leaving the list. */
export function RecordFormPanel(props: Props) {
  const { close } = useReturnToCard(props.list, props.id);
  return (
    <Suspense
      fallback={
        <Container {...props} onClose={close} title={<FormTitle {...props} />}>
          <FormSkeleton />
        </Container>
      }
    >
      <LoadedPanel {...props} />
    </Suspense>
  );
}

function LoadedPanel(props: Props) {
  const { t } = useTexts();
  const { entity, list, id, layout, quickEdit } = props;
  const recordForm = useRecordForm({
    entity,
    id,
    parts: use(loadForm(entity, quickEdit)),
    layout,
    field: list.search.field,
    recordContext: useRecordContext(entity, id, list.search.fromProposal),
  });
  const { edit, prefetchProps } = useFormNavigation(entity);
  // a deleted record that is saved as a new one has no id any more
  const { id: editedId, record } = recordForm.state.context;
  const openField = editedId === null ? null : (field: string) => edit(editedId, { field });
  const form = quickEdit ? { ...recordForm, openField } : recordForm;
  const { close } = useReturnToCard(list, id, form);
  const fullFormButton = quickEdit && editedId !== null && (
    <Button variant="ghost" icon="external" {...prefetchProps} onClick={() => edit(editedId)}>
      {t('form.whole')}
    </Button>
  );
  return (
    <Container
      {...props}
      id={editedId}
      onClose={close}
      title={<FormTitle {...props} id={editedId} record={record} />}
      footer={<FormActions form={form} extraButton={fullFormButton} />}
    >
      <RecordFormFrame form={form}>
        <RecordFormFields form={form} />
      </RecordFormFrame>
    </Container>
  );
}

interface ContainerProps
  extends Omit<ComponentProps<typeof FormDrawer>, 'name'>,
    Pick<ComponentProps<typeof Dialog>, 'description' | 'onKeyDown'> {
  entity: EntityUi;
  id: number | null;
  layout: 'panel' | 'dialog';
  title: ReactNode;
}

function Container({ entity, id, layout, title, onClose, footer, children, ...dialogProps }: ContainerProps) {
  const { t } = useTexts();
  if (layout === 'dialog') {
    return (
      <Dialog open width={640} flush fixedTop title={title} onClose={onClose} footer={footer} {...dialogProps}>
        <div className="[--form-edge:20px]">{children}</div>
      </Dialog>
    );
  }
  const name = t(id === null ? `entity.${entity.key}.create` : `entity.${entity.key}.edit`);
  return (
    <FormDrawer name={name} title={title} onClose={onClose} footer={footer}>
      {children}
    </FormDrawer>
  );
}

interface FormTitleProps {
  entity: EntityUi;
  id: number | null;
  record?: RecordData | null;
}

/** The title of a form: its action and the record's code and name. */
function FormTitle({ entity, id, record }: FormTitleProps) {
  const { t, language } = useTexts();
  return (
    <span className="flex items-center gap-2">
      <span className="flex-none">{t(id === null ? `entity.${entity.key}.create` : `entity.${entity.key}.edit`)}</span>
      {typeof record?.code === 'string' && <Code small>{record.code}</Code>}
      {record && <span className="min-w-0 truncate text-ink-2">{recordTitle(entity.key, record, language)}</span>}
      <EditorsInHead entity={entity.key} id={id} />
    </span>
  );
}

interface CreateReferenceProps {
  entity: EntityUi;
  /** What was typed to find the record. */
  typedText: string;
  /** Values of the form below that the new record has, too. */
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
        <Container
          entity={entity}
          id={null}
          layout="dialog"
          title={<FormTitle {...props} id={null} />}
          onClose={onClose}
        >
          <FormSkeleton />
        </Container>
      }
    >
      <LoadedReferenceDialog {...props} />
    </Suspense>
  );
}

const NO_CONTEXT = { data: undefined, problem: undefined, loading: false, reload: () => {} };

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
    recordContext: NO_CONTEXT,
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
  const onKeyDown = useLocalShortcut('mod+s', 'save', form.save);
  function close(): void {
    if (state.matches('saving')) return;
    if (changes.length > 0) setIsLeaving(true);
    else onClose();
  }
  return (
    <Container
      entity={entity}
      id={null}
      layout="dialog"
      title={<FormTitle entity={entity} id={null} />}
      description={t('reference.createText')}
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
    </Container>
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
