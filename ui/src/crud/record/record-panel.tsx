import { Navigate } from '@tanstack/react-router';
import type { CardPart, EntityUi } from '#crud/define-entity.ts';
import { formLink, formPanelCode } from '#crud/form/definition/form-navigation.ts';
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
  const recordId = panel === 'new' ? null : (id ?? null);
  const layout = content === 'quickForm' ? 'dialog' : entity.form.layout;
  const close = () => void list.set({ id: undefined, panel: undefined });
  const view = useLazyCode(viewCode, content === 'view', () => content === 'view' && close());
  const form = useLazyCode(formPanelCode, isForm, () => isForm && close());
  const openCard = () => void list.set({ panel: 'view' });
  const history = useLazyCode(historyCode, content === 'history', () => content === 'history' && openCard());

  if (content === 'none') return null;
  if (content === 'formPage') {
    const { fromProposal, field } = list.search;
    const { to, search } = formLink(entity, recordId, { fromProposal, field });
    return <Navigate to={to} search={search} replace />;
  }
  if (isForm && form && typeof layout === 'string') {
    const quickEdit = content === 'quickForm' ? entity.form.quickEdit : undefined;
    const props = { entity, list, id: recordId, layout, quickEdit };
    return <form.RecordFormPanel key={recordId ?? 'new'} {...props} />;
  }
  if (content === 'view' && view && recordId !== null)
    return <view.RecordCard key={recordId} entity={entity} list={list} id={recordId} Card={Card} />;
  if (content === 'history' && history && recordId !== null) {
    const closeHistory = (recordMayExist: boolean) => (recordMayExist ? openCard() : close());
    return <history.RecordHistory key={recordId} entity={entity} id={recordId} onClose={closeHistory} />;
  }
  // reserves the panel's width, so that the list does not move when the code has loaded
  return isForm && layout === 'dialog' ? null : (
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
