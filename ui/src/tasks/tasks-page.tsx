import { useMemo } from 'react';
import { useListPreferences } from '#crud/list/preferences.ts';
import { StreamMark } from '#crud/stream-mark.tsx';
import { number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { DataTable } from '#kit/data-table.tsx';
import { StatusTabs } from '#kit/tabs.tsx';
import { LogFilterRow } from '#logs/log-filter-row.tsx';
import { LogPager } from '#logs/log-pager.tsx';
import { useSession } from '#session/use-session.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { type KindUi, StartTask } from './start-task.tsx';
import { dots, statuses, type Task, type TaskKind, type TaskStatus, kinds as taskKinds } from './task.ts';
import { TaskCard } from './task-card.tsx';
import { taskColumns } from './task-columns.tsx';
import { TasksEmpty } from './tasks-empty.tsx';
import { useTaskActions } from './use-task-actions.ts';
import { type Tasks, useTasks } from './use-tasks.ts';

const noRows: Task[] = [];
const rowId = ({ id }: Task) => id;

/** What runs beside requests, live; one task beside the table. Everything shown stands in the address. */
export function TasksPage({ kinds }: { kinds: readonly KindUi[] }) {
  const { t, language } = useTexts();
  const { user } = useSession();
  const tasks = useTasks();
  const actions = useTaskActions();
  const { preferences, change } = useListPreferences('task');
  const { data, problem, loading, search, pageSize, show, newest } = tasks;
  // biome-ignore lint/correctness/useExhaustiveDependencies: heads change with the language, actions with the user's permissions
  const columns = useMemo(() => taskColumns(actions.actionsOf), [language, user]);
  return (
    <>
      <section className="relative flex min-w-0 flex-1 flex-col">
        <header className="flex h-13 flex-none items-center gap-4 px-6">
          <h1 className="text-xl font-semibold">{t('task.title')}</h1>
          <StreamMark {...newest} />
          <div className="ml-auto">
            <StartTask kinds={kinds} onStarted={show} />
          </div>
        </header>
        <Tabs tasks={tasks} />
        <LogFilterRow
          logs={tasks}
          fields={useFields(tasks)}
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
          onOpen={({ id }) => show(id)}
          density={preferences.density}
          loading={loading && !data}
          skeletonRows={data ? 0 : pageSize}
          columnWidths={preferences.widths}
          onResize={(id, width) => change({ widths: { ...preferences.widths, [id]: width } })}
          empty={<TasksEmpty tasks={tasks} />}
        />
        <LogPager logs={tasks} />
      </section>
      <TaskCard tasks={tasks} actions={actions} />
      <CancelDialog actions={actions} />
    </>
  );
}

/** How many stand where; one click shows them. */
function Tabs({ tasks: { counts, search, filterBy } }: { tasks: Tasks }) {
  const { t } = useTexts();
  const all = counts && Object.values(counts).reduce<number>((sum, count = 0) => sum + count, 0);
  return (
    <StatusTabs
      aria-label={t('list.tabs')}
      selected={search.status ?? 'all'}
      // the cast: one of the tabs below
      onSelect={(id) => filterBy({ status: id === 'all' ? undefined : (id as TaskStatus) })}
      tabs={[
        { id: 'all', label: t('common.all'), count: all === undefined ? undefined : number(all) },
        ...statuses.map((status) => ({
          id: status,
          label: t(`task.status.${status}`),
          mark: dots[status],
          count: counts && number(counts[status] ?? 0),
        })),
      ]}
    />
  );
}

function useFields({ search, filterBy }: Tasks) {
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
