import { Navigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { CardPart, EntityUi } from '#crud/define-entity.ts';
import { RecordFormPanel } from '#crud/form/record-form-panel.tsx';
import { formLink } from '#crud/form/state/form-navigation.ts';
import type { RecordList } from '#crud/list/use-list.ts';
import { RecordView } from './record-view.tsx';

const RecordHistory = lazy(async () => ({ default: (await import('./history/record-history.tsx')).RecordHistory }));

interface Props {
  entity: EntityUi;
  list: RecordList;
  Card?: CardPart | undefined;
}

/** The panel beside or over a list that the address selects: a record's card, form or history. */
export function RecordPanel({ entity, list, Card }: Props) {
  const { id, panel } = list.search;
  if (panel === 'new') return <RecordForm key="new" entity={entity} list={list} id={null} />;
  if (id === undefined) return null;
  if (panel === 'edit') return <RecordForm key={id} entity={entity} list={list} id={id} />;
  if (panel === 'quick' && entity.form.quickEdit) {
    return (
      <RecordFormPanel key={id} entity={entity} list={list} id={id} layout="dialog" quickEdit={entity.form.quickEdit} />
    );
  }
  if (panel === 'history') {
    const close = (recordExists: boolean) =>
      void list.set(recordExists ? { panel: 'view' } : { id: undefined, panel: undefined });
    return (
      // takes the place of the panel beside the list, so that the list does not move when the code has loaded
      <Suspense fallback={<div className="w-120 flex-none max-xl:hidden" />}>
        <RecordHistory key={id} entity={entity} id={id} onClose={close} />
      </Suspense>
    );
  }
  return <RecordView key={id} entity={entity} list={list} id={id} Card={Card} />;
}

function RecordForm({ entity, list, id }: Props & { id: number | null }) {
  const { layout } = entity.form;
  if (typeof layout === 'string') return <RecordFormPanel entity={entity} list={list} id={id} layout={layout} />;
  const { fromProposal, field } = list.search;
  const { to, search } = formLink(entity, id, { fromProposal, field });
  return <Navigate to={to} search={search} replace />;
}
