export type ToastType = 'success' | 'error' | 'warning' | 'info';

export interface ToastAction {
  label: string;
  onSelect: () => void;
}

export interface ToastInput {
  type: ToastType;
  message: string;
  /** in milliseconds; with Infinity it stays until closed */
  duration?: number | undefined;
  action?: ToastAction | undefined;
}

export interface Toast extends ToastInput {
  id: number;
  isLeaving: boolean;
}

export interface Toasts {
  push: (toast: ToastInput) => number;
  dismiss: (id: number) => void;
  /** stops the timer while the toast is hovered or focused */
  pause: (id: number) => void;
  resume: (id: number) => void;
  list: () => readonly Toast[];
  subscribe: (listener: () => void) => () => void;
}

interface ToastTimer {
  timer: ReturnType<typeof setTimeout> | undefined;
  startedAt: number;
  remainingMs: number;
}

const MAX_VISIBLE = 3;
const ERROR_DURATION_MS = 5000;
/** People read about twenty letters a second, and a Chinese character takes as long as three letters. */
const READING_MS_PER_LETTER = 50;
const LEAVE_ANIMATION_MS = 110;

/** Returns how long it takes to read a message, which may list fields that the user has to remember. */
function readingMs(message: string): number {
  const ideographs = message.match(/\p{Script=Han}/gu)?.length ?? 0;
  return (message.length + 2 * ideographs) * READING_MS_PER_LETTER;
}

export function createToasts(defaultDurationMs = 3000): Toasts {
  let items: readonly Toast[] = [];
  const timers = new Map<number, ToastTimer>();
  const listeners = new Set<() => void>();
  let lastId = 0;

  function setItems(next: readonly Toast[]) {
    items = next;
    for (const listener of listeners) listener();
  }

  function clearTimer(id: number) {
    clearTimeout(timers.get(id)?.timer);
    timers.delete(id);
  }

  function startTimer(id: number) {
    const toastTimer = timers.get(id);
    if (!toastTimer || toastTimer.timer !== undefined || toastTimer.remainingMs === Number.POSITIVE_INFINITY) return;
    toastTimer.startedAt = Date.now();
    toastTimer.timer = setTimeout(() => dismiss(id), toastTimer.remainingMs);
  }

  function durationOf({ type, message, duration, action }: ToastInput): number {
    if (duration !== undefined) return duration;
    if (type === 'success' || type === 'info') return defaultDurationMs;
    if (type === 'warning') return defaultDurationMs + readingMs(message);
    return action ? Number.POSITIVE_INFINITY : ERROR_DURATION_MS + readingMs(message);
  }

  /** Restarts the timer of a toast whose message was pushed again, instead of showing it twice. */
  function restartTimer(id: number, duration: number) {
    const toastTimer = timers.get(id);
    if (!toastTimer) return;
    const isRunning = toastTimer.timer !== undefined;
    clearTimeout(toastTimer.timer);
    toastTimer.timer = undefined;
    toastTimer.remainingMs = duration;
    if (isRunning) startTimer(id);
  }

  function dismiss(id: number) {
    if (!items.some((item) => item.id === id && !item.isLeaving)) return;
    clearTimer(id);
    setItems(items.map((item) => (item.id === id ? { ...item, isLeaving: true } : item)));
    setTimeout(() => setItems(items.filter((item) => item.id !== id)), LEAVE_ANIMATION_MS);
  }

  return {
    push(toast) {
      const duplicate = items.find(
        ({ type, message, action, isLeaving }) =>
          !isLeaving && !action && !toast.action && type === toast.type && message === toast.message,
      );
      if (duplicate) {
        restartTimer(duplicate.id, durationOf(toast));
        return duplicate.id;
      }
      lastId += 1;
      const id = lastId;
      const earlier = items.filter((item) => !item.isLeaving);
      // the oldest goes first, but an error only if there are nothing but errors
      const dropped =
        earlier.length < MAX_VISIBLE ? undefined : (earlier.findLast(({ type }) => type !== 'error') ?? earlier.at(-1));
      if (dropped) clearTimer(dropped.id);
      timers.set(id, { timer: undefined, startedAt: 0, remainingMs: durationOf(toast) });
      setItems([{ ...toast, id, isLeaving: false }, ...earlier.filter((item) => item !== dropped)]);
      startTimer(id);
      return id;
    },
    dismiss,
    pause(id) {
      const toastTimer = timers.get(id);
      if (toastTimer?.timer === undefined) return;
      clearTimeout(toastTimer.timer);
      toastTimer.timer = undefined;
      toastTimer.remainingMs = Math.max(0, toastTimer.remainingMs - (Date.now() - toastTimer.startedAt));
    },
    resume: startTimer,
    list: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Offers to undo the latest action; an undo of an earlier one disappears. Its queue is separate, so that messages never push it out. */
export function pushUndo(snackbar: Toasts, message: string, action: ToastAction): number {
  for (const snack of snackbar.list()) snackbar.dismiss(snack.id);
  return snackbar.push({ type: 'info', message, action });
}
