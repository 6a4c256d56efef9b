import { useMemo, useState } from 'react';
import { serverNow } from '#api/server-time.ts';
import { EmptyColumnsNote } from '#crud/list/columns/empty-columns.tsx';
import { useListPreferences } from '#crud/list/columns/preferences.ts';
import { NoRows } from '#crud/list/no-rows.tsx';
import { RefreshFailedStatus } from '#crud/read/load-failed.tsx';
import { StreamStatus } from '#crud/read/stream-status.tsx';
import { Time } from '#crud/text/time.tsx';
import { number } from '#i18n/format.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import type { Texts } from '#i18n/zh.ts';
import { Icon } from '#kit/buttons/icon.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { ConfirmDialog } from '#kit/layers/confirm-dialog.tsx';
import { StatusTabs } from '#kit/lists/status-tabs.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';
import { MutedText, NumberText, TwoLines } from '#kit/table/cells.tsx';
import { type Column, DataTable, type RowAction } from '#kit/table/data-table.tsx';
import { RowActions } from '#kit/table/row-actions.tsx';
import { LogFilterRow } from '#logs/log-filter-row.tsx';
import { LogPager } from '#logs/log-pager.tsx';
import { useSession } from '#session/use-session.ts';
import { type EntityOption, StartTask } from './start-task.tsx';
import {
  elapsedMs,
  TASK_ICONS,
  TASK_STATUS_TONES,
  type Task,
  type TaskKind,
  type TaskStatus,
  taskKinds,
  taskStatuses,
} from './task.ts';
import { TaskCard } from './task-card.tsx';
import { TaskProgress } from './task-progress.tsx';
import { formatDuration, formatParams, formatResult } from './task-text.ts';
import { type TaskActions, useTaskActions } from './use-task-actions.ts';
import { type TaskList, useTasks } from './use-tasks.ts';

const noRows: Task[] = [];
const rowId = ({ id }: Task) => id;

