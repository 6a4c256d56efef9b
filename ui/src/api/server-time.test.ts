import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { learnServerTime, serverDate, serverNow } from './server-time.ts';

const NOW = Date.UTC(2026, 10, 20, 6);
const SECOND = 1000;

const respond = (serverTime: number | string, tookMs = 0) =>
  learnServerTime(
    {
      headers: new Headers({ Date: typeof serverTime === 'string' ? serverTime : new Date(serverTime).toUTCString() }),
    },
    Date.now() - tookMs,
  );

beforeEach(() => void vi.useFakeTimers({ now: NOW }));
afterEach(() => {
  // no difference agrees with this but none
  learnServerTime({ headers: new Headers({ Date: new Date(NOW).toUTCString() }) }, NOW + 2 * SECOND, NOW);
  vi.useRealTimers();
});

it('is the time of this device while that agrees with the server', () => {
  respond(NOW);
  respond(NOW - SECOND, 1500);
  expect(serverNow()).toBe(NOW);
});

it.each([
  ['slow', 3_600_000],
  ['fast', -3_600_000],
])('is the server’s, within two seconds, while the clock of this device is %s', (_, offset) => {
  respond(NOW + offset);
  vi.advanceTimersByTime(5 * SECOND);
  expect(Math.abs(serverNow() - (NOW + offset + 5 * SECOND))).toBeLessThanOrEqual(2 * SECOND);
  expect(serverDate().getTime()).toBe(serverNow());
  const known = serverNow();
  respond(NOW + offset + 5 * SECOND);
  expect(serverNow()).toBe(known);
});

it('is not changed by a response that was late, or that says no time', () => {
  respond(NOW - 60 * SECOND, 61 * SECOND);
  respond('soon');
  learnServerTime({ headers: new Headers() }, NOW);
  expect(serverNow()).toBe(NOW);
});
