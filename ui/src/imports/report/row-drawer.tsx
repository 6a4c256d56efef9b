import { Link } from '@tanstack/react-router';
import { placeOf } from '#crud/define-entity.ts';
import { learnLabels } from '#crud/labels.ts';
import { useLoaded } from '#crud/use-loaded.ts';
import { pointerText } from '#crud/value-text.ts';
import { useTexts } from '#i18n/i18n.ts';
import { type Import, type ImportRow, isApplied } from '#imports/import.ts';
import { Code } from '#kit/chip.tsx';
import { Drawer, DrawerSection } from '#kit/drawer.tsx';
import { Icon } from '#kit/icon.tsx';
import { linkClass } from '#kit/link-button.tsx';
import { ErrorState, Skeleton } from '#kit/page-state.tsx';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { RowCells } from './row-cells.tsx';
import { RowMark } from './row-columns.tsx';
import { RowDifference } from './row-difference.tsx';
import { RowStepper } from './row-stepper.tsx';
import type { RowFound, Rows } from './use-rows.ts';

interface Props {
  found: Import;
  rows: Rows;
}

/** One line of the file: what it says, what is wrong with it, and what it would change or has changed. */
export function RowDrawer({ found, rows }: Props) {
  const { search } = rows;
  return search.row === undefined ? null : <OneRow found={found} rows={rows} row={search.row} />;
}

function OneRow({ found, rows, row }: Props & { row: number }) {
  const { t } = useTexts();
  const { id, status, applyTime, revertTime } = found;
  const loaded = useLoaded(`row ${JSON.stringify([id, row, status, applyTime, revertTime])}`, async (signal) => {
    const at = { params: { path: { id, row } }, signal };
    const { data } = await api.GET('/api/v1/imports/{id}/rows/{row}', at);
    learnLabels(data.labels);
    return data;
  });
  const { problem, loading, reload } = loaded;
  const data = loaded.data?.row.row === row ? loaded.data : undefined;
  // what the table knows is there at once
  const known = data?.row ?? rows.items.find((one) => one.row === row);
  return (
    <Drawer
      open
      width={480}
      onClose={() => rows.show(undefined)}
      aria-label={t('imports.report.row')}
      title={known ? t('imports.report.line', { line: known.line }) : t('imports.report.row')}
      headActions={<RowStepper row={row} rows={rows} />}
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
      {known && <Head found={found} row={known} />}
      {known && <Troubles row={known} />}
      {data ? (
        <Found found={found} data={data} />
      ) : (
        !problem && (
          <DrawerSection>
            <Skeleton height={96} className="late" />
          </DrawerSection>
        )
      )}
    </Drawer>
  );
}

function Head({ found, row }: { found: Import; row: ImportRow }) {
  const { t } = useTexts();
  const { can } = useSession();
  const { code, name, recordId } = row;
  const { entity } = found;
  return (
    <DrawerSection>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {code !== null && <Code>{code}</Code>}
        <h2 className="min-w-0 text-lg font-semibold [overflow-wrap:anywhere]">
          {name ?? (code === null ? t('imports.report.noRecord') : '')}
        </h2>
      </div>
      <p className="mt-1 flex items-center gap-3">
        <RowMark row={row} done={isApplied(found)} />
        {recordId !== null && can(`${entity}:read`) && (
          <Link
            {...placeOf(entity, recordId)}
            // the lists of records take what stands beside them from their address
            search={placeOf(entity, recordId).search as never}
            className={`${linkClass} ml-auto text-xs`}
          >
            {t('imports.report.openRecord')}
          </Link>
        )}
      </p>
    </DrawerSection>
  );
}

function Troubles({ row: { problems, missing } }: { row: ImportRow }) {
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

function Found({ found, data }: { found: Import; data: RowFound }) {
  return (
    <>
      <RowDifference found={found} data={data} />
      <RowCells data={data} />
    </>
  );
}
