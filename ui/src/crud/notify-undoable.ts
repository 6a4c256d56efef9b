import { toProblem } from '#api/problem.ts';
import { language, t } from '#i18n/i18n.ts';
import { notify } from './notify.ts';
import { refreshReads } from './read/query-client.ts';

interface UndoableChange {
  /** What a message calls the changed record. */
  name: string;
  message: string;
  /** Undoes the change, provided that the record still has the version that it produced, and shows a message. */
  undo: () => Promise<unknown>;
}

/** Responses to an undo of a record that somebody else has changed or deleted since. */
const TOO_LATE_STATUSES = new Set([404, 412]);

/** Says what was done to a record and offers to undo it. */
export function notifyUndoable({ name, message, undo }: UndoableChange): void {
  async function sendUndo(): Promise<void> {
    try {
      await undo();
    } catch (error) {
      const problem = toProblem(error, language());
      if (TOO_LATE_STATUSES.has(problem.status)) notify.warning(t('done.undoTooLate', { name }));
      // signed out: the session has already shown a message
      else if (problem.status !== 401) notify.error(problem.message);
    }
    refreshReads();
  }
  notify.undo(message, t('common.undo'), () => void sendUndo());
}
