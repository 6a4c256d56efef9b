import { useState } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { recordsChanged } from '#crud/query-client.ts';
import { useTexts } from '#i18n/i18n.ts';

/** Runs a call, and says whether it is running and why it failed. */
export function useAction() {
  const { language } = useTexts();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  /** Resolves to whether the call succeeded. All reads are refreshed then, and a message is shown unless it is null. */
  async function run(
    call: () => Promise<unknown>,
    successMessage: string | null,
    afterwards?: () => unknown,
  ): Promise<boolean> {
    setBusy(true);
    setProblem(undefined);
    try {
      await call();
      if (successMessage !== null) notify.success(successMessage);
      // before reads are refreshed, so that a page closes that shows a deleted record
      await afterwards?.();
      recordsChanged();
      return true;
    } catch (error) {
      const failure = toProblem(error, language);
      setProblem(failure);
      // somebody else has changed the record, so the page must show its current state
      if (failure.status === 412 || failure.status === 404 || failure.status === 409) recordsChanged();
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, problem, run, forget: () => setProblem(undefined) };
}
