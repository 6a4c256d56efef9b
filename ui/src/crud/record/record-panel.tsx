import { Navigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, use } from 'react';
import type { CardPart, EntityUi } from '#crud/define-entity.ts';
import { FormActions } from '#crud/form/form-actions.tsx';
import { FormDialog } from '#crud/form/form-dialog.tsx';
import { FormFields, FormFrame, FormSkeleton } from '#crud/form/form-frame.tsx';
import { FormTitle } from '#crud/form/form-title.tsx';
import { useOpenForm } from '#crud/form/open-form.ts';
import { useReturnToCard } from '#crud/form/use-return-to-card.ts';
import { formLink } from '#crud/form-place.ts';
import type { RecordList } from '#crud/list/use-list.ts';
import { loadForm } from '#crud/load-form.ts';
import { useRecordContext } from '#crud/record/use-own-proposal.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Drawer } from '#kit/layers/drawer.tsx';
import { RecordHistory } from './record-history.tsx';
import { RecordView } from './record-view.tsx';

interface Props {
  entity: EntityUi;
  list: RecordList;
  Card?: CardPart | undefined;
}

/** What stands beside or over the list: a record's card, its form or its history, as the address says. */
export function RecordPanel({ entity, list, Card }: Props) {
  const { id, panel } = list.search;
  if (panel === 'new') return <Form key="new" entity={entity} list={list} id={null} />;
  if (id === undefined) return null;
  if (panel === 'edit') return <Form key={id} entity={entity} list={list} id={id} />;
  if (panel === 'quick' && entity.form.quick) {
    return <FormDialog key={id} entity={entity} list={list} id={id} quick={entity.form.quick} />;
  }
  if (panel === 'history') {
    const back = (kept: boolean) => void list.set(kept ? { panel: 'view' } : { id: undefined, panel: undefined });
    return <RecordHistory key={id} entity={entity} id={id} onClose={back} />;
  }
  return <RecordView key={id} entity={entity} list={list} id={id} Card={Card} />;
}

function Form(props: Props & { id: number | null }) {
  const { entity, id } = props;
  const { place } = entity.form;
  if (place === 'panel') return <FormPanel {...props} />;
  if (place === 'dialog') return <FormDialog {...props} />;
  const { to, search } = formLink(entity, id);
  return <Navigate to={to} search={search} replace />;
}

interface FormPanelProps {
  entity: EntityUi;
  list: RecordList;
  id: number | null;
}

/** A record being edited, or a new one, in the side panel. */
function FormPanel(props: FormPanelProps) {
  const { close } = useReturnToCard(props.list, props.id);
  return (
    <Suspense
      fallback={
        <Frame {...props} onClose={close} title={<FormTitle {...props} />}>
          <FormSkeleton />
        </Frame>
      }
    >
      <Open {...props} onClose={close} />
    </Suspense>
  );
}

function Open({ onClose, ...props }: FormPanelProps & { onClose: () => void }) {
  const { entity, list, id } = props;
  const parts = use(loadForm(entity));
  const form = useOpenForm({
    entity,
    id,
    parts,
    place: 'panel',
    recordContext: useRecordContext(entity, id, list.search.again),
  });
  useReturnToCard(list, id, form);
  const { base } = form.state.context;
  return (
    <Frame
      {...props}
      onClose={onClose}
      title={<FormTitle {...props} record={base} />}
      footer={<FormActions form={form} />}
    >
      <FormFrame form={form}>
        <FormFields form={form} />
      </FormFrame>
    </Frame>
  );
}

interface FrameProps extends FormPanelProps {
  onClose: () => void;
  title: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

function Frame({ entity, id, ...drawer }: FrameProps) {
  const { t } = useTexts();
  return (
    <Drawer
      open
      width={480}
      aria-label={t(id === null ? `entity.${entity.key}.create` : `entity.${entity.key}.edit`)}
      {...drawer}
    />
  );
}
