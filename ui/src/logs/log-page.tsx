import { useMemo } from 'react';
import { EmptyColumnsNote, useEmptyColumns } from '#crud/list/columns/empty-columns.tsx';
import { type ListPreferences, useListPreferences } from '#crud/list/columns/preferences.ts';
import { useDaysFilter } from '#crud/list/filters/days-filter.tsx';
import { TextFilterEditor } from '#crud/list/filters/text-filter-editor.tsx';
import { RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import { FieldChangeTable } from '#crud/record/history/field-change-table.tsx';
import { splitObjectChanges } from '#crud/record/history/field-changes.ts';
import { Time } from '#crud/text/time.tsx';
import { fullTime } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Drawer, DrawerSection } from '#kit/layers/drawer.tsx';
import type { FilterField } from '#kit/lists/filter-values.tsx';
import { DataTable } from '#kit/table/data-table.tsx';
import { type Act, type ActGroup, actGroups } from './acts.ts';
import { schemaOf } from './detail-text.ts';
import { ActMark, logColumns } from './log-columns.tsx';
import { LogEmpty } from './log-empty.tsx';
import { LogExport } from './log-export.tsx';
import { LogFacts } from './log-facts.tsx';
import { LogFilterRow } from './log-filter-row.tsx';
import { LogPager } from './log-pager.tsx';
import { SubjectFilter, subjectFilterText } from './subject-name.tsx';
import { type LogEntry, type Logs, useLogs } from './use-logs.ts';
import { conditions, toFilter, type UserLogSearchPatch } from './user-log-search.ts';

/** The user log, newest first, with the open entry beside the table. The address determines everything shown. */
export function LogPage() {
  const { t } = useTexts();
  const logs = useLogs();
  const { preferences, change } = useListPreferences('user_log');
  return (
    <>
      <section className="relative flex min-w-0 flex-1 flex-col">
        <header className="flex h-13 flex-none items-center gap-2 border-b border-line px-page">
          <h1 className="text-xl font-semibold">{t('logs.title')}</h1>
          <div className="mr-auto ml-2">
            <RefreshFailedStatus {...logs} />
          </div>
          <LogExport
            path="/api/v1/user-logs/export"
            permission="user_log:export"
            filter={toFilter(logs.search)}
            found={logs.data}
          />
        </header>
        <LogFilters logs={logs} preferences={preferences} onPreferences={change} />
        <LogTable logs={logs} preferences={preferences} onPreferences={change} />
      </section>
      <LogCard logs={logs} />
    </>
  );
}

interface Props {
  logs: Logs;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

const noRows: LogEntry[] = [];
const rowId = ({ id }: LogEntry) => id;

function LogTable({ logs, preferences, onPreferences }: Props) {
  const { t, language } = useTexts();
  const { data, problem, loading, search, pageSize, openEntry, filterBy } = logs;
  const narrowed = conditions.some((name) => search[name] !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: headers and cells are localized
  const columns = useMemo(logColumns, [language]);
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
        aria-label={t('logs.title')}
        columns={visible}
        rows={problem ? noRows : (data?.items ?? noRows)}
        rowId={rowId}
        currentId={search.id}
        onOpen={({ id }) => openEntry(id)}
        mayBeLong
        density={preferences.density}
        loading={loading}
        skeletonRows={data ? 0 : pageSize}
        columnWidths={preferences.widths}
        onColumnsHidden={onColumnsHidden}
        onResize={(id, width) => onPreferences({ widths: { ...preferences.widths, [id]: width } })}
        empty={<LogEmpty texts="logs" logs={logs} onClear={narrowed ? () => filterBy(noConditions) : undefined} />}
      />
      <LogPager
        logs={logs}
        note={
          <EmptyColumnsNote
            columns={empty}
            withoutRoom={withoutRoom}
            preferences={preferences}
            onPreferences={onPreferences}
          />
        }
      />
    </>
  );
}

/** The card of a log entry, with buttons to filter by its values. */
function LogCard({ logs }: { logs: Logs }) {
  const { t } = useTexts();
  const { search, data, openEntry, filterBy } = logs;
  const entry = data?.items.find(({ id }) => id === search.id);
  if (!entry) return null;
  return (
    <Drawer
      open
      width={400}
      onClose={() => openEntry(undefined)}
      aria-label={t('logs.entry')}
      title={t('logs.entry')}
      headActions={<span className="mr-1 font-mono text-2xs">{entry.id}</span>}
    >
      <DrawerSection>
        <h2 className="text-lg font-semibold">
          <ActMark act={entry.act} />
        </h2>
        <p className="text-xs text-ink-3">
          <Time iso={entry.time} /> · <span className="font-mono">{fullTime(entry.time)}</span>
        </p>
      </DrawerSection>
      <DrawerSection dense>
        <LogFacts entry={entry} onOnly={filterBy} />
      </DrawerSection>
      <Changes entry={entry} />
    </Drawer>
  );
}

function Changes({ entry }: { entry: LogEntry }) {
  const { t } = useTexts();
  const changes = splitObjectChanges(entry.details.changes ?? []);
  if (changes.length === 0) return null;
  const fresh = changes.every(({ before }) => before === null);
  return (
    <DrawerSection>
      <h3 className="mb-1 text-xs font-medium text-ink-3">{t('logs.changes')}</h3>
      <FieldChangeTable
        schema={schemaOf(entry)}
        changes={changes}
        before={fresh ? undefined : t('history.before')}
        after={t(fresh ? 'history.created' : 'history.after')}
      />
    </DrawerSection>
  );
}

const noConditions: UserLogSearchPatch = Object.fromEntries(conditions.map((name) => [name, undefined]));

interface NoConditionsProps {
  logs: Logs;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

function LogFilters({ logs, ...rest }: NoConditionsProps) {
  return <LogFilterRow {...rest} logs={logs} fields={useFields(logs)} onClear={() => logs.filterBy(noConditions)} />;
}

function useFields(logs: Logs): FilterField[] {
  const { t } = useTexts();
  const { search, filterBy } = logs;
  const typed = (id: 'user' | 'address'): FilterField => {
    const value = search[id];
    const field: FilterField = {
      id,
      label: t(`logs.filter.${id}`),
      values: value === undefined ? [] : [value],
      onChange: ([next]) => filterBy({ [id]: next }),
    };
    return { ...field, editor: (close) => <TextFilterEditor field={field} close={close} /> };
  };
  const about: FilterField = {
    id: 'about',
    label: t('logs.filter.about'),
    values: search.about === undefined ? [] : [search.about],
    chipContent: search.about && subjectFilterText(search.about),
    onChange: ([next]) => filterBy({ about: next }),
    editor: (close) => <SubjectFilter field={about} close={close} />,
  };
  const acts = Object.entries(actGroups).flatMap(([group, names]) =>
    // the cast: Object.entries returns plain string keys
    names.map((act) => ({ value: act, label: t(`logs.act.${act}`), group: t(`logs.group.${group as ActGroup}`) })),
  );
  const timeField = useDaysFilter({ id: 'time', label: t('logs.filter.time'), range: search, onChange: filterBy });
  return [
    {
      id: 'act',
      label: t('logs.filter.act'),
      options: acts,
      values: search.act === undefined ? [] : [search.act],
      // the cast: the value is one of the options
      onChange: ([act]) => filterBy({ act: act as Act | undefined }),
    },
    typed('user'),
    about,
    timeField,
    typed('address'),
  ];
}
