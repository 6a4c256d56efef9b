import { iconOf } from '#crud/define-entity.ts';
import { Time } from '#crud/time.tsx';
import { bytesText } from '#i18n/format.ts';
import { t } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { Figure, Quiet, TwoLines } from '#kit/cells.tsx';
import type { Column, RowAction } from '#kit/data-table.tsx';
import { Icon } from '#kit/icon.tsx';
import { RowActions } from '#kit/row-actions.tsx';
import { StatusMark } from '#kit/status-mark.tsx';
import { countsText } from './counts-text.ts';
import { dots, type Import, isWorking } from './import.ts';
import { WorkProgress } from './work-progress.tsx';

const column = (
  id: keyof Texts['imports']['column'],
  width: number,
  cell: Column<Import>['cell'],
  more: Partial<Column<Import>> = {},
): Column<Import> => ({ id, width, header: t(`imports.column.${id}`), resizable: true, cell, ...more });

/** Built anew for another language. */
export const importColumns = (actionsOf: (row: Import) => readonly RowAction[]): Column<Import>[] => [
  column('file', 256, (row) => <File row={row} />, { pinned: true }),
  column('status', 124, ({ status }) => <StatusMark status={dots[status]} label={t(`imports.status.${status}`)} />),
  column('result', 240, (row) => <Result row={row} />, { grow: true }),
  column('bytes', 84, ({ bytes }) => <Figure>{bytesText(bytes)}</Figure>, { align: 'end' }),
  column('createdBy', 104, ({ createdBy }) => <span className="cut">{createdBy}</span>),
  column('createTime', 116, ({ createTime }) => (
    <Quiet>
      <Time iso={createTime} />
    </Quiet>
  )),
  column('actions', 108, (row) => <RowActions actions={actionsOf(row)} />, { pinnedRight: true, resizable: false }),
];

const File = ({ row: { entity, filename } }: { row: Import }) => (
  <span className="flex min-w-0 items-center gap-2">
    <Icon name={iconOf(entity)} className="flex-none text-ink-3" />
    <TwoLines strong main={filename} second={t(`entity.${entity}.many`)} />
  </span>
);

function Result({ row }: { row: Import }) {
  if (isWorking(row)) return <WorkProgress found={row} />;
  const text = countsText(row);
  return (
    <span title={text} className={row.status === 'failed' ? 'cut text-bad-ink' : 'cut text-ink-2'}>
      {text}
    </span>
  );
}
