import { useState } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import { notify } from '#crud/notify.ts';
import { recordsChanged } from '#crud/query-client.ts';
import { useTexts } from '#i18n/i18n.ts';

/** One thing done at a time: whether it is under way, and what stood against it. */
export function useAction() {
  const { language } = useTexts();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  /** Answers whether it was done; then everything on the page is loaded anew. Null says nothing: the caller does. */
  async function run(call: () => Promise<unknown>, done: string | null, then?: () => unknown): Promise<boolean> {
    setBusy(true);
    setProblem(undefined);
    try {
      await call();
      if (done !== null) notify.success(done);
      // before all that shows it is loaded anew: what is deleted must not be asked for
      await then?.();
      recordsChanged();
      return true;
    } catch (error) {
      const found = toProblem(error, language);
      setProblem(found);
      // somebody was faster: what is shown must follow, so that one decides on what is
      if (found.status === 412 || found.status === 404 || found.status === 409) recordsChanged();
      return false;
    } finally {
      setBusy(false);
    }
  }
  return { busy, problem, run, forget: () => setProblem(undefined) };
}
