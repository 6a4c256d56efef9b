import { useMemo } from 'react';
import { enums } from '#api/metadata.gen.ts';
import { EmptyColumnsNote, useEmptyColumns } from '#crud/list/columns/empty-columns.tsx';
import { type ListPreferences, useListPreferences } from '#crud/list/columns/preferences.ts';
import { useDaysField } from '#crud/list/filters/days-filter.tsx';
import { FilterText } from '#crud/list/filters/filter-text.tsx';
import { RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import { recordName } from '#crud/text/record-names.ts';
import { language, t, useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { cx } from '#kit/cx.ts';
import { Code } from '#kit/display/chip.tsx';
import { FilterChip } from '#kit/lists/filter-chip.tsx';
import type { FilterField } from '#kit/lists/filter-values.tsx';
import { TwoLines } from '#kit/table/cells.tsx';
import { type Column, DataTable } from '#kit/table/data-table.tsx';
import { LogEmpty } from '#logs/log-empty.tsx';
import { LogExport } from '#logs/log-export.tsx';
import { LogFilterRow } from '#logs/log-filter-row.tsx';
import { LogPager } from '#logs/log-pager.tsx';
import { MutedTime } from '#logs/muted-time.tsx';
import { ChangeCard } from './change-card.tsx';
import { ChangedValues } from './changed-values.tsx';
import { conditions, noConditions, toFilter } from './data-log-search.ts';
import { ActionMark, actionText, entityText, KindMark } from './marks.tsx';
import { PositionText } from './position.tsx';
import { type DataLogEntry, type DataLogs, useDataLogs } from './use-data-logs.ts';

/** The data log, newest first, with the open change beside the table. The address determines everything shown. */
export function DataLogPage() {
  const { t } = useTexts();
  const logs = useDataLogs();
  const { preferences, change } = useListPreferences('data_log');
  const { search } = logs;
  return (
    <>
      <section className="relative flex min-w-0 flex-1 flex-col">
        <header className="flex h-13 flex-none items-center gap-2 border-b border-line px-6">
          <h1 className="text-xl font-semibold">{t('menu.data_log')}</h1>
          <div className="mr-auto ml-2">
            <RefreshFailedStatus {...logs} />
          </div>
          <LogExport
            path="/api/v1/data-logs/export"
            permission="data_log:export"
            filter={toFilter(search)}
            found={logs.data}
          />
        </header>
        <DataLogFilters logs={logs} preferences={preferences} onPreferences={change} />
        <DataLogTable logs={logs} preferences={preferences} onPreferences={change} />
      </section>
      {search.id !== undefined && <ChangeCard key={search.id} seq={search.id} logs={logs} />}
    </>
  );
}

interface Props {
  logs: DataLogs;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

const noRows: DataLogEntry[] = [];
const rowId = ({ seq }: DataLogEntry) => seq;

function DataLogTable({ logs, preferences, onPreferences }: Props) {
  const { t, language } = useTexts();
  const { data, problem, loading, search, pageSize, openEntry, filterBy } = logs;
  const narrowed = conditions.some((name) => search[name] !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: headers and cells are localized
  const columns = useMemo(dataLogColumns, [language]);
  const { visible, empty } = useEmptyColumns({
    columns,
    rows: data?.items,
    loading,
    resultKey: JSON.stringify(conditions.map((name) => search[name])),
    preferences,
  });
  return (
    <>
      <DataTable
        aria-label={t('menu.data_log')}
        columns={visible}
        rows={problem ? noRows : (data?.items ?? noRows)}
        rowId={rowId}
        currentId={search.id}
        onOpen={({ seq }) => openEntry(seq)}
        isLong
        density={preferences.density}
        loading={loading}
        skeletonRows={data ? 0 : pageSize}
        columnWidths={preferences.widths}
        onResize={(id, width) => onPreferences({ widths: { ...preferences.widths, [id]: width } })}
        empty={<LogEmpty texts="dataLogs" logs={logs} onClear={narrowed ? () => filterBy(noConditions) : undefined} />}
      />
      <LogPager
        logs={logs}
        note={<EmptyColumnsNote columns={empty} preferences={preferences} onPreferences={onPreferences} />}
      />
    </>
  );
}

const column = (
  id: keyof Texts['dataLogs']['column'],
  width: number,
  cell: Column<DataLogEntry>['cell'],
): Column<DataLogEntry> => ({ id, width, header: t(`dataLogs.column.${id}`), resizable: true, cell });

/** Returns the columns, whose texts are in the current language. */
const dataLogColumns = (): Column<DataLogEntry>[] => [
  { ...column('time', 136, ({ time }) => <MutedTime iso={time} />), pinned: true, onPhone: 'secondLine' },
  { ...column('entity', 132, ({ entity }) => <KindMark kind={entity} />), onPhone: 'secondLine' },
  { ...column('record', 210, (entry) => <RecordName entry={entry} />), truncates: true, onPhone: 'firstLine' },
  { ...column('action', 112, ({ action }) => <ActionMark action={action} />), onPhone: 'secondLine' },
  {
    ...column('changes', 360, (entry) => <ChangedValues entry={entry} />),
    truncates: true,
    isEmpty: ({ values, reason }) => values.length === 0 && !reason,
  },
  { ...column('position', 92, ({ position }) => <PositionText position={position} />), align: 'end' },
  {
    ...column('actor', 148, ({ actor, proposer }) => (
      <TwoLines strong main={actor} second={proposer && t('dataLogs.proposedBy', { proposer })} />
    )),
    truncates: true,
    onPhone: 'secondLine',
  },
];

const RecordName = ({ entry }: { entry: DataLogEntry }) => (
  <span className="flex items-center gap-2">
    {entry.code !== null && <Code>{entry.code}</Code>}
    <span
      className={cx('min-w-0 truncate', !entry.exists && 'text-ink-3 line-through')}
      title={entry.exists ? undefined : t('dataLogs.gone')}
    >
      {recordName(entry, language())}
    </span>
  </span>
);

interface DataLogFiltersProps {
  logs: DataLogs;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

function DataLogFilters({ logs, ...rest }: DataLogFiltersProps) {
  const { search, filterBy } = logs;
  return (
    <LogFilterRow
      {...rest}
      logs={logs}
      given={search.recordId !== undefined && <OneRecord logs={logs} />}
      fields={useFields(logs)}
      onClear={() => filterBy(noConditions)}
    />
  );
}

function useFields(logs: DataLogs): FilterField[] {
  const { t } = useTexts();
  const { search, filterBy } = logs;
  const typed = (id: 'code' | 'actor'): FilterField => {
    const value = search[id];
    const field: FilterField = {
      id,
      label: t(`dataLogs.filter.${id}`),
      values: value === undefined ? [] : [value],
      onChange: ([next]) => filterBy({ [id]: next }),
    };
    return { ...field, editor: (close) => <FilterText field={field} close={close} /> };
  };
  const timeField = useDaysField({ id: 'time', label: t('dataLogs.filter.time'), range: search, onChange: filterBy });
  return [
    {
      id: 'entity',
      label: t('dataLogs.filter.entity'),
      options: enums.Entity.map((kind) => ({ value: kind, label: entityText(kind) })),
      // the filter by record already shows the entity
      values: search.entity === undefined || search.recordId !== undefined ? [] : [search.entity],
      onChange: ([next]) => filterBy({ entity: enums.Entity.find((kind) => kind === next), recordId: undefined }),
    },
    typed('code'),
    {
      id: 'action',
      label: t('dataLogs.filter.action'),
      options: enums.Action.map((action) => ({ value: action, label: actionText(action) })),
      values: search.action === undefined ? [] : [search.action],
      onChange: ([next]) => filterBy({ action: enums.Action.find((action) => action === next) }),
    },
    typed('actor'),
    timeField,
  ];
}

/** The chip of the filter by record, with the record's name from its latest change on this page. */
function OneRecord({ logs: { search, data, filterBy } }: { logs: DataLogs }) {
  const { t, language } = useTexts();
  const { entity, recordId } = search;
  const named = data?.items.find((entry) => entry.entity === entity && entry.recordId === recordId);
  return (
    <FilterChip
      label={entity ? entityText(entity) : t('dataLogs.filter.record')}
      value={
        named ? (
          <>
            <bdi>{recordName(named, language)}</bdi>
            {named.code !== null && <Code small>{named.code}</Code>}
          </>
        ) : (
          `#${recordId}`
        )
      }
      onRemove={() => filterBy({ entity: undefined, recordId: undefined })}
    />
  );
}
