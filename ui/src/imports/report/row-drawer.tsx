import { Link } from '@tanstack/react-router';
import { entityUi, recordLink } from '#crud/define-entity.ts';
import { changedPointers } from '#crud/form/state/merge.ts';
import { readPointer } from '#crud/pointers.ts';
import { LoadFailed } from '#crud/read/load-failed.tsx';
import { readOnceOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { FieldChangeTable } from '#crud/record/history/field-change-table.tsx';
import { NeighborButtons } from '#crud/record/neighbor-buttons.tsx';
import { cacheLabels } from '#crud/text/record-name-cache.ts';
import { pointerLabel } from '#crud/text/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type Import, type ImportRow, importPermission, mayHaveWritten } from '#imports/import.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/code.tsx';
import { Drawer, DrawerSection } from '#kit/layers/drawer.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { toggleExclusion } from './row-actions.ts';
import { RowCells } from './row-cells.tsx';
import { RowStatusMark } from './row-columns.tsx';
import type { ReportRows, RowDetail } from './use-report-rows.ts';

interface Props extends ImportProps {
  rows: ReportRows;
}

/** The drawer with one row of the file: its record, problems, changes and cells. */
export function RowDrawer(props: Props) {
  const { row } = props.rows.search;
  return row === undefined ? null : <RowPanel {...props} row={row} />;
}

function RowPanel({ row, rows, ...props }: Props & { row: number }) {
  const { importJob } = props;
  const { t } = useTexts();
  const { id, status, stageTime, applyTime, revertTime } = importJob;
  const read = useRead({
    ...readOnceOptions,
    queryKey: ['import row', id, row, status, stageTime, applyTime, revertTime],
    queryFn: async ({ signal }) => {
      const request = { params: { path: { id, row } }, signal };
      const { data } = await api.GET('/api/v1/imports/{id}/rows/{row}', request);
      cacheLabels(data.labels);
      return data;
    },
  });
  const { problem, loading, reload } = read;
  const data = read.data?.row.row === row ? read.data : undefined;
  // shows the row of the table until its details are loaded
  const displayedRow = data?.row ?? rows.items.find((item) => item.row === row);
  return (
    <Drawer
      open
      width={480}
      onClose={() => rows.showRow(undefined)}
      aria-label={t('imports.report.row')}
      title={displayedRow ? t('imports.report.line', { line: displayedRow.line }) : t('imports.report.row')}
      headActions={
        <NeighborButtons
          items={rows.items}
          isCurrent={(item) => item.row === row}
          onShow={(item) => rows.showRow(item.row)}
          position={(index) => ({ index: number(index + 1), total: rows.total })}
        />
      }
    >
      {problem && (
        <LoadFailed
          title={t('imports.report.rowFailed', { problem: problem.message })}
          onRetry={reload}
          retrying={loading}
          problem={problem}
        />
      )}
      {displayedRow && <RowHead {...props} row={displayedRow} />}
      {displayedRow && <RowProblems row={displayedRow} />}
      {displayedRow?.choosable && <ChooseRowSection {...props} row={displayedRow} />}
      {data ? (
        <>
          <RowDifference importJob={importJob} data={data} />
          <RowCells key={row} {...props} data={data} />
        </>
      ) : (
        !problem && (
          <DrawerSection>
            <Skeleton height={96} className="animate-fade-in-delayed" />
          </DrawerSection>
        )
      )}
    </Drawer>
  );
}

/** The button that chooses this row among several with the same key. */
function ChooseRowSection({ importJob, row: { row }, state, send }: ImportProps & { row: ImportRow }) {
  const { t } = useTexts();
  const { denialReason } = useSession();
  if (importJob.status !== 'staged') return null;
  return (
    <DrawerSection>
      <p className="mb-2 text-ink-2">{t('imports.report.chooseText')}</p>
      <Button
        busy={state.matches('runningAction')}
        disabledReason={denialReason(importPermission(importJob.entity))}
        onClick={() => send({ type: 'RUN_ACTION', action: { type: 'choose', row } })}
      >
        {t('imports.report.choose')}
      </Button>
    </DrawerSection>
  );
}

/** The problems of the row and the fields that approval will require. */
function RowProblems({ row: { problems, missing } }: { row: ImportRow }) {
  const { t } = useTexts();
  if (problems.length === 0 && missing.length === 0) return null;
  return (
    <DrawerSection>
      {problems.length > 0 && <h3 className="mb-1 text-xs font-medium text-ink-3">{t('imports.report.problems')}</h3>}
      <ul className="flex flex-col gap-1.5">
        {problems.map(({ column, pointer, rule, message }) => (
          <li key={`${column} ${pointer} ${rule}`} className="flex gap-1.5">
            <Icon name="error" size={14} className="mt-[3px] text-bad-ink" />
            <span className="min-w-0 wrap-anywhere">
              {column !== null && <span className="mr-1.5 font-mono text-xs text-ink-3">{column}</span>}
              <span className="text-bad-ink">{message}</span>
            </span>
          </li>
        ))}
        {missing.length > 0 && (
          <li className="flex gap-1.5">
            <Icon name="warning" size={14} className="mt-[3px] text-warn-ink" />
            <span>
              <span className="mr-1.5 text-ink-3">{t('imports.report.missing')}</span>
              {missing.map(pointerLabel).join(t('common.separator'))}
            </span>
          </li>
        )}
      </ul>
    </DrawerSection>
  );
}

/** The fields that the row changes in its record; all fields of a new record. */
function RowDifference({ importJob, data }: { importJob: Import; data: RowDetail }) {
  const { t } = useTexts();
  const { row, before, after, changes } = data;
  const entity = entityUi(importJob.entity);
  if (!entity || after === null) return null;
  const hasBeenApplied = mayHaveWritten(importJob);
  const isNew = before === null;
  const pointers = isNew ? changedPointers({}, after) : changes;
  if (pointers.length === 0) {
    return row.state === 'unchanged' || row.outcome === 'unchanged' ? (
      <DrawerSection>
        <p className="text-ink-3">{t('imports.report.same')}</p>
      </DrawerSection>
    ) : null;
  }
  const title = isNew
    ? t(hasBeenApplied ? 'imports.report.newFieldsDone' : 'imports.report.newFields')
    : t(hasBeenApplied ? 'imports.report.differenceDone' : 'imports.report.difference');
  return (
    <DrawerSection>
      <h3 className="mb-1 text-xs font-medium text-ink-3">{title}</h3>
      <FieldChangeTable
        schema={entity.schema}
        changes={pointers.map((pointer) => ({
          pointer,
          before: before && readPointer(before, pointer),
          after: readPointer(after, pointer),
        }))}
        before={isNew ? undefined : t(hasBeenApplied ? 'history.before' : 'imports.report.now')}
        after={t(hasBeenApplied ? 'history.after' : 'imports.report.later')}
      />
    </DrawerSection>
  );
}

/** The record of the row with its status, a link to it, and a button to exclude the row. */
function RowHead({ importJob, state, send, row }: ImportProps & { row: ImportRow }) {
  const { t } = useTexts();
  const { can, denialReason } = useSession();
  const { code, name, recordId } = row;
  const { entity } = importJob;
  return (
    <DrawerSection>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {code !== null && <Code>{code}</Code>}
        <h2 className="min-w-0 text-lg font-semibold wrap-anywhere">
          {name ?? (code === null ? t('imports.report.noRecord') : '')}
        </h2>
      </div>
      <p className="mt-1 flex items-center gap-3">
        <RowStatusMark row={row} importJob={importJob} />
        {recordId !== null && can(`${entity}:read`) && (
          <Link
            {...recordLink(entity, recordId)}
            // the list of records opens the record that its URL parameters name
            search={recordLink(entity, recordId).search}
            className={`${linkClass} ml-auto text-xs`}
          >
            {t('imports.report.openRecord')}
          </Link>
        )}
      </p>
      {importJob.status === 'staged' && (
        <Button
          size="sm"
          className="mt-2"
          busy={state.matches('runningAction')}
          disabledReason={denialReason(importPermission(entity))}
          onClick={() => send({ type: 'RUN_ACTION', action: toggleExclusion(row) })}
        >
          {t(row.state === 'excluded' ? 'imports.correct.include' : 'imports.correct.exclude')}
        </Button>
      )}
    </DrawerSection>
  );
}
