import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { EmptyState, ErrorState } from '#kit/page-state.tsx';
import { noConditions } from './log-filters.tsx';
import { conditions } from './log-search.ts';
import type { Logs } from './use-logs.ts';

/** Stands where the rows would be. */
export function LogEmpty({ logs }: { logs: Logs }) {
  const { t } = useTexts();
  const { problem, search, reload, loading, filterBy } = logs;
  if (problem) {
    return (
      <ErrorState
        title={t('logs.failed', { problem: problem.message })}
        text={t('list.failedText')}
        onRetry={reload}
        retrying={loading}
        errorKey={problem.key}
        traceId={problem.traceId}
      />
    );
  }
  if (conditions.every((name) => search[name] === undefined)) {
    return <EmptyState icon="log" title={t('logs.emptyFirst')} text={t('logs.emptyFirstText')} />;
  }
  return (
    <EmptyState
      title={t('logs.empty')}
      text={t('logs.emptyText')}
      actions={<Button onClick={() => filterBy(noConditions)}>{t('list.clearAll')}</Button>}
    />
  );
}
