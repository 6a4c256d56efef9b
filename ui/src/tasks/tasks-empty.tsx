import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { EmptyState, ErrorState } from '#kit/page-state.tsx';
import type { Tasks } from './use-tasks.ts';

/** Stands where the rows would be. */
export function TasksEmpty({ tasks }: { tasks: Tasks }) {
  const { t } = useTexts();
  const { problem, reload, loading, search, filterBy } = tasks;
  if (problem) {
    return (
      <ErrorState
        title={t('task.failed', { problem: problem.message })}
        text={t('list.failedText')}
        onRetry={reload}
        retrying={loading}
        errorKey={problem.key}
        traceId={problem.traceId}
      />
    );
  }
  if (!search.kind && !search.status)
    return <EmptyState icon="tasks" title={t('task.emptyFirst')} text={t('task.emptyFirstText')} />;
  return (
    <EmptyState
      title={t('task.empty')}
      actions={<Button onClick={() => filterBy({ kind: undefined, status: undefined })}>{t('list.clearAll')}</Button>}
    />
  );
}
