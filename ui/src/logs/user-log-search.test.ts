import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lastDays, nextDays } from '#i18n/viewer-days.ts';
import { parseUserLogSearch, toFilter, toQuery } from './user-log-search.ts';

let zone: string | undefined;
beforeEach(() => {
  zone = process.env.TZ;
});
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

describe('URL parameters', () => {
  it('are parsed, and invalid ones are dropped', () => {
    const raw = { user: 7, act: 'signIn', from: '2026-11-20', to: 'never', cursor: '91', pageSize: '50', id: '3' };
    expect(parseUserLogSearch({ ...raw, other: 1, address: '' })).toEqual({
      user: '7',
      act: 'signIn',
      from: '2026-11-20',
      cursor: '91',
      pageSize: 50,
      id: 3,
    });
    expect(parseUserLogSearch({ act: 'dance', cursor: "1'--", pageSize: 21, id: 0, from: '2026-1-2' })).toEqual({});
  });
});

describe('local days', () => {
  it('are converted to their start and end in UTC', () => {
    process.env.TZ = 'Asia/Shanghai';
    expect(toFilter({ from: '2026-11-20', to: '2026-11-20' })).toEqual({
      from: '2026-11-19T16:00:00.000Z',
      to: '2026-11-20T16:00:00.000Z',
    });
  });
  it('are 23 or 25 hours long when the clocks change', () => {
    process.env.TZ = 'Europe/Berlin';
    expect(toFilter({ from: '2026-10-25', to: '2026-10-25' })).toEqual({
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    });
  });
  it('end today, also across months', () => {
    process.env.TZ = 'Asia/Shanghai';
    const now = new Date('2026-11-30T17:30:00.000Z');
    expect(lastDays(1, now)).toEqual({ from: '2026-12-01', to: '2026-12-01' });
    expect(lastDays(7, now)).toEqual({ from: '2026-11-25', to: '2026-12-01' });
    expect(nextDays(7, now)).toEqual({ from: '2026-12-01', to: '2026-12-07' });
  });
});

it('requests pages of twenty entries by default', () => {
  expect(toQuery({ user: 'ann' })).toEqual({ user: 'ann', limit: 20 });
  expect(toQuery({ cursor: '91', pageSize: 50, id: 3 })).toEqual({ cursor: '91', limit: 50 });
});
