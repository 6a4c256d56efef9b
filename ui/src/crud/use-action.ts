import { useState } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { refreshReads } from '#crud/read/query-client.ts';
import { useTexts } from '#i18n/i18n.ts';

/** Runs requests and provides their busy state and last problem, which `onFailure` gets before any refresh. */
export function useAction(onFailure?: (problem: Problem) => void) {
  const { language } = useTexts();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  /** Resolves to whether the request succeeded. If so, shows the message, if any, and refreshes all reads. */
  async function run(
    request: () => Promise<unknown>,
    successMessage: string | null,
    beforeRefresh?: () => unknown,
  ): Promise<boolean> {
    setBusy(true);
    setProblem(undefined);
    try {
      await request();
      if (successMessage !== null) notify.success(successMessage);
      // runs before the refresh, so that the page of a deleted record can close first
      await beforeRefresh?.();
      refreshReads();
      return true;
    } catch (error) {
      const failure = toProblem(error, language);
      setProblem(failure);
      onFailure?.(failure);
      // somebody else has changed the record, so the page must show its current state
      if (failure.status === 412 || failure.status === 404 || failure.status === 409) refreshReads();
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, problem, run, clearProblem: () => setProblem(undefined) };
}
