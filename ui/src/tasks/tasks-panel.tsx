import { Link } from '@tanstack/react-router';
import { readOnceOptions } from '#crud/read/query-client.ts';
import { useRead } from '#crud/read/use-read.ts';
import { Time } from '#crud/text/time.tsx';
import { useTexts } from '#i18n/i18n.ts';
import { LinkButton, linkClass } from '#kit/buttons/link-button.tsx';
import { cx } from '#kit/cx.ts';
import { Panel } from '#kit/display/panel.tsx';
import { StatusMark } from '#kit/display/status-mark.tsx';
import { moveFocusByArrows } from '#kit/lists/move-focus-by-arrows.ts';
import { api } from '#session/session.ts';
import { TASK_STATUS_TONES, type Task } from './task.ts';
import { TaskProgress } from './task-progress.tsx';
import { formatParams, formatResult } from './task-text.ts';

const MAX_PANEL_TASKS = 4;

/** The newest tasks on the home page, loaded once. */
export function TasksPanel() {
  const { t } = useTexts();
  const { data, problem, reload } = useRead({
    ...readOnceOptions,
    queryKey: ['newest tasks', MAX_PANEL_TASKS],
    queryFn: async ({ signal }) =>
      (await api.GET('/api/v1/tasks', { params: { query: { limit: MAX_PANEL_TASKS } }, signal })).data,
  });
  const all = (
    <Link to="/task-status" className={`${linkClass} text-end text-xs pointer-coarse:min-w-10`}>
      {t('task.all')}
    </Link>
  );
  return (
    <Panel flush title={t('task.newest')} aside={all}>
      {problem && !data ? (
        <p className="flex gap-2 px-4 py-3 text-ink-3">
          {t('task.failedPanel')} <LinkButton onClick={reload}>{t('common.retry')}</LinkButton>
        </p>
      ) : data?.items.length === 0 ? (
        <p className="px-4 py-3 text-ink-3">{t('task.emptyFirst')}</p>
      ) : (
        <ul className={cx('py-1', !data && 'min-h-33')} onKeyDown={moveFocusByArrows}>
          {data?.items.map((task) => (
            <li key={task.id}>
              <TaskLine task={task} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function TaskLine({ task }: { task: Task }) {
  const { t } = useTexts();
  const { id, kind, status, createTime } = task;
  return (
    <Link
      data-item
      to="/task-status"
      search={{ id }}
      className="grid min-h-8.25 grid-cols-[minmax(0,3fr)_84px_minmax(0,4fr)_96px] items-center gap-3 px-4 py-1 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-y-0.5 max-sm:py-2 -outline-offset-2 hover:bg-hover"
    >
      <span className="min-w-0 truncate font-medium">{t(`task.kind.${kind}`)}</span>
      <StatusMark
        status={TASK_STATUS_TONES[status]}
        label={<span className="text-xs">{t(`task.status.${status}`)}</span>}
      />
      {status === 'running' ? (
        <TaskProgress task={task} />
      ) : (
        <span className="min-w-0 truncate text-xs text-ink-3">{formatResult(task) || formatParams(task)}</span>
      )}
      <span className="text-end text-xs text-ink-3">
        <Time iso={createTime} />
      </span>
    </Link>
  );
}
