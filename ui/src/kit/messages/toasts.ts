export type ToastType = 'success' | 'error' | 'warning' | 'info';

export interface ToastAction {
  label: string;
  onSelect: () => void;
}

export interface ToastInput {
  type: ToastType;
  message: string;
  /** milliseconds; Infinity stays until closed */
  duration?: number | undefined;
  action?: ToastAction | undefined;
}

export interface Toast extends ToastInput {
  id: number;
  leaving: boolean;
}

export interface Toasts {
  push: (toast: ToastInput) => number;
  dismiss: (id: number) => void;
  /** while hovered or focused */
  hold: (id: number) => void;
  release: (id: number) => void;
  list: () => readonly Toast[];
  subscribe: (listener: () => void) => () => void;
}

interface Clock {
  timer: ReturnType<typeof setTimeout> | undefined;
  startedAt: number;
  left: number;
}

const shown = 3;
const leaveTime = 110;

export function createToasts(standard = 3000): Toasts {
  let items: readonly Toast[] = [];
  const clocks = new Map<number, Clock>();
  const listeners = new Set<() => void>();
  let lastId = 0;

  function set(next: readonly Toast[]) {
    items = next;
    for (const listener of listeners) listener();
  }

  function forget(id: number) {
    clearTimeout(clocks.get(id)?.timer);
    clocks.delete(id);
  }

  function run(id: number) {
    const clock = clocks.get(id);
    if (!clock || clock.timer !== undefined || clock.left === Number.POSITIVE_INFINITY) return;
    clock.startedAt = Date.now();
    clock.timer = setTimeout(() => dismiss(id), clock.left);
  }

  /** The same said again stays longer instead of standing there twice. */
  function extend(id: number, duration: number) {
    const clock = clocks.get(id);
    if (!clock) return;
    const isRunning = clock.timer !== undefined;
    clearTimeout(clock.timer);
    clock.timer = undefined;
    clock.left = duration;
    if (isRunning) run(id);
  }

  function dismiss(id: number) {
    if (!items.some((item) => item.id === id && !item.leaving)) return;
    forget(id);
    set(items.map((item) => (item.id === id ? { ...item, leaving: true } : item)));
    setTimeout(() => set(items.filter((item) => item.id !== id)), leaveTime);
  }

  return {
    push(toast) {
      const same = items.find(
        ({ type, message, action, leaving }) =>
          !leaving && !action && !toast.action && type === toast.type && message === toast.message,
      );
      if (same) {
        extend(same.id, toast.duration ?? standard);
        return same.id;
      }
      lastId += 1;
      const id = lastId;
      const waits = toast.type === 'error' && toast.action !== undefined;
      const left = toast.duration ?? (waits ? Number.POSITIVE_INFINITY : standard);
      const next = [{ ...toast, id, leaving: false }, ...items.filter((item) => !item.leaving)];
      for (const dropped of next.slice(shown)) forget(dropped.id);
      clocks.set(id, { timer: undefined, startedAt: 0, left });
      set(next.slice(0, shown));
      run(id);
      return id;
    },
    dismiss,
    hold(id) {
      const clock = clocks.get(id);
      if (clock?.timer === undefined) return;
      clearTimeout(clock.timer);
      clock.timer = undefined;
      clock.left = Math.max(0, clock.left - (Date.now() - clock.startedAt));
    },
    release: run,
    list: () => items,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
