import { Navigate } from '@tanstack/react-router';
import type { CardPart, EntityUi } from '#crud/define-entity.ts';
import { formLink, formPanelCode } from '#crud/form/state/form-navigation.ts';
import type { RecordList } from '#crud/list/use-list.ts';
import { cx } from '#kit/cx.ts';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';

const viewCode = createLazyCode(() => import('./record-view.tsx'));
const historyCode = createLazyCode(() => import('./history/record-history.tsx'));

/** Loads the code of cards before one is opened. */
export const prefetchRecordView = (): void => void viewCode.load();

interface Props {
  entity: EntityUi;
  list: RecordList;
  Card?: CardPart | undefined;
}

/** The panel beside or over a list that the address selects: a record's card, form or history. */
export function RecordPanel({ entity, list, Card }: Props) {
  const { id, panel } = list.search;
  const content = findContent(entity, list);
  const isForm = content === 'form' || content === 'quickForm';
  const close = () => void list.set({ id: undefined, panel: undefined });
  const view = useLazyCode(viewCode, content === 'view', () => content === 'view' && close());
  const form = useLazyCode(formPanelCode, isForm, () => isForm && close());
  const history = useLazyCode(historyCode, content === 'history', () => content === 'history' && close());

  if (content === 'none') return null;
  if (content === 'formPage') {
    const { fromProposal, field } = list.search;
    const { to, search } = formLink(entity, panel === 'new' ? null : (id ?? null), { fromProposal, field });
    return <Navigate to={to} search={search} replace />;
  }
  if (content === 'view' && view && id !== undefined)
    return <view.RecordView key={id} entity={entity} list={list} id={id} Card={Card} />;
  if (content === 'history' && history && id !== undefined) {
    const closeHistory = (recordExists: boolean) => (recordExists ? void list.set({ panel: 'view' }) : close());
    return <history.RecordHistory key={id} entity={entity} id={id} onClose={closeHistory} />;
  }
  if (content === 'form' && form && typeof entity.form.layout === 'string') {
    const formId = panel === 'new' ? null : (id ?? null);
    return (
      <form.RecordFormPanel key={formId ?? 'new'} entity={entity} list={list} id={formId} layout={entity.form.layout} />
    );
  }
  if (content === 'quickForm' && form && id !== undefined)
    return (
      <form.RecordFormPanel
        key={id}
        entity={entity}
        list={list}
        id={id}
        layout="dialog"
        quickEdit={entity.form.quickEdit}
      />
    );
  const isDialog = content === 'quickForm' || (content === 'form' && entity.form.layout === 'dialog');
  // takes the place of the panel beside the list, so that the list does not move when the code has loaded
  return isDialog ? null : (
    <div className={cx('flex-none max-xl:hidden', content === 'view' ? 'w-(--drawer-w)' : 'w-120')} />
  );
}

/** Returns what the address selects. */
function findContent({ form }: EntityUi, { search: { id, panel } }: RecordList) {
  if (panel !== 'new' && id === undefined) return 'none';
  if (panel === 'quick' && form.quickEdit) return 'quickForm';
  if (panel === 'new' || panel === 'edit') return typeof form.layout === 'string' ? 'form' : 'formPage';
  return panel === 'history' ? 'history' : 'view';
}
