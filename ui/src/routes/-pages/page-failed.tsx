import { type ErrorComponentProps, useRouteContext } from '@tanstack/react-router';
import { useTexts } from '#i18n/i18n.ts';
import { KitProvider } from '#kit/kit-texts.tsx';
import { ErrorState } from '#kit/page-state.tsx';

/** Stands in for the whole page: outside the frame, so with the kit's texts of its own. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const { t, language } = useTexts();
  const { pageReload } = useRouteContext({ from: '__root__' });
  if (pageReload.reloading) return null;
  const loading = pageReload.failed;
  const texts = { ...t('kit', { returnObjects: true }), ...t('common', { returnObjects: true }) };
  return (
    <KitProvider texts={texts} language={language}>
      <div className="flex h-dvh flex-col bg-panel">
        <ErrorState
          level={1}
          title={loading ? t('pageFailed.title') : t('pageFailed.oops')}
          text={loading ? t('pageFailed.text') : t('pageFailed.oopsText')}
          // of code that never came, the error only says that it is not there
          foot={loading ? undefined : error instanceof Error ? error.message : String(error)}
          onRetry={loading ? pageReload.retry : reset}
        />
      </div>
    </KitProvider>
  );
}
