import { useMemo } from 'react';
import type { ListPreferences } from '#crud/list/preferences.ts';
import { useTexts } from '#i18n/i18n.ts';
import { DataTable } from '#kit/data-table.tsx';
import { LogEmpty } from '#logs/log-empty.tsx';
import { dataLogColumns } from './data-log-columns.tsx';
import { conditions, noConditions } from './data-log-search.ts';
import type { DataLogEntry, DataLogs } from './use-data-logs.ts';

interface Props {
  logs: DataLogs;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

const noRows: DataLogEntry[] = [];
const rowId = ({ seq }: DataLogEntry) => seq;

export function DataLogTable({ logs, preferences, onPreferences }: Props) {
  const { t, language } = useTexts();
  const { data, problem, loading, search, pageSize, show, filterBy } = logs;
  const narrowed = conditions.some((name) => search[name] !== undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: heads and cells are in words
  const columns = useMemo(dataLogColumns, [language]);
  return (
    <DataTable
      aria-label={t('menu.data_log')}
      columns={columns}
      rows={problem ? noRows : (data?.items ?? noRows)}
      rowId={rowId}
      currentId={search.id}
      onOpen={({ seq }) => show(seq)}
      density={preferences.density}
      loading={loading}
      skeletonRows={data ? 0 : pageSize}
      columnWidths={preferences.widths}
      onResize={(id, width) => onPreferences({ widths: { ...preferences.widths, [id]: width } })}
      empty={<LogEmpty texts="dataLogs" logs={logs} onClear={narrowed ? () => filterBy(noConditions) : undefined} />}
    />
  );
}
