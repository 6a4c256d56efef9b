import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Schemas } from '#api/facts.gen.ts';
import type { AnyRecord, EntityUi, Values } from '#crud/define-entity.ts';
import { useFormNavigation } from '#crud/form-place.ts';
import { titleOf } from '#crud/names.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type Column, DataTable, type RowAction } from '#kit/data-table.tsx';
import { Icon } from '#kit/icon.tsx';
import { RowActions } from '#kit/row-actions.tsx';
import { useSession } from '#session/use-session.ts';
import { commonColumns, leadingColumns } from './common-columns.tsx';
import { shownColumns } from './list-columns.tsx';
import { ListEmpty } from './list-empty.tsx';
import type { PanelName } from './list-search.ts';
import type { ListPreferences } from './preferences.ts';
import type { Selection } from './selection.ts';
import type { List } from './use-list.ts';

type Row = AnyRecord & Values;

interface Props {
  entity: EntityUi;
  list: List;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
  selection: Selection;
  onSelect: (selection: Selection) => void;
}

const rowId = ({ id }: Row) => id;
const noRows: Row[] = [];

export function ListTable({ entity, list, preferences, onPreferences, selection, onSelect }: Props) {
  const { t, language } = useTexts();
  const { data, search, loading, problem, set } = list;
  const columns = useColumns(entity, list, preferences);
  const rows = problem ? noRows : (data?.items ?? noRows);
  const selectedIds = useMemo(() => new Set(selection.keys()), [selection]);
  const byId = new Map([...selection, ...rows.map((row) => [row.id, row] as const)]);
  const leading = leadingColumns(entity);
  const rowLabel = (row: Row) => row.code ?? titleOf(entity.key, row, language);
  const sort = search.sort ?? (search.q ? undefined : leading[0]);
  return (
    <DataTable
      aria-label={t(`entity.${entity.key}.many`)}
      columns={columns}
      rows={rows}
      rowId={rowId}
      rowLabel={rowLabel}
      selectedIds={selectedIds}
      onSelect={(ids) => onSelect(new Map([...byId].filter(([id]) => ids.has(id))))}
      sort={sort ? { column: sort.replace(/^-/, ''), direction: sort.startsWith('-') ? 'desc' : 'asc' } : undefined}
      onSort={({ column, direction }) => list.filterBy({ sort: `${direction === 'desc' ? '-' : ''}${column}` })}
      currentId={search.id}
      onOpen={({ id }) => set({ id, panel: 'view' })}
      density={preferences.density}
      loading={loading}
      skeletonRows={data ? 0 : (search.pageSize ?? 20)}
      columnWidths={preferences.widths}
      onResize={(id, width) => onPreferences({ widths: { ...preferences.widths, [id]: width } })}
      empty={<ListEmpty entity={entity} list={list} />}
    />
  );
}

function useColumns(entity: EntityUi, { data, search }: List, { columns: kept }: ListPreferences): Column<Row>[] {
  const { language } = useTexts();
  const actions = useRowActions(entity);
  const labels = data?.labels;
  const proposals = data?.proposals;
  return useMemo(() => {
    const own = Object.fromEntries(entity.columns.map((column) => [column.id, column]));
    const leading = leadingColumns(entity);
    const specs = [...leading, ...shownColumns(entity, search.cols, kept)].map((id) => own[id] ?? commonColumns[id]);
    const context = { language, labels: labels ?? {} };
    const columns = specs
      .filter((spec) => spec !== undefined)
      .map(
        (spec): Column<Row> => ({
          ...spec,
          header: pointerText(`/${spec.id}`),
          pinned: leading.includes(spec.id),
          sortable: !spec.unsortable,
          resizable: spec.id !== 'code',
          cell: (row) =>
            spec.id === 'status' ? (
              <span className="flex items-center gap-1.5">
                {spec.cell(row, context)}
                <ProposalMarkIcon mark={proposals?.find(({ id }) => id === row.id)} />
              </span>
            ) : (
              spec.cell(row, context)
            ),
        }),
      );
    const last: Column<Row> = {
      id: 'actions',
      header: pointerText('/actions'),
      width: entity.form.quick ? 136 : 108,
      pinnedRight: true,
      resizable: false,
      cell: (row) => <RowActions actions={actions(row)} />,
    };
    return [...columns, last];
  }, [entity, search.cols, kept, language, labels, proposals, actions]);
}

/** A change waits beside this record. */
function ProposalMarkIcon({ mark }: { mark: Schemas['ProposalMark'] | undefined }) {
  const { t } = useTexts();
  if (!mark) return null;
  const text = t('list.proposalOpen', { by: mark.by });
  return (
    <span title={text} className="text-warn-ink">
      <Icon name="branch" size={14} label={text} />
    </span>
  );
}

/** What a row offers at its right edge. */
function useRowActions(entity: EntityUi): (record: AnyRecord) => RowAction[] {
  const { t, language } = useTexts();
  const { user, refuse } = useSession();
  const navigate = useNavigate();
  const ways = useFormNavigation(entity);
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with the language, permissions with the user
  return useCallback(
    ({ id }) => {
      const show = (panel: PanelName) => () =>
        void navigate({ to: '.', search: (search) => ({ ...search, id, panel }) });
      const quick: RowAction = {
        id: 'quick',
        icon: 'translate',
        label: t('form.quick'),
        refused: refuse(`${entity.key}:update`),
        onSelect: show('quick'),
      };
      return [
        {
          id: 'edit',
          icon: 'edit',
          label: t('common.edit'),
          refused: refuse(`${entity.key}:update`),
          onSelect: () => ways.edit(id),
          onAhead: ways.prefetchProps.onFocus,
        },
        ...(entity.form.quick ? [quick] : []),
        { id: 'history', icon: 'clock', label: t('history.title'), onSelect: show('history') },
        {
          id: 'delete',
          icon: 'trash',
          label: t('common.delete'),
          refused: refuse(`${entity.key}:delete`),
          onSelect: show('delete'),
        },
      ];
    },
    [entity, language, user, ways],
  );
}
