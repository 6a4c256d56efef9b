import { useState } from 'react';
import { download } from '#crud/export/download.ts';
import { notify } from '#crud/notify.ts';
import { useAction } from '#crud/use-action.ts';
import { useTexts } from '#i18n/i18n.ts';
import type { RowAction } from '#kit/table/data-table.tsx';
import { api } from '#session/session.ts';
import { useSession } from '#session/use-session.ts';
import { canRetry, isOpen, type Task } from './task.ts';

/** Returns the actions of tasks: cancel, retry and download the file. */
export function useTaskActions() {
  const { t } = useTexts();
  const { user, denialReason } = useSession();
  const [pendingCancel, setPendingCancel] = useState<Task>();
  const { run, busy, problem, clearProblem, isShown } = useAction(undefined, pendingCancel?.id);

  // these run with the name and permissions of the user who started them, so only they may retry them
  const isRetriedByOther = ({ kind, createdBy }: Task) =>
    (kind === 'bulkChange' || kind === 'changeSet') && createdBy !== user?.username;
  const name = ({ kind }: Task) => t(`task.kind.${kind}`);
  const params = ({ id }: Task) => ({ params: { path: { id } } });

  async function ignoreReportedError(work: Promise<unknown>): Promise<void> {
    try {
      await work;
    } catch {
      // the client has shown the error
    }
  }
  const cancel = async (task: Task) => {
    const done = await run(
      () => api.POST('/api/v1/tasks/{id}/cancel', params(task)),
      t('task.done.cancel', { name: name(task) }),
    );
    if (done && isShown()) setPendingCancel(undefined);
  };

  const actionsOf = (task: Task): RowAction[] => [
    ...(task.hasFile
      ? [
          {
            id: 'download',
            label: t('task.download'),
            icon: 'download' as const,
            disabledReason: denialReason('data_log:read'),
            onSelect: () => void ignoreReportedError(download(`/api/v1/tasks/${task.id}/result`)),
          },
        ]
      : []),
    ...(canRetry(task)
      ? [
          {
            id: 'retry',
            label: t('task.retry'),
            icon: 'retry' as const,
            disabledReason:
              denialReason('task:retry') || (isRetriedByOther(task) && t('task.onlyStarter', { name: task.createdBy })),
            onSelect: () =>
              void ignoreReportedError(
                api.POST('/api/v1/tasks/{id}/retry', params(task)).then(() => {
                  notify.success(t('task.done.retry', { name: name(task) }));
                }),
              ),
          },
        ]
      : []),
    ...(isOpen(task)
      ? [
          {
            id: 'cancel',
            label: t('task.cancel'),
            icon: 'stop' as const,
            tone: 'bad' as const,
            disabledReason: denialReason('task:cancel') || (task.cancelling && t('task.cancelling')),
            onSelect: () => setPendingCancel(task),
          },
        ]
      : []),
  ];
  return {
    actionsOf,
    /** The task whose cancelling awaits confirmation. */
    pendingCancel,
    busy,
    problem,
    confirm: () => pendingCancel && void cancel(pendingCancel),
    close: () => {
      clearProblem();
      setPendingCancel(undefined);
    },
  };
}

export type TaskActions = ReturnType<typeof useTaskActions>;
