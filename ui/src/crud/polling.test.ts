import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scheduleReload } from './polling.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const aPage = (hidden: boolean) => Object.assign(new EventTarget(), { hidden });

test('a visible page is reloaded once, after the pause', () => {
  const reload = vi.fn();
  scheduleReload(reload, 1000, aPage(false));
  vi.advanceTimersByTime(999);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page that was hidden when its turn came is reloaded when it is shown again', () => {
  const reload = vi.fn();
  const page = aPage(true);
  scheduleReload(reload, 1000, page);
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  page.hidden = false;
  for (let times = 0; times < 2; times += 1) page.dispatchEvent(new Event('visibilitychange'));
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([0, 2000])('a reload that is cancelled after %d ms never comes', (ms) => {
  const reload = vi.fn();
  const page = aPage(true);
  const cancel = scheduleReload(reload, 1000, page);
  vi.advanceTimersByTime(ms);
  cancel();
  page.hidden = false;
  vi.advanceTimersByTime(5000);
  page.dispatchEvent(new Event('visibilitychange'));
  expect(reload).not.toHaveBeenCalled();
});
