import { createToasts, pushUndo, type ToastAction } from '#kit/messages/toasts.ts';

/** The application's queues of toasts and of undo messages. */
export const toasts = createToasts();
export const snackbar = createToasts(5000);

/** Long enough to reach what a message offers. */
const ACTION_DURATION_MS = 8000;

/** The toasts of the last failure of each action. */
const errorIds = new Map<string, number>();

/** Removes the message about the last failure of an action, which has succeeded since. */
export function clearError(action: string): void {
  const id = errorIds.get(action);
  errorIds.delete(action);
  if (id !== undefined) toasts.dismiss(id);
}

export const notify = {
  success: (message: string) => toasts.push({ type: 'success', message }),
  warning: (message: string) => toasts.push({ type: 'warning', message }),
  /** `action` identifies what has failed, for `clearError`; a further failure of it replaces the message. */
  error(message: string, action?: string): void {
    const id = toasts.push({ type: 'error', message });
    if (action === undefined) return;
    if (errorIds.get(action) !== id) clearError(action);
    errorIds.set(action, id);
  },
  info: (message: string, action?: ToastAction) =>
    toasts.push({ type: 'info', message, ...(action && { action, duration: ACTION_DURATION_MS }) }),
  undo: (message: string, label: string, onSelect: () => void) => pushUndo(snackbar, message, { label, onSelect }),
};
