import { createToasts, pushUndo, type ToastAction } from '#kit/messages/toasts.ts';

/** The application's queues of toasts and of undo messages. */
export const toasts = createToasts();
export const snackbar = createToasts(5000);

/** Long enough to reach what a message offers. */
const ACTION_DURATION_MS = 8000;

export const notify = {
  success: (message: string) => toasts.push({ type: 'success', message }),
  warning: (message: string) => toasts.push({ type: 'warning', message }),
  error: (message: string) => toasts.push({ type: 'error', message }),
  info: (message: string, action?: ToastAction) =>
    toasts.push({ type: 'info', message, ...(action && { action, duration: ACTION_DURATION_MS }) }),
  undo: (message: string, label: string, onSelect: () => void) => pushUndo(snackbar, message, { label, onSelect }),
};
