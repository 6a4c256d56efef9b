import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { Drawer } from '#kit/drawer.tsx';
import { ErrorState, Skeleton } from '#kit/page-state.tsx';
import { HistoryEntry } from './history-entry.tsx';
import type { SettingsForm } from './use-settings-form.ts';
import type { SettingsHistory } from './use-settings-history.ts';

interface Props {
  form: SettingsForm;
  history: SettingsHistory;
  onClose: () => void;
}

/** Who changed what and when, each change the way back to what was before it. */
export function HistoryDrawer({ form, history, onClose }: Props) {
  const { t } = useTexts();
  const { items, data, total, problem, loading, more, reload } = history;
  return (
    <Drawer
      open
      width={480}
      onClose={onClose}
      aria-label={t('history.title')}
      title={t('history.title')}
      headActions={<span className="mr-1 font-mono text-2xs">{data?.totalCapped ? `${total}+` : total}</span>}
    >
      {problem && (
        <ErrorState
          title={t('config.failed', { problem: problem.message })}
          onRetry={reload}
          retrying={loading}
          errorKey={problem.key}
          traceId={problem.traceId}
        />
      )}
      {!problem && loading && items.length === 0 && (
        <div className="flex flex-col gap-3 p-4">
          <Skeleton height={64} className="late" />
          <Skeleton height={64} className="late" />
        </div>
      )}
      {!problem && !loading && items.length === 0 && <p className="p-4 text-ink-3">{t('config.noChanges')}</p>}
      <ol>
        {items.map((change, index) => (
          <HistoryEntry key={change.id} change={change} form={form} opened={index === 0} onPutBack={onClose} />
        ))}
      </ol>
      {more && (
        <div className="p-4">
          <Button variant="ghost" busy={loading} onClick={more}>
            {t('config.more')}
          </Button>
        </div>
      )}
    </Drawer>
  );
}
