import { useState } from 'react';
import { toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { refreshReads } from '#crud/read/query-client.ts';
import { useTexts } from '#i18n/i18n.ts';
import { api } from '#session/session.ts';

/** Dismisses the notice of a rejection; the rejected proposal stays in the history. */
export function useDismissRejection() {
  const { language } = useTexts();
  const [busy, setBusy] = useState(false);
  async function dismiss(noticeId: number): Promise<void> {
    setBusy(true);
    try {
      await api.DELETE('/api/v1/reviews/rejected/{id}', { params: { path: { id: noticeId } } });
      refreshReads();
    } catch (error) {
      const problem = toProblem(error, language);
      // dismissed in another tab
      if (problem.status === 404) refreshReads();
      else notify.error(problem.message);
    } finally {
      setBusy(false);
    }
  }
  return { busy, dismiss };
}
