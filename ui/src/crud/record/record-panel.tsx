import type { EntityUi } from '#crud/define-entity.ts';
import type { List } from '#crud/list/use-list.ts';
import { RecordForm } from './record-form.tsx';
import { RecordHistory } from './record-history.tsx';
import { RecordView } from './record-view.tsx';

/** What stands beside the list: a record's card, its form or its history, as the address says. */
export function RecordPanel({ entity, list }: { entity: EntityUi; list: List }) {
  const { id, panel } = list.search;
  if (panel === 'new') return <RecordForm key="new" entity={entity} list={list} id={null} />;
  if (id === undefined) return null;
  if (panel === 'edit') return <RecordForm key={id} entity={entity} list={list} id={id} />;
  if (panel === 'history') return <RecordHistory key={id} entity={entity} list={list} id={id} />;
  return <RecordView key={id} entity={entity} list={list} id={id} />;
}
