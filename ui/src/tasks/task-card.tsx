import { Link } from '@tanstack/react-router';
import { serverNow } from '#api/server-time.ts';
import { BulkReportById } from '#crud/bulk/bulk-report.tsx';
import { DrawerTitle, LoadFailed } from '#crud/read/load-failed.tsx';
import { type Read, useRead } from '#crud/read/use-read.ts';
import { Time } from '#crud/text/time.tsx';
import { bytesText, number } from '#i18n/format.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { Icon } from '#kit/buttons/icon.tsx';
import { linkClass } from '#kit/buttons/link-button.tsx';
import { CodeText } from '#kit/display/code.tsx';
import { DefinitionList } from '#kit/display/definition-list.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { Drawer, DrawerSection } from '#kit/layers/drawer.tsx';
import { Note } from '#kit/messages/note.tsx';
import { Skeleton } from '#kit/messages/skeleton.tsx';
import { api } from '#session/session.ts';
import { elapsedMs, isOpen, TASK_ICONS, TASK_STATUS_TONES, type Task } from './task.ts';
import { TaskProgress } from './task-progress.tsx';
import { formatDuration, formatParams, formatResult } from './task-text.ts';
import type { TaskActions } from './use-task-actions.ts';
import type { TaskList } from './use-tasks.ts';

/** The details and actions of one task, which may be on another page of the list. */
export function TaskCard({ tasks, actions }: { tasks: TaskList; actions: TaskActions }) {
  const { search, data, newestStream, openEntry } = tasks;
  const { id } = search;
  const knownTask = [...(newestStream.data?.items ?? []), ...(data?.items ?? [])].find((task) => task.id === id);
  if (id === undefined) return null;
  return knownTask ? (
    <LoadedTaskCard task={knownTask} actions={actions} onClose={() => openEntry(undefined)} />
  ) : data ? (
    <TaskCardById key={id} id={id} actions={actions} onClose={() => openEntry(undefined)} />
  ) : null;
}

function TaskCardById({ id, ...props }: { id: number; actions: TaskActions; onClose: () => void }) {
  const { t } = useTexts();
  const read = useRead({
    queryKey: ['task', id],
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/tasks/{id}', { params: { path: { id } }, signal })).data.task,
  });
  const { data, problem, loading, reload } = read;
  if (data && !problem) return <LoadedTaskCard task={data} read={read} {...props} />;
  const isMissing = problem?.status === 404;
  return (
    <Drawer open onClose={props.onClose} aria-label={t('task.one')} title={t('task.one')}>
      {problem ? (
        <LoadFailed
          title={isMissing ? t('task.missing') : t('task.reloadFailed', { problem: problem.message })}
          onRetry={isMissing ? undefined : reload}
          retrying={loading}
          problem={problem}
        />
      ) : (
        <DrawerSection>
          <Skeleton height={96} className="animate-fade-in-delayed" />
        </DrawerSection>
      )}
    </Drawer>
  );
}

interface LoadedTaskCardProps {
  task: Task;
  /** Set if the task was read by itself; the list says so if its tasks are outdated. */
  read?: Read<Task>;
  actions: TaskActions;
  onClose: () => void;
}

function LoadedTaskCard({ task, read, actions, onClose }: LoadedTaskCardProps) {
  const { t } = useTexts();
  const about = formatParams(task);
  const availableActions = actions.actionsOf(task);
  return (
    <Drawer
      open
      onClose={onClose}
      aria-label={t('task.one')}
      title={read ? <DrawerTitle read={read}>{t('task.one')}</DrawerTitle> : t('task.one')}
      headActions={<span className="mr-1 font-mono text-2xs">{task.id}</span>}
      footer={availableActions.length > 0 && <TaskButtons availableActions={availableActions} />}
    >
      <DrawerSection>
        <h2 className="flex items-center gap-2 text-lg font-semibold">
          <Icon name={TASK_ICONS[task.kind]} className="text-ink-3" />
          {t(`task.kind.${task.kind}`)}
        </h2>
        {about && <p className="text-ink-2">{about}</p>}
        <p className="mt-2">
          <StatusMark status={TASK_STATUS_TONES[task.status]} label={t(`task.status.${task.status}`)} />
        </p>
        {task.status === 'running' && (
          <div className="mt-2">
            <TaskProgress task={task} />
          </div>
        )}
      </DrawerSection>
      {task.status === 'failed' && (
        <DrawerSection>
          <Note tone="bad">
            {formatResult(task)}
            <span className="mt-1 block font-mono text-xs wrap-anywhere" lang="en">
              {task.error}
            </span>
          </Note>
        </DrawerSection>
      )}
      {task.kind === 'bulkChange' && !isOpen(task) && (
        <DrawerSection>
          <BulkReportById id={task.id} />
        </DrawerSection>
      )}
      <DrawerSection dense>
        <TaskFacts task={task} />
      </DrawerSection>
    </Drawer>
  );
}

function TaskButtons({ availableActions }: { availableActions: ReturnType<TaskActions['actionsOf']> }) {
  return availableActions.map(({ id, label, icon, tone, disabledReason, onSelect }) => (
    <Button
      key={id}
      icon={icon}
      variant={tone ? 'danger' : 'secondary'}
      disabledReason={disabledReason}
      onClick={onSelect}
    >
      {label}
    </Button>
  ));
}

function TaskFacts({ task }: { task: Task }) {
  const { t } = useTexts();
  const { params, result, startTime, endTime, createTime, createdBy, attempts } = task;
  const elapsed = elapsedMs(task, serverNow());
  const { subscriber, entity } = params;
  return (
    <DefinitionList
      termWidth={88}
      items={[
        { term: t('task.column.createdBy'), value: createdBy },
        { term: t('task.column.createTime'), value: <Time iso={createTime} /> },
        { term: t('task.startTime'), value: startTime && <Time iso={startTime} /> },
        { term: t('task.endTime'), value: endTime && <Time iso={endTime} /> },
        { term: t('task.column.duration'), value: elapsed === null ? undefined : formatDuration(elapsed) },
        { term: t('task.column.attempts'), value: attempts > 0 ? number(attempts) : undefined },
        { term: t('task.outcome'), value: isOpen(task) || task.status === 'failed' ? undefined : formatResult(task) },
        { term: t('task.file'), value: result?.bytes === undefined ? undefined : bytesText(result.bytes) },
        { term: t('task.cursor'), value: result?.cursor && <CodeText>{result.cursor}</CodeText> },
        {
          term: t('task.import'),
          value: params.import && (
            <Link to="/imports/$id" params={{ id: String(params.import.id) }} className={linkClass}>
              {params.import.filename}
            </Link>
          ),
        },
        {
          term: t('task.lane'),
          value: subscriber && entity && (
            <Link to="/sync-status" search={{ subscriber: subscriber.id, kind: entity }} className={linkClass}>
              {subscriber.name} × {t(`entity.${entity}.many`)}
            </Link>
          ),
        },
      ]}
    />
  );
}
