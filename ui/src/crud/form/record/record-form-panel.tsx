import { type ComponentProps, type ReactNode, Suspense, use } from 'react';
import type { EntityUi, FormUi } from '#crud/define-entity.ts';
import { loadForm } from '#crud/form/definition/form-definition.ts';
import { useFormNavigation } from '#crud/form/definition/form-navigation.ts';
import { FormActions } from '#crud/form/form-actions.tsx';
import { FormDrawer, FormSkeleton } from '#crud/form/form-shell.tsx';
import type { RecordData } from '#crud/form/state/form-context.ts';
import type { RecordList } from '#crud/list/use-list.ts';
import { recordTitle } from '#crud/text/record-names.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Code } from '#kit/display/code.tsx';
import { Dialog } from '#kit/layers/dialog.tsx';
import { RecordFormFields, RecordFormFrame, RecordInHead } from './record-form-fields.tsx';
import { useRecordForm } from './use-record-form.ts';
import { useRecordWithProposals } from './use-record-proposals.ts';
import { useReturnToCard } from './use-return-to-card.ts';

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
    recordWithProposals: useRecordWithProposals(entity, id, list.search.fromProposal),
  });
  const { edit, prefetchProps } = useFormNavigation(entity);
  // a deleted record that is saved as a new one has no id any more
  const { id: editedId, record } = recordForm.state.context;
  // what is typed here is in the complete form, too
  const openWhole =
    editedId !== null && ((field?: string) => edit(editedId, { field, ignoreBlocker: recordForm.keepDraft() }));
  const form = quickEdit ? { ...recordForm, openField: openWhole || null } : recordForm;
  const { close } = useReturnToCard(list, id, form);
  const fullFormButton = quickEdit && openWhole && (
    <Button variant="ghost" icon="external" {...prefetchProps} onClick={() => openWhole()}>
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

interface ContainerProps extends Omit<ComponentProps<typeof FormDrawer>, 'name'> {
  entity: EntityUi;
  id: number | null;
  layout: 'panel' | 'dialog';
  title: ReactNode;
}

function Container({ entity, id, layout, title, onClose, footer, children }: ContainerProps) {
  const { t } = useTexts();
  if (layout === 'dialog') {
    return (
      <Dialog open width={640} flush fixedTop title={title} onClose={onClose} footer={footer}>
        <div className="sm:[--form-edge:20px]">{children}</div>
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
    <span className="flex items-center gap-2 max-sm:flex-wrap max-sm:gap-y-0">
      <span className="flex-none">{t(id === null ? `entity.${entity.key}.create` : `entity.${entity.key}.edit`)}</span>
      {typeof record?.code === 'string' && <Code small>{record.code}</Code>}
      {record && (
        <span className="min-w-0 text-ink-2 max-sm:line-clamp-2 max-sm:w-full max-sm:whitespace-normal max-sm:wrap-anywhere sm:truncate">
          {recordTitle(entity.key, record, language)}
        </span>
      )}
      <RecordInHead entity={entity.key} id={id} />
    </span>
  );
}
