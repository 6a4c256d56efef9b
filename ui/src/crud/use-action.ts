import { useEffect, useId, useRef, useState } from 'react';
import { type Problem, toProblem } from '#api/problem.ts';
import { ReopeningDeclined } from '#crud/change-set/reopening.ts';
import { clearError, notify } from '#crud/notify.ts';
import { refreshReads } from '#crud/read/query-client.ts';
import { useTexts } from '#i18n/i18n.ts';

interface ActionState {
  busy: boolean;
  problem?: Problem;
}

/**
 * Runs requests and provides their busy state and last problem, which `onFailure` gets before any refresh, with a key for a message about it:
 * a success removes that message. `subject` identifies what a dialog asks about, if it may be closed and opened for something else while a
 * request runs: each subject has its own state, and a failure is shown as a message once its subject is no longer shown.
 */
export function useAction(onFailure?: (problem: Problem, errorKey: string) => void, subject?: string | number) {
  const { language } = useTexts();
  const [states, setStates] = useState<ReadonlyMap<typeof subject, ActionState>>(new Map());
  const setState = (state: ActionState) => setStates((all) => new Map(all).set(subject, state));
  const { busy = false, problem } = states.get(subject) ?? {};

  const errorKey = `${useId()} ${subject}`;
  const shownSubject = useRef(subject);
  useEffect(() => {
    shownSubject.current = subject;
  }, [subject]);
  const isStillShown = () => shownSubject.current === subject;

  /** Resolves to whether the request succeeded. If so, shows the message, if any, and refreshes all reads. */
  async function run(
    request: () => Promise<unknown>,
    successMessage: string | null,
    beforeRefresh?: () => unknown,
  ): Promise<boolean> {
    setState({ busy: true });
    try {
      await request();
      clearError(errorKey);
      if (successMessage !== null) notify.success(successMessage);
      // runs before the refresh, so that the page of a deleted record can close first
      await beforeRefresh?.();
      refreshReads();
      setState({ busy: false });
      return true;
    } catch (error) {
      if (error instanceof ReopeningDeclined) {
        setState({ busy: false });
        return false;
      }
      const failure = toProblem(error, language);
      setState({ busy: false, ...(isStillShown() && { problem: failure }) });
      if (!isStillShown()) notify.error(failure.message, errorKey);
      onFailure?.(failure, errorKey);
      // somebody else has changed the record, so the page must show its current state
      if (failure.status === 412 || failure.status === 404 || failure.status === 409) refreshReads();
      return false;
    }
  }
  return {
    busy,
    problem,
    run,
    clearProblem: () => setStates((all) => new Map(all).set(subject, { busy: all.get(subject)?.busy ?? false })),
    /** Forgets the problems of all subjects. */
    clearProblems: () => setStates((all) => new Map([...all].map(([each, state]) => [each, { busy: state.busy }]))),
    /** Whether the subject for which `run` was called is still shown. */
    isShown: isStillShown,
  };
}
