/** What is needed of a document to know whether somebody looks at it. */
export type VisiblePage = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;

/**
 * Calls `reload` once, `pauseMs` from now; where the page is hidden then, as soon as it is shown again. The caller
 * schedules the next call when the answer is there, so that slow answers are never cancelled by the next question.
 */
export function scheduleReload(reload: () => void, pauseMs: number, page: VisiblePage = document): () => void {
  const reloadWhenVisible = () => {
    if (page.hidden) return;
    page.removeEventListener('visibilitychange', reloadWhenVisible);
    reload();
  };
  const timer = setTimeout(() => {
    page.addEventListener('visibilitychange', reloadWhenVisible);
    reloadWhenVisible();
  }, pauseMs);
  return () => {
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', reloadWhenVisible);
  };
}
