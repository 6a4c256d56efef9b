import { useMemo } from 'react';
import type { ListPreferences } from '#crud/list/preferences.ts';
import { useTexts } from '#i18n/i18n.ts';
import { DataTable } from '#kit/data-table.tsx';
import { logColumns } from './log-columns.tsx';
import { LogEmpty } from './log-empty.tsx';
import { noConditions } from './log-filters.tsx';
import { conditions } from './log-search.ts';
import type { LogEntry, Logs } from './use-logs.ts';

interface Props {
  logs: Logs;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

const noRows: LogEntry[] = [];
const rowId = ({ id }: LogEntry) => id;

export function LogTable({ logs, preferences, onPreferences }: Props) {
  const { t, language } = useTexts();
  const { data, problem, loading, search, pageSize, show, filterBy } = logs;
  const narrowed = conditions.some((name) => search[name] !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: heads and cells are in words
  const columns = useMemo(logColumns, [language]);
  return (
    <DataTable
      aria-label={t('logs.title')}
      columns={columns}
      rows={problem ? noRows : (data?.items ?? noRows)}
      rowId={rowId}
      currentId={search.id}
      onOpen={({ id }) => show(id)}
      density={preferences.density}
      loading={loading}
      skeletonRows={data ? 0 : pageSize}
      columnWidths={preferences.widths}
      onResize={(id, width) => onPreferences({ widths: { ...preferences.widths, [id]: width } })}
      empty={<LogEmpty texts="logs" logs={logs} onClear={narrowed ? () => filterBy(noConditions) : undefined} />}
    />
  );
}
