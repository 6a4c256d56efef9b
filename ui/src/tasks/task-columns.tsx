import { Time } from '#crud/time.tsx';
import { t } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { Figure, Quiet, TwoLines } from '#kit/cells.tsx';
import type { Column, RowAction } from '#kit/data-table.tsx';
import { Icon } from '#kit/icon.tsx';
import { RowActions } from '#kit/row-actions.tsx';
import { StatusMark } from '#kit/status-mark.tsx';
import { dots, icons, isOpen, runTime, type Task } from './task.ts';
import { TaskProgress } from './task-progress.tsx';
import { paramsText, resultText, spanText } from './task-text.ts';

const column = (
  id: keyof Texts['task']['column'],
  width: number,
  cell: Column<Task>['cell'],
  more: Partial<Column<Task>> = {},
): Column<Task> => ({ id, width, header: t(`task.column.${id}`), resizable: true, cell, ...more });

/** Built anew for another language. */
export const taskColumns = (actionsOf: (task: Task) => readonly RowAction[]): Column<Task>[] => [
  column('kind', 248, (task) => <Kind task={task} />, { pinned: true }),
  column('status', 96, ({ status }) => <StatusMark status={dots[status]} label={t(`task.status.${status}`)} />),
  column('progress', 220, (task) => <Outcome task={task} />, { grow: true }),
  column('duration', 104, (task) => <Duration task={task} />, { align: 'end' }),
  column('attempts', 64, ({ attempts }) => <Figure>{attempts || '–'}</Figure>, { align: 'end' }),
  column('createdBy', 104, ({ createdBy }) => <span className="cut">{createdBy}</span>),
  column('createTime', 116, ({ createTime }) => (
    <Quiet>
      <Time iso={createTime} />
    </Quiet>
  )),
  column('actions', 108, (task) => <RowActions actions={actionsOf(task)} />, { pinnedRight: true, resizable: false }),
];

const Kind = ({ task }: { task: Task }) => (
  <span className="flex min-w-0 items-center gap-2">
    <Icon name={icons[task.kind]} className="flex-none text-ink-3" />
    <TwoLines strong main={t(`task.kind.${task.kind}`)} second={paramsText(task)} />
  </span>
);

/** How far it is while it runs, then what came of it. */
function Outcome({ task }: { task: Task }) {
  if (isOpen(task) && task.status === 'running') return <TaskProgress task={task} />;
  const text = resultText(task);
  return (
    <span title={text} className={task.status === 'failed' ? 'cut text-bad-ink' : 'cut text-ink-2'}>
      {text}
    </span>
  );
}

function Duration({ task }: { task: Task }) {
  const ran = runTime(task, Date.now());
  return <Figure>{ran === null ? '–' : spanText(ran)}</Figure>;
}
