import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { fields, lists, type Schemas } from '#api/metadata.gen.ts';
import { loadSetMarks } from '#crud/change-set/load-in-set.ts';
import { UpcomingIcon, UpcomingText } from '#crud/change-set/upcoming-marks.tsx';
import type { UpcomingChange } from '#crud/change-set/upcoming-text.ts';
import { workingSet } from '#crud/change-set/working-set.ts';
import { codeWidth, recordCodeColumn } from '#crud/columns.tsx';
import { missingForApprovalText } from '#crud/decision-errors.ts';
import type { AnyRecord, CellContext, ColumnSpec, EntityUi, Values } from '#crud/define-entity.ts';
import { useFormNavigation } from '#crud/form/definition/form-navigation.ts';
import type { PanelName } from '#crud/list/list-search.ts';
import type { RecordList } from '#crud/list/use-list.ts';
import { secondName } from '#crud/text/record-names.ts';
import { Time } from '#crud/text/time.tsx';
import { t, useTexts } from '#i18n/i18n.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { MutedText, NumberText, TwoLines } from '#kit/table/cells.tsx';
import type { RowAction } from '#kit/table/data-table.tsx';
import { RowActions } from '#kit/table/row-actions.tsx';
import { useSession } from '#session/use-session.ts';
import type { ListColumn } from './list-columns.tsx';

type Row = AnyRecord & Values;

const SetMark = lazy(async () => ({ default: (await loadSetMarks()).SetMark }));
const SetStatus = lazy(async () => ({ default: (await loadSetMarks()).SetStatus }));

/** Room for each of the statuses with its mark, as columns are measured before the set has been read. */
const STATUS_IN_SET_PX = 110;

/** The columns of every entity's list. */
const commonColumns: Record<string, ColumnSpec> = {
  name: {
    id: 'name',
    width: 246,
    truncates: true,
    cell: (record, { language, upcoming }: CellContext) => {
      const second = secondName(record, language);
      const mark = upcoming?.(record);
      return (
        <TwoLines
          strong
          main={record.locales?.[language]?.name ?? record.name}
          second={
            mark ? (
              <>
                {mark}
                {second && ` · ${second}`}
              </>
            ) : (
              second
            )
          }
        />
      );
    },
  },
  status: {
    id: 'status',
    width: 104,
    cell: ({ status }) => <StatusMark status={status} label={t(`status.${status}`)} />,
  },
  createTime: { id: 'createTime', width: 116, cell: ({ createTime }) => <MutedTime iso={createTime} /> },
  updateTime: { id: 'updateTime', width: 116, cell: ({ updateTime }) => <MutedTime iso={updateTime} /> },
  createdBy: {
    id: 'createdBy',
    width: 100,
    truncates: true,
    unsortable: true,
    cell: ({ createdBy }) => <MutedText>{createdBy}</MutedText>,
  },
  updatedBy: {
    id: 'updatedBy',
    width: 100,
    truncates: true,
    unsortable: true,
    cell: ({ updatedBy }) => <MutedText>{updatedBy}</MutedText>,
  },
  version: {
    id: 'version',
    width: 72,
    align: 'end',
    unsortable: true,
    cell: ({ version }) => <NumberText>v{version}</NumberText>,
  },
};

/** The record's own code, as wide as the contract lets it be. */
function commonCodeColumn({ key }: EntityUi): ColumnSpec {
  const maxLength = lists[key].filters.code;
  return recordCodeColumn(codeWidth(typeof maxLength === 'number' ? maxLength : 0));
}

/** What stays at the left while the rest scrolls: code and name, or a kind's first column where it has neither. */
export function leadingColumns({ schema, columns }: EntityUi): readonly string[] {
  const identifyingFields = ['code', 'name'].filter((id) => fields[schema].includes(id));
  return identifyingFields.length > 0 ? identifyingFields : columns.slice(0, 1).map(({ id }) => id);
}

const MutedTime = ({ iso }: { iso: string }) => (
  <MutedText>
    <Time iso={iso} />
  </MutedText>
);

const noRows: readonly Row[] = [];
const NO_CHANGES: readonly UpcomingChange[] = [];

/** Columns of what a record has not as a field of its own are never empty by themselves. */
const hasNoValue = (id: string) => (record: Row) => {
  if (!(id in record)) return false;
  const value = record[id];
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
};

/** How many digits a decimal has after its point. */
const fractionLength = (value: unknown): number => (typeof value === 'string' ? (value.split('.')[1]?.length ?? 0) : 0);

const DEFAULT_COMMON = ['status', 'updateTime'];
const HIDDEN_COMMON = ['createTime', 'createdBy', 'updatedBy', 'version'];

