import { type ErrorComponentProps, useRouteContext } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useLayoutEffect } from 'react';
import { usePageSubject } from '#crud/page-subject.ts';
import { useTexts } from '#i18n/i18n.ts';
import { cx } from '#kit/cx.ts';
import { KitProvider } from '#kit/kit-texts.tsx';
import { ErrorState } from '#kit/messages/page-state.tsx';
import { UNLOAD_TIMEOUT_MS } from '#session/page-reload.ts';

/** Shown in place of a page that failed. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const { t } = useTexts();
  const { pageReload } = useRouteContext({ from: '__root__' });
  const reloading = useSelector(pageReload.actor, (snapshot) => snapshot.matches('reloading'));
  const isNotLoaded = pageReload.isChunkLoadError(error);
  // a layout effect, so that it runs before the router reports the end of the navigation
  useLayoutEffect(() => pageReload.reloadIfChunkMissing(error), [pageReload, error]);
  usePageSubject(t(isNotLoaded ? 'pageFailed.notLoaded' : 'pageFailed.oops'));
  return (
    <div
      className={cx('flex min-h-80 min-w-0 flex-1 flex-col bg-panel', reloading && 'animate-fade-in-delayed')}
      // shown only if the reload does not leave the page
      style={reloading ? { animationDelay: `${UNLOAD_TIMEOUT_MS}ms` } : undefined}
    >
      <ErrorState
        level={1}
        title={isNotLoaded ? t('pageFailed.notLoaded') : t('pageFailed.oops')}
        text={isNotLoaded ? t('pageFailed.notLoadedText') : t('pageFailed.oopsText')}
        // the message of a failed dynamic import adds nothing
        footnote={isNotLoaded ? undefined : error instanceof Error ? error.message : String(error)}
        onRetry={isNotLoaded ? pageReload.retry : reset}
      />
    </div>
  );
}

/** Shown if the frame itself fails, so it brings its own KitProvider. */
export function AppFailed(props: ErrorComponentProps) {
  const { t, language } = useTexts();
  const texts = { ...t('kit', { returnObjects: true }), ...t('common', { returnObjects: true }) };
  return (
    <KitProvider texts={texts} language={language}>
      <div className="flex h-dvh">
        <PageFailed {...props} />
      </div>
    </KitProvider>
  );
}
