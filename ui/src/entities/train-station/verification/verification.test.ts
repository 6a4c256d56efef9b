import { describe, expect, it } from 'vitest';
import { fieldsResettingVerification, stateOf } from './verification.ts';

const base = {
  ...{ name: 'Beijing South', telegraphCode: 'VNP', latitude: 39.8, longitude: 116.3, address: null },
  verification: { state: 'verified', note: 'as on the list', evidence: null, by: 'reviewer', at: '2026-04-13' },
};
const judge = (verification: object) => ({ ...base, name: 'Beijing', verification });

describe('a verified station', () => {
  it('is taken back by another name, code or place', () => {
    expect(fieldsResettingVerification(base, { ...base, name: 'Beijing' })).toEqual(['name']);
    expect(fieldsResettingVerification(base, { ...base, telegraphCode: 'VNQ', latitude: 40, longitude: null })).toEqual(
      [...['telegraphCode', 'latitude', 'longitude']],
    );
  });

  it('stays through other changes, and through spaces', () => {
    expect(fieldsResettingVerification(base, { ...base, address: 'Road 12', name: 'Beijing South ' })).toEqual([]);
  });

  it('is taken back by another name in a language, not by one in one more', () => {
    const locales = { 'zh-CN': { name: '北京南' } };
    const named = { ...base, locales };
    expect(fieldsResettingVerification(named, { ...named, locales: { 'zh-CN': { name: '北京西' } } })).toEqual([
      'locales',
    ]);
    expect(fieldsResettingVerification(named, { ...named, locales: {} })).toEqual(['locales']);
    expect(fieldsResettingVerification(named, { ...named, locales: { ...locales, ja: { name: '北京南駅' } } })).toEqual(
      [],
    );
  });

  it('is taken back with another note too, and not where it is judged otherwise', () => {
    expect(fieldsResettingVerification(base, judge({ ...base.verification, note: 'seen again' }))).toEqual(['name']);
    expect(fieldsResettingVerification(base, judge({ ...base.verification, state: 'failed' }))).toEqual([]);
    expect(fieldsResettingVerification(base, judge({ ...base.verification, state: 'unverified' }))).toEqual([]);
  });
});

it.each(['unverified', 'failed'])('a station that is %s has nothing to take back', (state) => {
  const other = { ...base, verification: { state } };
  expect(fieldsResettingVerification(other, { ...other, name: 'Beijing' })).toEqual([]);
  expect(fieldsResettingVerification(null, other)).toEqual([]);
});

it('is unverified where nothing says otherwise', () => {
  expect(stateOf({})).toBe('unverified');
  expect(stateOf({ verification: { state: 'failed' } })).toBe('failed');
});
