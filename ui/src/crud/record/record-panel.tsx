import { Navigate } from '@tanstack/react-router';
import type { CardPart, EntityUi } from '#crud/define-entity.ts';
import { formLink } from '#crud/form/form-navigation.ts';
import { RecordFormPanel } from '#crud/form/record-form-panel.tsx';
import type { RecordList } from '#crud/list/use-list.ts';
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
  if (panel === 'quick' && entity.form.quickEdit) {
    return (
      <RecordFormPanel key={id} entity={entity} list={list} id={id} layout="dialog" quickEdit={entity.form.quickEdit} />
    );
  }
  if (panel === 'history') {
    const back = (kept: boolean) => void list.set(kept ? { panel: 'view' } : { id: undefined, panel: undefined });
    return <RecordHistory key={id} entity={entity} id={id} onClose={back} />;
  }
  return <RecordView key={id} entity={entity} list={list} id={id} Card={Card} />;
}

function Form({ entity, list, id }: Props & { id: number | null }) {
  const { layout } = entity.form;
  if (typeof layout === 'string') return <RecordFormPanel entity={entity} list={list} id={id} layout={layout} />;
  const { to, search } = formLink(entity, id);
  return <Navigate to={to} search={search} replace />;
}