/** The live list of background tasks, with one task beside it. Its whole state is in the URL. */
export function TasksPage({ kinds }: { kinds: readonly EntityOption[] }) {
  const { t, language } = useTexts();
  const { user } = useSession();
  const tasks = useTasks();
  const actions = useTaskActions();
  const { preferences, change } = useListPreferences('task');
  const { data, problem, loading, search, pageSize, openEntry, newestStream } = tasks;
  const [withoutRoom, onColumnsHidden] = useState<readonly Column<Task>[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: headers depend on the language, actions on the user's permissions
  const columns = useMemo(() => taskColumns(actions.actionsOf), [language, user]);
  return (
    <>
      <section className="relative flex min-w-0 flex-1 flex-col">
        <header className="flex h-13 flex-none items-center gap-4 px-page">
          <h1 className="text-xl font-semibold">{t('task.title')}</h1>
          {tasks.refreshFailure ? <RefreshFailedStatus {...tasks} /> : <StreamStatus {...newestStream} />}
          <div className="ml-auto">
            <StartTask
              kinds={kinds}
              variant={search.id === undefined ? 'primary' : 'secondary'}
              onStarted={openEntry}
            />
          </div>
        </header>
        <Tabs tasks={tasks} />
        <LogFilterRow
          logs={tasks}
          fields={useFilterFields(tasks)}
          onClear={() => tasks.filterBy({ kind: undefined })}
          preferences={preferences}
          onPreferences={change}
        />
        <DataTable
          aria-label={t('task.title')}
          columns={columns}
          rows={problem ? noRows : (data?.items ?? noRows)}
          rowId={rowId}
          currentId={search.id}
          onOpen={({ id }) => openEntry(id)}
          density={preferences.density}
          loading={loading && !data}
          skeletonRows={data ? 0 : pageSize}
          columnWidths={preferences.widths}
          onColumnsHidden={onColumnsHidden}
          onResize={(id, width) => change({ widths: { ...preferences.widths, [id]: width } })}
          empty={<TasksEmpty tasks={tasks} />}
        />
        <LogPager
          logs={tasks}
          note={
            <EmptyColumnsNote columns={[]} withoutRoom={withoutRoom} preferences={preferences} onPreferences={change} />
          }
        />
      </section>
      <TaskCard tasks={tasks} actions={actions} />
      <CancelDialog actions={actions} />
    </>
  );
}

/** The number of tasks in each status; a click filters by it. */
function Tabs({ tasks: { counts, search, filterBy } }: { tasks: TaskList }) {
  const { t } = useTexts();
  const all = counts && Object.values(counts).reduce<number>((sum, count = 0) => sum + count, 0);
  return (
    <StatusTabs
      aria-label={t('list.tabs')}
      selected={search.status ?? 'all'}
      // the cast: the id of one of the tabs below
      onSelect={(id) => filterBy({ status: id === 'all' ? undefined : (id as TaskStatus) })}
      tabs={[
        { id: 'all', label: t('common.all'), count: all === undefined ? undefined : number(all) },
        ...taskStatuses.map((status) => ({
          id: status,
          label: t(`task.status.${status}`),
          mark: TASK_STATUS_TONES[status],
          count: counts && number(counts[status] ?? 0),
        })),
      ]}
    />
  );
}

function useFilterFields({ search, filterBy }: TaskList) {
  const { t } = useTexts();
  return [
    {
      id: 'kind',
      label: t('task.column.kind'),
      options: taskKinds.map((kind) => ({ value: kind, label: t(`task.kind.${kind}`) })),
      values: search.kind === undefined ? [] : [search.kind],
      // the cast: one of the options
      onChange: ([kind]: readonly string[]) => filterBy({ kind: kind as TaskKind | undefined }),
    },
  ];
}

function TasksEmpty({ tasks }: { tasks: TaskList }) {
  const { t } = useTexts();
  const { search, filterBy } = tasks;
  const clear = { title: t('task.empty'), onClear: () => filterBy({ kind: undefined, status: undefined }) };
  return (
    <NoRows
      loaded={tasks}
      failed="task.failed"
      narrowed={search.kind || search.status ? clear : undefined}
      first={<EmptyState icon="tasks" title={t('task.emptyFirst')} text={t('task.emptyFirstText')} />}
    />
  );
}

/** Confirms the cancellation of a task and explains what remains of it. */
function CancelDialog({ actions }: { actions: TaskActions }) {
  const { t } = useTexts();
  const { pendingCancel, busy, problem, confirm, close } = actions;
  const kind = pendingCancel?.kind ?? 'snapshot';
  return (
    <ConfirmDialog
      open={pendingCancel !== undefined}
      onClose={close}
      title={t('task.askCancel', { name: t(`task.kind.${kind}`) })}
      description={t(`task.cancelText.${kind}`)}
      confirmLabel={t('task.cancel')}
      cancelLabel={t('task.keep')}
      destructive
      busy={busy}
      error={problem?.message}
      onConfirm={confirm}
    />
  );
}

const column = (
  id: keyof Texts['task']['column'],
  width: number,
  cell: Column<Task>['cell'],
  overrides: Partial<Column<Task>> = {},
): Column<Task> => ({ id, width, header: t(`task.column.${id}`), resizable: true, cell, ...overrides });

/** Depends on the current language, so it is rebuilt when that changes. */
const taskColumns = (actionsOf: (task: Task) => readonly RowAction[]): Column<Task>[] => [
  column('kind', 248, (task) => <Kind task={task} />, { pinned: true, truncates: true }),
  column('status', 96, ({ status }) => (
    <StatusMark status={TASK_STATUS_TONES[status]} label={t(`task.status.${status}`)} />
  )),
  column('progress', 220, (task) => <ProgressOrResult task={task} />, {
    minWidth: 160,
    truncates: true,
  }),
  column('duration', 104, (task) => <Duration task={task} />, { align: 'end' }),
  column('attempts', 64, ({ attempts }) => <NumberText>{attempts || '–'}</NumberText>, { align: 'end' }),
  column('createdBy', 104, ({ createdBy }) => <span className="min-w-0 truncate">{createdBy}</span>, {
    truncates: true,
  }),
  column(
    'createTime',
    116,
    ({ createTime }) => (
      <MutedText>
        <Time iso={createTime} />
      </MutedText>
    ),
    { onPhone: 'secondLine' },
  ),
  column('actions', 108, (task) => <RowActions actions={actionsOf(task)} />, { pinnedRight: true, resizable: false }),
];

const Kind = ({ task }: { task: Task }) => (
  <span className="flex min-w-0 items-center gap-2">
    <Icon name={TASK_ICONS[task.kind]} className="flex-none text-ink-3" />
    <TwoLines strong main={t(`task.kind.${task.kind}`)} second={formatParams(task)} />
  </span>
);

/** The progress of a running task, or its result. */
function ProgressOrResult({ task }: { task: Task }) {
  if (task.status === 'running') return <TaskProgress task={task} />;
  const text = formatResult(task);
  return (
    <span
      title={text}
      className={task.status === 'failed' ? 'min-w-0 truncate text-bad-ink' : 'min-w-0 truncate text-ink-2'}
    >
      {text}
    </span>
  );
}

function Duration({ task }: { task: Task }) {
  const elapsed = elapsedMs(task, serverNow());
  return <NumberText>{elapsed === null ? '–' : formatDuration(elapsed)}</NumberText>;
}