/** The columns of a kind's list: those that stay at the left, its own, those that every kind has, and the actions. */
export function useRecordColumns(entity: EntityUi, data: RecordList['data']): ListColumn<Row>[] {
  const { language } = useTexts();
  const actions = useRowActions(entity);
  const { labels, proposals, upcoming = NO_CHANGES } = data ?? {};
  const rows: readonly Row[] = data?.items ?? noRows;
  return useMemo(() => {
    const decimals = entity.columns.filter(({ decimal }) => decimal);
    const fractionDigits = Object.fromEntries(
      decimals.map(({ id }) => [id, Math.max(0, ...rows.map((row) => fractionLength(row[id])))]),
    );
    const upcomingOf = (id: number) => upcoming.filter(({ recordId }) => recordId === id);
    const context: CellContext = {
      language,
      labels: labels ?? {},
      fractionDigits,
      upcoming: ({ id }) => {
        const changes = upcomingOf(id);
        return changes.length > 0 ? <UpcomingText entity={entity} upcoming={changes} /> : undefined;
      },
    };
    const ownColumns = new Map(entity.columns.map((column) => [column.id, column]));
    const toColumn = (
      id: string,
      flags: Pick<ListColumn<Row>, 'pinned' | 'hiddenByDefault'> = {},
    ): ListColumn<Row>[] => {
      const column = ownColumns.get(id) ?? (id === 'code' ? commonCodeColumn(entity) : commonColumns[id]);
      if (!column) return [];
      const { unsortable, cell, isEmpty = hasNoValue(id), decimal: _, ...rest } = column;
      return [
        {
          ...rest,
          ...flags,
          sortable: !unsortable,
          resizable: id !== 'code',
          cell: (record) => cell(record, context),
          isEmpty: flags.pinned ? undefined : isEmpty,
        },
      ];
    };
    const leading = leadingColumns(entity);
    const hasName = leading.includes('name');
    const statusColumns = toColumn('status').map(
      (column): ListColumn<Row> => ({
        ...column,
        ...(workingSet() && { minWidth: STATUS_IN_SET_PX }),
        cell: (record: Row) => (
          <span className="flex items-center gap-1.5">
            {workingSet() ? (
              <Suspense fallback={column.cell(record)}>
                <SetStatus entity={entity.key} record={record} />
              </Suspense>
            ) : (
              column.cell(record)
            )}
            <MissingFieldsMark entity={entity} record={record} />
            {workingSet() && (
              // columns are measured before the marks are there
              <span className="w-3.5 flex-none">
                <Suspense>
                  <SetMark entity={entity.key} id={record.id} />
                </Suspense>
              </span>
            )}
            {!hasName && <UpcomingIcon entity={entity} upcoming={upcomingOf(record.id)} />}
            <ProposalMarkIcon mark={proposals?.find(({ id }) => id === record.id)} />
          </span>
        ),
      }),
    );
    return [
      ...leading.flatMap((id) => toColumn(id, { pinned: true })),
      ...entity.columns.flatMap(({ id }) => (leading.includes(id) ? [] : toColumn(id))),
      ...DEFAULT_COMMON.flatMap((id) => (id === 'status' ? statusColumns : toColumn(id))),
      ...HIDDEN_COMMON.flatMap((id) => toColumn(id, { hiddenByDefault: true })),
      {
        id: 'actions',
        width: entity.form.quickEdit ? 136 : 108,
        cell: (record) => <RowActions actions={actions(record)} />,
      },
    ];
  }, [entity, language, labels, proposals, upcoming, actions, rows]);
}

/** Marks a record that lacks a field which approval requires, and names the field. */
function MissingFieldsMark({ entity, record }: { entity: EntityUi; record: Row }) {
  const text = missingForApprovalText(entity, record);
  if (!text) return null;
  return (
    <span title={text} className="text-warn-ink">
      <Icon name="incomplete" size={14} label={text} />
    </span>
  );
}

/** Marks a record that has an open proposal. */
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

/** The actions at the end of a row. */
function useRowActions(entity: EntityUi): (record: AnyRecord) => RowAction[] {
  const { t, language } = useTexts();
  const { user, denialReason } = useSession();
  const navigate = useNavigate();
  const navigation = useFormNavigation(entity);
  // biome-ignore lint/correctness/useExhaustiveDependencies: texts change with the language, permissions with the user
  return useCallback(
    ({ id }) => {
      const showPanel = (panel: PanelName) => () =>
        void navigate({ to: '.', search: (search) => ({ ...search, id, panel }) });
      const quickEdit: RowAction = {
        id: 'quick',
        icon: 'quick-edit',
        label: t('form.quick'),
        disabledReason: denialReason(`${entity.key}:update`),
        onSelect: showPanel('quick'),
      };
      return [
        {
          id: 'edit',
          icon: 'edit',
          label: t('common.edit'),
          disabledReason: denialReason(`${entity.key}:update`),
          onSelect: () => navigation.edit(id),
          onPrefetch: navigation.prefetchProps.onFocus,
        },
        ...(entity.form.quickEdit ? [quickEdit] : []),
        { id: 'history', icon: 'history', label: t('history.title'), onSelect: showPanel('history') },
        {
          id: 'delete',
          icon: 'trash',
          label: t('common.delete'),
          disabledReason: denialReason(`${entity.key}:delete`),
          onSelect: showPanel('delete'),
        },
      ];
    },
    [entity, language, user, navigation],
  );
}
