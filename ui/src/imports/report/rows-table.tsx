import { useMemo } from 'react';
import { EmptyColumnsNote, useEmptyColumns } from '#crud/list/columns/empty-columns.tsx';
import type { ListPreferences } from '#crud/list/columns/preferences.ts';
import { LoadFailed, MoreFailed, RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type ImportRow, importPermission } from '#imports/import.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/buttons/button.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { DataTable } from '#kit/table/data-table.tsx';
import { useSession } from '#session/use-session.ts';
import { rowActions } from './row-actions.ts';
import { rowColumns } from './row-columns.tsx';
import type { ReportRows } from './use-report-rows.ts';

interface Props extends ImportProps {
  rows: ReportRows;
  preferences: ListPreferences;
  onPreferences: (changes: Partial<ListPreferences>) => void;
}

const noRows: ImportRow[] = [];
const rowId = ({ row }: ImportRow) => row;

/** The table of the loaded rows with a button to load more. */
export function RowsTable({ importJob, send, rows, preferences, onPreferences }: Props) {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const disabledReason = denialReason(importPermission(importJob.entity));
  const { items, total, columns: columnNames, problem, loading, search, showRow, loadMore } = rows;
  const { status, changeSetId } = importJob;
  // biome-ignore lint/correctness/useExhaustiveDependencies: headers and cells contain texts in the current language
  const columns = useMemo(
    () => rowColumns(columnNames, { status, changeSetId }),
    [columnNames, status, changeSetId, language],
  );
  const { visible, empty } = useEmptyColumns({
    columns,
    rows: items,
    loading,
    preferences,
    resultKey: JSON.stringify({ ...search, row: undefined, values: undefined }),
  });
  return (
    <>
      <DataTable
        aria-label={t('imports.report.rows')}
        columns={visible}
        rows={problem ? noRows : items}
        rowId={rowId}
        currentId={search.row}
        onOpen={({ row }) => showRow(row)}
        rowActions={(row) =>
          rowActions(importJob, row, disabledReason, (action) => send({ type: 'RUN_ACTION', action }))
        }
        mayBeLong
        density={preferences.density}
        loading={loading}
        skeletonRows={12}
        columnWidths={preferences.widths}
        onResize={(id, width) => onPreferences({ widths: { ...preferences.widths, [id]: width } })}
        empty={<RowsEmpty rows={rows} />}
      />
      <div className="flex h-11 flex-none items-center gap-2 border-t border-line bg-panel px-page text-ink-2">
        {!problem && items.length > 0 && <span>{t('imports.report.loaded', { n: number(items.length), total })}</span>}
        <EmptyColumnsNote columns={empty} preferences={preferences} onPreferences={onPreferences} />
        {loadMore && (
          <Button size="sm" busy={loading} onClick={loadMore}>
            {t('imports.report.more')}
          </Button>
        )}
        <MoreFailed problem={rows.moreProblem} />
        <RefreshFailedStatus {...rows} />
      </div>
    </>
  );
}

function RowsEmpty({ rows: { problem, reload, loading, search, filterBy } }: { rows: ReportRows }) {
  const { t } = useTexts();
  if (problem) {
    return (
      <LoadFailed
        title={t('imports.report.failed', { problem: problem.message })}
        onRetry={reload}
        retrying={loading}
        problem={problem}
      />
    );
  }
  const { state, rule, code, outcome, incomplete, corrected, lacks } = search;
  const hasFilters = Boolean(rule || code || outcome || incomplete || corrected || lacks);
  if (state && !hasFilters) return <EmptyState title={t(`imports.report.emptyState.${state}`)} />;
  const clearedFilters = {
    rule: undefined,
    code: undefined,
    outcome: undefined,
    incomplete: undefined,
    corrected: undefined,
    lacks: undefined,
  };
  return (
    <EmptyState
      title={t('imports.report.empty')}
      actions={hasFilters && <Button onClick={() => filterBy(clearedFilters)}>{t('list.clearAll')}</Button>}
    />
  );
}
