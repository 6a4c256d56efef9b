import { useMemo } from 'react';
import { routes } from '#api/metadata.gen.ts';
import { EmptyColumnsNote, useEmptyColumns } from '#crud/list/columns/empty-columns.tsx';
import { type ListPreferences, useListPreferences } from '#crud/list/columns/preferences.ts';
import { useListViews, VIEW_TABS_HEIGHT } from '#crud/list/views/use-views.ts';
import { RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import { recordName } from '#crud/text/record-names.ts';
import { number, totalText } from '#i18n/format.ts';
import { language, t, useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { cx } from '#kit/cx.ts';
import { Code } from '#kit/display/code.tsx';
import { createLazyCode, useLazyCode } from '#kit/lazy-code.ts';
import { TwoLines } from '#kit/table/cells.tsx';
import { type Column, DataTable } from '#kit/table/data-table.tsx';
import { LogEmpty } from '#logs/log-empty.tsx';
import { LogExport } from '#logs/log-export.tsx';
import { LogPager } from '#logs/log-pager.tsx';
import { TimeWithSeconds } from '#logs/time-with-seconds.tsx';
import { ChangeCard } from './change-card.tsx';
import { ChangedValues } from './changed-values.tsx';
import { DataLogFilters } from './data-log-filters.tsx';
import { conditions, noConditions, parseDataLogSearch, toFilter } from './data-log-search.ts';
import { ActionMark, entityText, KindMark, TaskMark, TaskName } from './marks.tsx';
import { PositionText } from './position.tsx';
import { type DataLogEntry, type DataLogItem, type DataLogs, type DataLogTask, useDataLogs } from './use-data-logs.ts';

/** Loaded where there is a view, or something to save as one. */
const viewTabsCode = createLazyCode(() => import('#crud/list/views/view-tabs.tsx'));
const saveViewCode = createLazyCode(() => import('#crud/list/views/save-view.tsx'));

function parameterLabel(name: string): string {
  const condition = conditions.find((each) => each === name);
  if (!condition) return name;
  if (condition === 'recordId') return t('dataLogs.filter.record');
  return t(`dataLogs.filter.${condition === 'from' || condition === 'to' ? 'time' : condition}`);
}

/** The data log, newest first, with the open change beside the table. The address determines everything shown. */
export function DataLogPage() {
  const { t } = useTexts();
  const loaded = useDataLogs();
  const { search } = loaded;
  const { preferences, change } = useListPreferences('data_log');
  const views = useListViews({
    key: 'data_log',
    path: routes.data_log,
    parse: (raw) => ({ ...parseDataLogSearch(raw) }),
    search: { ...search },
    set: loaded.showView,
    allLabel: t('dataLogs.allChanges'),
    labelOf: parameterLabel,
  });
  const viewTabs = useLazyCode(viewTabsCode, views.hasTabs || views.isChanged || views.isGone);
  const saveView = useLazyCode(saveViewCode, views.isChanged);
  // the address without parameters opens the default view, so other changes must not appear first
  const logs = views.isDefaultViewPending ? { ...loaded, data: undefined, problem: undefined, loading: true } : loaded;
  return (
    <>
      <section className="relative flex min-w-0 flex-1 flex-col">
        <header className="flex h-13 flex-none items-center gap-2 border-b border-line px-page">
          <h1 className="text-xl font-semibold">{t('menu.data_log')}</h1>
          <div className="mr-auto ml-2">
            <RefreshFailedStatus {...logs} />
          </div>
          <LogExport
            path="/api/v1/data-logs/export"
            permission="data_log:export"
            filter={toFilter(search)}
            found={logs.data?.changes}
          />
        </header>
        {viewTabs ? <viewTabs.ViewTabs views={views} /> : views.hasTabs && <div className={VIEW_TABS_HEIGHT} />}
        <DataLogFilters
          logs={logs}
          action={saveView && <saveView.SaveView views={views} />}
          preferences={preferences}
          onPreferences={change}
        />
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

const noRows: DataLogItem[] = [];
const rowId = ({ entry, task }: DataLogItem) => (entry ? entry.seq : `task ${task.id}`);

function DataLogTable({ logs, preferences, onPreferences }: Props) {
  const { t, language } = useTexts();
  const { data, problem, loading, search, pageSize, openEntry, filterBy } = logs;
  const narrowed = conditions.some((name) => search[name] !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: headers and cells are localized
  const columns = useMemo(dataLogColumns, [language]);
  const { visible, empty, withoutRoom, onColumnsHidden } = useEmptyColumns({
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
        onOpen={({ entry, task }) => (entry ? openEntry(entry.seq) : filterBy({ task: task.id }))}
        mayBeLong
        density={preferences.density}
        loading={loading}
        skeletonRows={data ? 0 : pageSize}
        columnWidths={preferences.widths}
        onColumnsHidden={onColumnsHidden}
        onResize={(id, width) => onPreferences({ widths: { ...preferences.widths, [id]: width } })}
        empty={<LogEmpty texts="dataLogs" logs={logs} onClear={narrowed ? () => filterBy(noConditions) : undefined} />}
      />
      <LogPager
        logs={logs}
        note={
          <>
            {data && data.changes.total > data.total && (
              <span className="ml-4 text-xs whitespace-nowrap text-ink-3">
                {t('dataLogs.changesInAll', { count: data.changes.total, n: totalText(data.changes) })}
              </span>
            )}
            <EmptyColumnsNote
              columns={empty}
              withoutRoom={withoutRoom}
              preferences={preferences}
              onPreferences={onPreferences}
            />
          </>
        }
      />
    </>
  );
}

const column = (
  id: keyof Texts['dataLogs']['column'],
  width: number,
  cell: Column<DataLogItem>['cell'],
): Column<DataLogItem> => ({ id, width, header: t(`dataLogs.column.${id}`), resizable: true, cell });

/** Returns the columns, whose texts are in the current language. */
const dataLogColumns = (): Column<DataLogItem>[] => [
  {
    ...column('time', 136, ({ entry, task }) => <TimeWithSeconds iso={entry ? entry.time : task.firstTime} />),
    pinned: true,
    onPhone: 'secondLine',
  },
  {
    ...column('entity', 132, ({ entry, task }) =>
      entry ? <KindMark kind={entry.entity} /> : <TaskEntities task={task} />,
    ),
    onPhone: 'secondLine',
  },
  {
    ...column('record', 210, ({ entry, task }) => (entry ? <RecordName entry={entry} /> : <TaskCell task={task} />)),
    truncates: true,
    maxWidth: 280,
    onPhone: 'firstLine',
  },
  {
    ...column('action', 112, ({ entry, task }) =>
      entry ? <ActionMark action={entry.action} /> : <TaskMark kind={task.kind} />,
    ),
    onPhone: 'secondLine',
  },
  {
    ...column('changes', 360, ({ entry, task }) =>
      entry ? <ChangedValues entry={entry} /> : <ChangeCount count={task.changes} />,
    ),
    truncates: true,
    minWidth: 320,
    isEmpty: ({ entry }) => entry !== undefined && entry.values.length === 0 && !entry.reason,
  },
  {
    ...column('position', 92, ({ entry }) => entry && <PositionText position={entry.position} />),
    align: 'end',
  },
  {
    ...column('actor', 148, ({ entry, task }) => (
      <TwoLines
        strong
        main={entry ? entry.actor : task.actor}
        second={entry?.proposer && t('dataLogs.proposedBy', { proposer: entry.proposer })}
      />
    )),
    truncates: true,
    onPhone: 'secondLine',
  },
];

/** The entity of which a task changed most records, and the number of its other entities. */
const TaskEntities = ({ task: { entities } }: { task: DataLogTask }) => {
  const [kind, ...others] = entities;
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={entities.map(entityText).join(t('common.separator'))}>
      {kind && <KindMark kind={kind} />}
      {others.length > 0 && <span className="flex-none text-xs text-ink-3">+{others.length}</span>}
    </span>
  );
};

/** The name of a task; on phones, which hide the column of changes, also their number. */
const TaskCell = ({ task }: { task: DataLogTask }) => (
  <span className="flex min-w-0 items-center justify-between gap-2 font-medium">
    <TaskName task={task} />
    <span className="flex-none font-normal sm:hidden">
      <ChangeCount count={task.changes} />
    </span>
  </span>
);

/** The number of a task's changes; opening the row lists them. */
const ChangeCount = ({ count }: { count: number }) => (
  <span className="flex min-w-0 items-center gap-1 text-xs">
    <span className="truncate">{t('dataLogs.changeCount', { count, n: number(count) })}</span>
    <Icon name="chevron-right" size={14} className="text-ink-3" />
  </span>
);

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
