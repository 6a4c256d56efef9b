import { learnLabels } from '#crud/labels.ts';
import { readOnce } from '#crud/query-client.ts';
import { Steps } from '#crud/record/steps.tsx';
import { useRead } from '#crud/use-read.ts';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { ImportProps } from '#imports/use-import.ts';
import { Drawer, DrawerSection } from '#kit/drawer.tsx';
import { ErrorState, Skeleton } from '#kit/page-state.tsx';
import { api } from '#session/session.ts';
import { ChooseRow } from './choose-row.tsx';
import { RowCells } from './row-cells.tsx';
import { RowDifference } from './row-difference.tsx';
import { RowHead } from './row-head.tsx';
import { RowTroubles } from './row-troubles.tsx';
import type { Rows } from './use-rows.ts';

interface Props extends ImportProps {
  rows: Rows;
}

/** One line of the file: what it says, what is wrong with it, and what it would change or has changed. */
export function RowDrawer(props: Props) {
  const { row } = props.rows.search;
  return row === undefined ? null : <OneRow {...props} row={row} />;
}

function OneRow({ row, rows, ...props }: Props & { row: number }) {
  const { found } = props;
  const { t } = useTexts();
  const { id, status, stageTime, applyTime, revertTime } = found;
  const loaded = useRead({
    ...readOnce,
    queryKey: ['import row', id, row, status, stageTime, applyTime, revertTime],
    queryFn: async ({ signal }) => {
      const at = { params: { path: { id, row } }, signal };
      const { data } = await api.GET('/api/v1/imports/{id}/rows/{row}', at);
      learnLabels(data.labels);
      return data;
    },
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
      headActions={
        <Steps
          items={rows.items}
          isThis={(one) => one.row === row}
          show={(one) => rows.show(one.row)}
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
      {known && <RowHead {...props} row={known} />}
      {known && <RowTroubles row={known} />}
      {known?.choosable && <ChooseRow {...props} row={known} />}
      {data ? (
        <>
          <RowDifference found={found} data={data} />
          <RowCells key={row} {...props} data={data} />
        </>
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
