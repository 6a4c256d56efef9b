import type { ReactNode } from 'react';
import { LoadFailed } from '#crud/read/load-failed.tsx';
import type { Read } from '#crud/read/use-read.ts';
import { t, useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/buttons/button.tsx';
import { EmptyState } from '#kit/messages/empty-state.tsx';

interface Props {
  loaded: Pick<Read<unknown>, 'problem' | 'reload' | 'loading'>;
  /** The title if loading has failed. */
  failed?: `${'list' | 'logs' | 'dataLogs' | 'task' | 'imports' | 'changeSets'}.failed` | 'list.reviewsFailed';
  /** The texts and actions if the filters match no row. */
  narrowed?:
    | { title: string; text?: string; onClear: () => void; onClearStatus?: (() => void) | undefined }
    | undefined;
  /** Shown if the list is empty without filters. */
  first: ReactNode;
}

/** Returns the text of a list's footer while it has no rows. */
export const emptyText = (isLoaded: boolean, isNarrowed: boolean): string =>
  t(isLoaded ? (isNarrowed ? 'message.searchNoResults' : 'message.noDataFound') : 'message.dataLoading');

/** The placeholder of an empty list: an error, a hint about filters, or the first step. */
export function NoRows({ loaded: { problem, reload, loading }, failed = 'list.failed', narrowed, first }: Props) {
  const { t } = useTexts();
  if (problem) {
    return (
      <LoadFailed
        title={t(failed, { problem: problem.message })}
        text={t('list.failedText')}
        problem={problem}
        onRetry={reload}
        retrying={loading}
      />
    );
  }
  if (!narrowed) return first;
  const { title, text, onClear, onClearStatus } = narrowed;
  return (
    <EmptyState
      title={title}
      text={text}
      actions={
        <>
          {onClearStatus && <Button onClick={onClearStatus}>{t('list.withoutStatus')}</Button>}
          <Button variant={onClearStatus ? 'ghost' : 'secondary'} onClick={onClear}>
            {t('list.clearAll')}
          </Button>
        </>
      }
    />
  );
}
