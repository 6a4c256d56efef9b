import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { type EntityKey, requiredToApprove, type Status } from '#api/metadata.gen.ts';
import { loadSetMarks } from '#crud/change-set/load-in-set.ts';
import { workingSet } from '#crud/change-set/working-set.ts';
import type { AnyRecord, CardPart, EntityUi, FilterSpec } from '#crud/define-entity.ts';
import { ExportButton } from '#crud/export/export-button.tsx';
import { exportOfList } from '#crud/export/list-export.ts';
import { useFormNavigation } from '#crud/form/definition/form-navigation.ts';
import { prefetchRecordView, RecordPanel } from '#crud/record/record-panel.tsx';
import { copyText } from '#crud/text/copy-text.ts';
import { recordTitle } from '#crud/text/record-names.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts, withTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Segmented } from '#kit/fields/segmented.tsx';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import { FirstUseState } from '#kit/messages/empty-state.tsx';
import { useShortcut } from '#kit/shortcuts.ts';
import { useSession } from '#session/use-session.ts';
import { leadingColumns, useRecordColumns } from './columns/record-columns.tsx';
import { filterOption } from './filters/filter-option.ts';
import { useRecordFilters } from './filters/record-filters.tsx';
import { MAX_SORTS } from './list-search.ts';
import { ListShell } from './list-shell.tsx';
import { type Selection, withLatestRows } from './selection.ts';
import { conditionLabel, type RecordList, useRecordList } from './use-list.ts';
import { useListViews, VIEW_TABS_HEIGHT } from './views/use-views.ts';
import { entityListParser } from './views/view-search.ts';

const SetListNote = lazy(async () => ({ default: (await loadSetMarks()).SetListNote }));
const Completeness = lazy(async () => ({ default: (await import('./completeness.tsx')).Completeness }));

interface Props {
  entity: EntityUi;
  /** What stands on a record's card before its fields. */
  Card?: CardPart;
}

const rowId = ({ id }: AnyRecord) => id;

/** Loaded once the pointer or the focus enters the list, or a record is selected. */
const bulkBarCode = createLazyCode(() => withTexts(import('./list-bulk-bar.tsx'), 'tasks'));

/** Loaded where there is a view, or something to save as one. */
const viewTabsCode = createLazyCode(() => import('./views/view-tabs.tsx'));
const saveViewCode = createLazyCode(() => import('./views/save-view.tsx'));

const STATUS_ORDER = ['active', 'pending', 'approved', 'inactive', 'rejected'] as const satisfies Status[];

let isCodePrefetched = false;

/** Loads the code of the bulk bar and the card once the pointer or focus enters the list: the bar for selected records, and the card. */
function prefetchCode(): void {
  // only once: a failed load would otherwise be repeated with every movement of the pointer
  if (isCodePrefetched) return;
  isCodePrefetched = true;
  void bulkBarCode.load();
  prefetchRecordView();
}

/** A kind's page: its records as a table, one of them beside it. */
export function ListPage({ entity, Card }: Props) {
  const { t, language } = useTexts();
  const loadedList = useRecordList(entity);
  const columns = useRecordColumns(entity, loadedList.data);
  const views = useListViews({
    ...entity,
    ...loadedList,
    parse: entityListParser(entity.key),
    columnIds: columns.map(({ id }) => id),
    allLabel: t('views.all'),
    labelOf: (name) => conditionLabel(name, t),
  });
  // the address without parameters opens the default view, so its own records must not appear first
  const list = views.isDefaultViewPending
    ? { ...loadedList, data: undefined, problem: undefined, loading: true }
    : loadedList;
  const { search, data, set } = list;
  const { can } = useSession();
  const { edit } = useFormNavigation(entity);
  const [selected, select] = useState<Selection>(new Map());
  const selection = useMemo(() => withLatestRows(selected, data?.items ?? []), [selected, data]);
  const selectedIds = useMemo(() => new Set(selection.keys()), [selection]);
  const viewTabs = useLazyCode(viewTabsCode, views.hasTabs || views.isChanged || views.isGone);
  const saveView = useLazyCode(saveViewCode, views.isChanged);
  const bulkBar = useLazyCode(bulkBarCode, selection.size > 0);
  const page = useFocusAfterSelection(selection.size > 0);
  const selectable = new Map([...selection, ...(data?.items ?? []).map((row) => [row.id, row] as const)]);
  const segmentedFilters = entity.filters.filter(({ defaultValue }) => defaultValue !== undefined);
  const filters = useRecordFilters(entity, list);
  const many = t(`entity.${entity.key}.many`);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the list inside has the controls */}
      <div ref={page} className="contents" onPointerOver={prefetchCode} onFocus={prefetchCode}>
        <ListShell
          name={entity.key}
          title={many}
          actions={<HeadActions entity={entity} list={list} />}
          viewTabs={
            viewTabs ? <viewTabs.ViewTabs views={views} /> : views.hasTabs && <div className={VIEW_TABS_HEIGHT} />
          }
          note={
            workingSet() && (
              <Suspense>
                <SetListNote entity={entity.key} />
              </Suspense>
            )
          }
          viewActions={saveView && <saveView.SaveView views={views} />}
          tabs={{
            filter: 'status',
            values: STATUS_ORDER.map((status) => ({ id: status, label: t(`status.${status}`), mark: status })),
            counts: data?.counts,
          }}
          searchHint={t(`entity.${entity.key}.search`)}
          filters={filters}
          maxSorts={MAX_SORTS}
          segmentedFilters={segmentedFilters.map((spec) => ({
            id: spec.id,
            control: <SegmentedFilter key={spec.id} spec={spec} list={list} />,
          }))}
          list={list}
          rows={data?.items}
          total={data?.total ?? 0}
          columns={columns}
          rowId={rowId}
          rowLabel={(row) => row.code ?? recordTitle(entity.key, row, language)}
          selectedIds={selectedIds}
          onSelect={(ids) => select(new Map([...selectable].filter(([id]) => ids.has(id))))}
          currentId={search.id}
          onOpen={({ id }) => set({ id, panel: 'view' })}
          onFollow={({ id }) => set({ id }, { replace: true })}
          onEdit={can(`${entity.key}:update`) ? ({ id }) => edit(id) : undefined}
          onCopy={({ code }) => code !== undefined && copyText(code)}
          defaultSort={search.q ? undefined : leadingColumns(entity)[0]}
          emptyHint={t('list.emptyFilteredText')}
          first={<NoRecordsYet entity={entity} many={many} />}
        >
          {selection.size > 0 && bulkBar && (
            <bulkBar.ListBulkBar entity={entity} list={list} selection={selection} onSelect={select} />
          )}
        </ListShell>
      </div>
      <RecordPanel entity={entity} list={list} Card={Card} />
    </>
  );
}

