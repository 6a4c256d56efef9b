import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createToasts, type Toasts } from './toasts.ts';

const visibleMessages = (toasts: Toasts) =>
  toasts
    .list()
    .filter((toast) => !toast.isLeaving)
    .map((toast) => toast.message);

describe('toasts', () => {
  let toasts: Toasts;

  beforeEach(() => {
    vi.useFakeTimers();
    toasts = createToasts();
  });
  afterEach(() => vi.useRealTimers());

  it('start to leave after three seconds and are removed after the animation', () => {
    toasts.push({ type: 'success', message: 'saved' });
    vi.advanceTimersByTime(2999);
    expect(visibleMessages(toasts)).toEqual(['saved']);
    vi.advanceTimersByTime(1);
    expect(visibleMessages(toasts)).toEqual([]);
    expect(toasts.list()).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(toasts.list()).toHaveLength(0);
  });

  it('are not repeated for the same message, but stay for another three seconds', () => {
    const id = toasts.push({ type: 'info', message: 'failed' });
    vi.advanceTimersByTime(2000);
    expect(toasts.push({ type: 'info', message: 'failed' })).toBe(id);
    toasts.push({ type: 'success', message: 'failed' });
    vi.advanceTimersByTime(2999);
    expect(visibleMessages(toasts)).toEqual(['failed', 'failed']);
    vi.advanceTimersByTime(1);
    expect(visibleMessages(toasts)).toEqual([]);
    expect(toasts.push({ type: 'info', message: 'failed' })).not.toBe(id);
  });

  it('stay while paused, then only for their remaining time', () => {
    const id = toasts.push({ type: 'info', message: 'held' });
    vi.advanceTimersByTime(2000);
    toasts.pause(id);
    vi.advanceTimersByTime(60_000);
    expect(visibleMessages(toasts)).toEqual(['held']);
    toasts.resume(id);
    vi.advanceTimersByTime(999);
    expect(visibleMessages(toasts)).toEqual(['held']);
    vi.advanceTimersByTime(1);
    expect(visibleMessages(toasts)).toEqual([]);
  });

  it('stay until closed for an error with an action', () => {
    const action = { label: 'retry', onSelect: () => {} };
    const id = toasts.push({ type: 'error', message: 'failed', action });
    toasts.pause(id);
    toasts.resume(id);
    vi.advanceTimersByTime(3_600_000);
    expect(visibleMessages(toasts)).toEqual(['failed']);
    toasts.dismiss(id);
    expect(visibleMessages(toasts)).toEqual([]);
  });

  it.each([
    ['failed', 5300],
    ['Needed before approval: continent, region, currency', 7550],
    ['通过审核前还须填写：大洲、区域、货币', 7400],
  ])('stay long enough to read an error without an action: %s', (message, durationMs) => {
    toasts.push({ type: 'error', message });
    vi.advanceTimersByTime(durationMs - 1);
    expect(visibleMessages(toasts)).toEqual([message]);
    vi.advanceTimersByTime(1);
    expect(visibleMessages(toasts)).toEqual([]);
  });

  it('are at most three, newest first', () => {
    for (const message of ['a', 'b', 'c', 'd']) toasts.push({ type: 'info', message });
    expect(visibleMessages(toasts)).toEqual(['d', 'c', 'b']);
  });

  it('keep an unread error when later successes arrive, and drop the oldest error for a fourth one', () => {
    toasts.push({ type: 'error', message: 'failed' });
    for (const message of ['a', 'b', 'c']) toasts.push({ type: 'success', message });
    expect(visibleMessages(toasts)).toEqual(['c', 'b', 'failed']);
    for (const message of ['failed 2', 'failed 3', 'failed 4']) toasts.push({ type: 'error', message });
    expect(visibleMessages(toasts)).toEqual(['failed 4', 'failed 3', 'failed 2']);
  });

  it('stay long enough to read a warning', () => {
    toasts.push({ type: 'warning', message: 'Changed since' });
    vi.advanceTimersByTime(3000 + 13 * 50 - 1);
    expect(visibleMessages(toasts)).toEqual(['Changed since']);
    vi.advanceTimersByTime(1);
    expect(visibleMessages(toasts)).toEqual([]);
  });

  it('notify listeners until they unsubscribe', () => {
    const listener = vi.fn();
    const unsubscribe = toasts.subscribe(listener);
    const id = toasts.push({ type: 'info', message: 'a', duration: Number.POSITIVE_INFINITY });
    expect(listener).toHaveBeenCalledTimes(1);
    unsubscribe();
    toasts.dismiss(id);
    toasts.dismiss(id);
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
