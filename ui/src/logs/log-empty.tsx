import type { Problem } from '#api/problem.ts';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { EmptyState, ErrorState } from '#kit/page-state.tsx';

interface Props {
  logs: { problem: Problem | undefined; reload: () => void; loading: boolean };
  /** Takes the conditions away; undefined where there are none. */
  onClear: (() => void) | undefined;
  /** Whose words it uses. */
  texts: 'logs' | 'dataLogs';
}

/** Stands where the rows would be. */
export function LogEmpty({ logs: { problem, reload, loading }, onClear, texts }: Props) {
  const { t } = useTexts();
  if (problem) {
    return (
      <ErrorState
        title={t(`${texts}.failed`, { problem: problem.message })}
        text={t('list.failedText')}
        onRetry={reload}
        retrying={loading}
        errorKey={problem.key}
        traceId={problem.traceId}
      />
    );
  }
  if (!onClear) return <EmptyState icon="log" title={t(`${texts}.emptyFirst`)} text={t(`${texts}.emptyFirstText`)} />;
  return (
    <EmptyState
      title={t(`${texts}.empty`)}
      text={t(`${texts}.emptyText`)}
      actions={<Button onClick={onClear}>{t('list.clearAll')}</Button>}
    />
  );
}
