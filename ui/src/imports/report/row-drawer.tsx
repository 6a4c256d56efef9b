import { Link } from '@tanstack/react-router';
import { entityUi, recordLink } from '#crud/define-entity.ts';
import { changedPointers } from '#crud/form/merge.ts';
import { cacheLabels } from '#crud/labels.ts';
import { readPointer } from '#crud/pointers.ts';
import { readOnceOptions } from '#crud/query-client.ts';
import { ChangeList } from '#crud/record/change-list.tsx';
import { NeighborButtons } from '#crud/record/neighbor-buttons.tsx';
import { useRead } from '#crud/use-read.ts';
import { pointerText } from '#crud/value-text.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type Import, type ImportRow, importPermission, isApplied } from '#imports/import.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { Code } from '#kit/display/chip.tsx';
import { Drawer, DrawerSection } from '#kit/layers/drawer.tsx';
import { ErrorState, Skeleton } from '#kit/messages/page-state.tsx';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { toggleExclusion } from './row-actions.ts';
import { RowCells } from './row-cells.tsx';
import { RowMark } from './row-columns.tsx';
import type { ReportRows, RowDetail } from './use-rows.ts';

interface Props extends ImportProps {
  rows: ReportRows;
}

/** One line of the file: what it says, what is wrong with it, and what it would change or has changed. */
export function RowDrawer(props: Props) {
  const { row } = props.rows.search;
  return row === undefined ? null : <RowPanel {...props} row={row} />;
}

function RowPanel({ row, rows, ...props }: Props & { row: number }) {
  const { importJob } = props;
  const { t } = useTexts();
  const { id, status, stageTime, applyTime, revertTime } = importJob;
  const loaded = useRead({
    ...readOnceOptions,
    queryKey: ['import row', id, row, status, stageTime, applyTime, revertTime],
    queryFn: async ({ signal }) => {
      const at = { params: { path: { id, row } }, signal };
      const { data } = await api.GET('/api/v1/imports/{id}/rows/{row}', at);
      cacheLabels(data.labels);
      return data;
    },
  });
  const { problem, loading, reload } = loaded;
  const data = loaded.data?.row.row === row ? loaded.data : undefined;
  // what the table knows is there at once
  const shownRow = data?.row ?? rows.items.find((one) => one.row === row);
  return (
    <Drawer
      open
      width={480}
      onClose={() => rows.show(undefined)}
      aria-label={t('imports.report.row')}
      title={shownRow ? t('imports.report.line', { line: shownRow.line }) : t('imports.report.row')}
      headActions={
        <NeighborButtons
          items={rows.items}
          isCurrent={(one) => one.row === row}
          onShow={(one) => rows.show(one.row)}
          position={(index) => ({ index: number(index + 1), total: rows.total })}
        />
      }
    >
      {problem && (
        <ErrorState
          title={t('imports.report.rowFailed', { problem: problem.message })}
          onRetry={reload}
          retrying={loading}
          errorKey={problem.key}
          traceId={problem.traceId}
        />
      )}
      {shownRow && <RowHead {...props} row={shownRow} />}
      {shownRow && <RowProblems row={shownRow} />}
      {shownRow?.choosable && <ChooseRow {...props} row={shownRow} />}
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

/** Of several rows with the same key, takes this one. */
function ChooseRow({ importJob, row: { row }, state, send }: ImportProps & { row: ImportRow }) {
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

/** What is wrong with the row, cell by cell, and what approval will ask for. */
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
            <span className="min-w-0 [overflow-wrap:anywhere]">
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
              {missing.map(pointerText).join(t('common.separator'))}
            </span>
          </li>
        )}
      </ul>
    </DrawerSection>
  );
}

/** Field by field what the row would make of the record, or has made of it; of a new one, all that it has. */
function RowDifference({ importJob, data }: { importJob: Import; data: RowDetail }) {
  const { t } = useTexts();
  const { row, before, after, changes } = data;
  const entity = entityUi(importJob.entity);
  if (!entity || after === null) return null;
  const done = isApplied(importJob);
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
    ? t(done ? 'imports.report.newFieldsDone' : 'imports.report.newFields')
    : t(done ? 'imports.report.differenceDone' : 'imports.report.difference');
  return (
    <DrawerSection>
      <h3 className="mb-1 text-xs font-medium text-ink-3">{title}</h3>
      <ChangeList
        schema={entity.schema}
        changes={pointers.map((pointer) => ({
          pointer,
          before: before && readPointer(before, pointer),
          after: readPointer(after, pointer),
        }))}
        before={isNew ? undefined : t(done ? 'history.before' : 'imports.report.now')}
        after={t(done ? 'history.after' : 'imports.report.later')}
      />
    </DrawerSection>
  );
}

/** Which record the row is of, what became of it, and the way to it. */
function RowHead({ importJob, state, send, row }: ImportProps & { row: ImportRow }) {
  const { t } = useTexts();
  const { can, denialReason } = useSession();
  const { code, name, recordId } = row;
  const { entity } = importJob;
  return (
    <DrawerSection>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {code !== null && <Code>{code}</Code>}
        <h2 className="min-w-0 text-lg font-semibold [overflow-wrap:anywhere]">
          {name ?? (code === null ? t('imports.report.noRecord') : '')}
        </h2>
      </div>
      <p className="mt-1 flex items-center gap-3">
        <RowMark row={row} done={isApplied(importJob)} />
        {recordId !== null && can(`${entity}:read`) && (
          <Link
            {...recordLink(entity, recordId)}
            // the lists of records take what stands beside them from their address
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
