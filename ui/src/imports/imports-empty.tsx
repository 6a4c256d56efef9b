import { Link } from '@tanstack/react-router';
import { useTexts } from '#i18n/i18n.ts';
import { Button } from '#kit/button.tsx';
import { linkClass } from '#kit/link-button.tsx';
import { EmptyState, ErrorState, FirstState } from '#kit/page-state.tsx';
import type { Imports } from './use-imports.ts';

/** Stands where the rows would be. */
export function ImportsEmpty({ imports, mayStart }: { imports: Imports; mayStart: boolean }) {
  const { t } = useTexts();
  const { problem, reload, loading, search, filterBy } = imports;
  if (problem) {
    return (
      <ErrorState
        title={t('imports.failed', { problem: problem.message })}
        text={t('list.failedText')}
        onRetry={reload}
        retrying={loading}
        errorKey={problem.key}
        traceId={problem.traceId}
      />
    );
  }
  if (search.kind) {
    return (
      <EmptyState
        title={t('imports.empty')}
        actions={<Button onClick={() => filterBy({ kind: undefined })}>{t('list.clearAll')}</Button>}
      />
    );
  }
  return (
    <FirstState
      title={t('imports.emptyFirst')}
      text={t('imports.emptyFirstText')}
      actions={
        mayStart && (
          <Link to="/imports/new" className={linkClass}>
            {t('imports.start')}
          </Link>
        )
      }
      foot={t('imports.hint')}
    />
  );
}
