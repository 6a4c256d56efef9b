import { useMemo } from 'react';
import { EmptyColumnsNote, useEmptyColumns } from '#crud/list/empty-columns.tsx';
import type { ListPreferences } from '#crud/list/preferences.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type ImportRow, importPermission, isApplied } from '#imports/import.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/buttons/button.tsx';
import { EmptyState, ErrorState } from '#kit/messages/page-state.tsx';
import { DataTable } from '#kit/table/data-table.tsx';
import { useSession } from '#session/use-session.ts';
import { rowActions } from './row-actions.ts';
import { rowColumns } from './row-columns.tsx';
import type { ReportRows } from './use-rows.ts';

interface Props extends ImportProps {
  rows: ReportRows;
  preferences: ListPreferences;
  onPreferences: (part: Partial<ListPreferences>) => void;
}

const noRows: ImportRow[] = [];
const rowId = ({ row }: ImportRow) => row;

/** The lines of the file, those so far; more of them at the foot. */
export function RowsTable({ importJob, send, rows, preferences, onPreferences }: Props) {
  const { t, language } = useTexts();
  const { denialReason } = useSession();
  const done = isApplied(importJob);
  const disabledReason = denialReason(importPermission(importJob.entity));
  const { items, total, columns: names, problem, loading, search, show, more } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: heads and cells are in words
  const columns = useMemo(() => rowColumns(names, done), [names, done, language]);
  const { visible, empty } = useEmptyColumns({
    ...{ columns, rows: items, loading, preferences },
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
        onOpen={({ row }) => show(row)}
        rowActions={(row) =>
          rowActions(importJob, row, disabledReason, (action) => send({ type: 'RUN_ACTION', action }))
        }
        isLong
        density={preferences.density}
        loading={loading}
        skeletonRows={12}
        columnWidths={preferences.widths}
        onResize={(id, width) => onPreferences({ widths: { ...preferences.widths, [id]: width } })}
        empty={<RowsEmpty rows={rows} />}
      />
      <div className="flex h-11 flex-none items-center gap-2 border-t border-line bg-panel px-6 text-ink-2">
        {!problem && items.length > 0 && <span>{t('imports.report.loaded', { n: number(items.length), total })}</span>}
        <EmptyColumnsNote columns={empty} preferences={preferences} onPreferences={onPreferences} />
        {more && (
          <Button size="sm" busy={loading} onClick={more}>
            {t('imports.report.more')}
          </Button>
        )}
      </div>
    </>
  );
}

function RowsEmpty({ rows: { problem, reload, loading, search, filterBy } }: { rows: ReportRows }) {
  const { t } = useTexts();
  if (problem) {
    return (
      <ErrorState
        title={t('imports.report.failed', { problem: problem.message })}
        onRetry={reload}
        retrying={loading}
        errorKey={problem.key}
        traceId={problem.traceId}
      />
    );
  }
  const { state, rule, code, outcome, incomplete, corrected, lacks } = search;
  const narrowed = Boolean(rule || code || outcome || incomplete || corrected || lacks);
  if (state && !narrowed) return <EmptyState title={t(`imports.report.emptyState.${state}`)} />;
  const clear = {
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
      actions={narrowed && <Button onClick={() => filterBy(clear)}>{t('list.clearAll')}</Button>}
    />
  );
}
