import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToasts, type Toasts } from './toasts.ts';

const shown = (toasts: Toasts) =>
  toasts
    .list()
    .filter((toast) => !toast.leaving)
    .map((toast) => toast.message);

describe('toasts', () => {
  let toasts: Toasts;

  beforeEach(() => {
    vi.useFakeTimers();
    toasts = createToasts();
  });
  afterEach(() => vi.useRealTimers());

  it('go after three seconds, and leave the list once they have faded', () => {
    toasts.push({ type: 'success', message: 'saved' });
    vi.advanceTimersByTime(2999);
    expect(shown(toasts)).toEqual(['saved']);
    vi.advanceTimersByTime(1);
    expect(shown(toasts)).toEqual([]);
    expect(toasts.list()).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(toasts.list()).toHaveLength(0);
  });

  it('stand there once for what is said again, from then on for three seconds', () => {
    const id = toasts.push({ type: 'error', message: 'failed' });
    vi.advanceTimersByTime(2000);
    expect(toasts.push({ type: 'error', message: 'failed' })).toBe(id);
    toasts.push({ type: 'warning', message: 'failed' });
    vi.advanceTimersByTime(2999);
    expect(shown(toasts)).toEqual(['failed', 'failed']);
    vi.advanceTimersByTime(1);
    expect(shown(toasts)).toEqual([]);
    expect(toasts.push({ type: 'error', message: 'failed' })).not.toBe(id);
  });

  it('wait while held, and then have only the rest of their time', () => {
    const id = toasts.push({ type: 'info', message: 'held' });
    vi.advanceTimersByTime(2000);
    toasts.hold(id);
    vi.advanceTimersByTime(60_000);
    expect(shown(toasts)).toEqual(['held']);
    toasts.release(id);
    vi.advanceTimersByTime(999);
    expect(shown(toasts)).toEqual(['held']);
    vi.advanceTimersByTime(1);
    expect(shown(toasts)).toEqual([]);
  });

  it('keep an error that carries an action until it is closed', () => {
    const action = { label: 'retry', onSelect: () => {} };
    const id = toasts.push({ type: 'error', message: 'failed', action });
    toasts.hold(id);
    toasts.release(id);
    vi.advanceTimersByTime(3_600_000);
    expect(shown(toasts)).toEqual(['failed']);
    toasts.dismiss(id);
    expect(shown(toasts)).toEqual([]);
  });

  it('let an error without an action go like any other', () => {
    toasts.push({ type: 'error', message: 'failed' });
    vi.advanceTimersByTime(3000);
    expect(shown(toasts)).toEqual([]);
  });

  it('show the newest first and three at most', () => {
    for (const message of ['a', 'b', 'c', 'd']) toasts.push({ type: 'info', message });
    expect(shown(toasts)).toEqual(['d', 'c', 'b']);
  });

  it('tell their listeners, and no longer those who left', () => {
    const listener = vi.fn();
    const leave = toasts.subscribe(listener);
    const id = toasts.push({ type: 'info', message: 'a', duration: Number.POSITIVE_INFINITY });
    expect(listener).toHaveBeenCalledTimes(1);
    leave();
    toasts.dismiss(id);
    toasts.dismiss(id);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
