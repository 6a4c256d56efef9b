import { describe, expect, it } from 'vitest';
import { stateOf, takesBack } from './verification.ts';

const base = {
  ...{ name: 'Beijing South', telegraphCode: 'VNP', latitude: 39.8, longitude: 116.3, address: null },
  verification: { state: 'verified', note: 'as on the list', evidence: null, by: 'reviewer', at: '2026-04-13' },
};
const judge = (verification: object) => ({ ...base, name: 'Beijing', verification });

describe('a verified station', () => {
  it('is taken back by another name, code or place', () => {
    expect(takesBack(base, { ...base, name: 'Beijing' })).toEqual(['name']);
    expect(takesBack(base, { ...base, telegraphCode: 'VNQ', latitude: 40, longitude: null })).toEqual([
      ...['telegraphCode', 'latitude', 'longitude'],
    ]);
  });

  it('stays through other changes, and through spaces', () => {
    expect(takesBack(base, { ...base, address: 'Road 12', name: 'Beijing South ' })).toEqual([]);
  });

  it('is taken back by another name in a language, not by one in one more', () => {
    const locales = { 'zh-CN': { name: '北京南' } };
    const named = { ...base, locales };
    expect(takesBack(named, { ...named, locales: { 'zh-CN': { name: '北京西' } } })).toEqual(['locales']);
    expect(takesBack(named, { ...named, locales: {} })).toEqual(['locales']);
    expect(takesBack(named, { ...named, locales: { ...locales, ja: { name: '北京南駅' } } })).toEqual([]);
  });

  it('is taken back with another note too, and not where it is judged otherwise', () => {
    expect(takesBack(base, judge({ ...base.verification, note: 'seen again' }))).toEqual(['name']);
    expect(takesBack(base, judge({ ...base.verification, state: 'failed' }))).toEqual([]);
    expect(takesBack(base, judge({ ...base.verification, state: 'unverified' }))).toEqual([]);
  });
});

it.each(['unverified', 'failed'])('a station that is %s has nothing to take back', (state) => {
  const other = { ...base, verification: { state } };
  expect(takesBack(other, { ...other, name: 'Beijing' })).toEqual([]);
  expect(takesBack(null, other)).toEqual([]);
});

it('is unverified where nothing says otherwise', () => {
  expect(stateOf({})).toBe('unverified');
  expect(stateOf({ verification: { state: 'failed' } })).toBe('failed');
});