/** Moves the focus back to the table if it was on the bar of the selection, which disappears with the last selected row. */
function useFocusAfterSelection(hasSelection: boolean) {
  const page = useRef<HTMLDivElement>(null);
  const hadSelection = useRef(false);
  useEffect(() => {
    const { activeElement, body } = document;
    if (hadSelection.current && !hasSelection && activeElement === body)
      page.current?.querySelector<HTMLElement>('table [tabindex="0"]')?.focus();
    hadSelection.current = hasSelection;
  }, [hasSelection]);
  return page;
}

/** The ways into and out of a kind's records. */
function HeadActions({ entity, list: { search, data } }: { entity: EntityUi; list: RecordList }) {
  const { t } = useTexts();
  const { can } = useSession();
  const { create } = useFormNavigation(entity);
  const { key } = entity;
  useShortcut('n', 'create', create, { active: can(`${key}:create`) });
  return (
    <>
      {requiredToApprove[key].length > 0 && (
        <Suspense>
          <Completeness entity={entity} />
        </Suspense>
      )}
      <ImportButton kind={key}>{t('list.import')}</ImportButton>
      <ExportButton
        source={exportOfList(entity, search)}
        permission={`${key}:export`}
        header={data && t('list.exportHint', { total: number(data.total) })}
      />
      {/* the card beside the list has a primary button of its own */}
      <CreateButton entity={entity} variant={search.panel === undefined ? 'primary' : 'secondary'} />
    </>
  );
}

function CreateButton({ entity, variant }: { entity: EntityUi; variant: 'primary' | 'secondary' }) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  const { create, prefetchProps } = useFormNavigation(entity);
  return (
    <Button
      variant={variant}
      icon="plus"
      disabledReason={denialReason(`${entity.key}:create`)}
      {...prefetchProps}
      onClick={create}
    >
      {t(`entity.${entity.key}.create`)}
    </Button>
  );
}

function NoRecordsYet({ entity, many }: { entity: EntityUi; many: string }) {
  const { t } = useTexts();
  const { can } = useSession();
  const canImport = can(`${entity.key}:import`);
  return (
    <FirstUseState
      title={t('list.emptyFirst', { many })}
      text={t(`entity.${entity.key}.first`)}
      actions={
        <>
          {can(`${entity.key}:create`) && <CreateButton entity={entity} variant="secondary" />}
          {canImport && <ImportButton kind={entity.key}>{t('list.importFile')}</ImportButton>}
        </>
      }
      footnote={canImport && t('list.importFormats')}
    />
  );
}

/** The control of a filter that is always in force. */
function SegmentedFilter({ spec, list: { search, filterBy } }: { spec: FilterSpec; list: RecordList }) {
  const { id, values = [], defaultValue = '' } = spec;
  const options = values.map((value) => ({ value, label: filterOption(spec, value).label }));
  return (
    <Segmented
      aria-label={pointerLabel(`/${id}`)}
      value={String(search[id] ?? defaultValue)}
      onChange={(value) => filterBy({ [id]: value === defaultValue ? undefined : value })}
      options={options}
    />
  );
}

/** A button that starts a new import of the entity. */
function ImportButton({ kind, children }: { kind: EntityKey; children: ReactNode }) {
  const { denialReason } = useSession();
  const navigate = useNavigate();
  return (
    <Button
      icon="upload"
      disabledReason={denialReason(`${kind}:import`)}
      onClick={() => void navigate({ to: '/imports/new', search: { kind } })}
    >
      {children}
    </Button>
  );
}
