import { Navigate } from '@tanstack/react-router';
import type { CardPart, EntityUi } from '#crud/define-entity.ts';
import { FormDialog } from '#crud/form/form-dialog.tsx';
import { FormPanel } from '#crud/form/form-panel.tsx';
import { formLink } from '#crud/form-place.ts';
import type { List } from '#crud/list/use-list.ts';
import { RecordHistory } from './record-history.tsx';
import { RecordView } from './record-view.tsx';

interface Props {
  entity: EntityUi;
  list: List;
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
