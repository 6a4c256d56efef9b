import { describe, expect, it } from 'vitest';
import { fieldsResettingVerification, stateOf } from './verification.ts';

const base = {
  name: 'Beijing South',
  telegraphCode: 'VNP',
  latitude: 39.8,
  longitude: 116.3,
  address: null,
  verification: { state: 'verified', note: 'as on the list', evidence: null, by: 'reviewer', at: '2026-04-13' },
};
const withVerification = (verification: object) => ({ ...base, name: 'Beijing', verification });

describe('a verified station', () => {
  it('is reset by a changed name, code or location', () => {
    expect(fieldsResettingVerification(base, { ...base, name: 'Beijing' })).toEqual(['name']);
    expect(fieldsResettingVerification(base, { ...base, telegraphCode: 'VNQ', latitude: 40, longitude: null })).toEqual(
      [...['telegraphCode', 'latitude', 'longitude']],
    );
  });

  it('is not reset by other changes or by spaces', () => {
    expect(fieldsResettingVerification(base, { ...base, address: 'Road 12', name: 'Beijing South ' })).toEqual([]);
  });

  it('is reset by a changed name in a language, but not by an added language', () => {
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

  it('is reset also with a changed note, but not with a changed state', () => {
    expect(fieldsResettingVerification(base, withVerification({ ...base.verification, note: 'seen again' }))).toEqual([
      'name',
    ]);
    expect(fieldsResettingVerification(base, withVerification({ ...base.verification, state: 'failed' }))).toEqual([]);
    expect(fieldsResettingVerification(base, withVerification({ ...base.verification, state: 'unverified' }))).toEqual(
      [],
    );
  });
});

it.each(['unverified', 'failed'])('a station in state %s has no verification to reset', (state) => {
  const other = { ...base, verification: { state } };
  expect(fieldsResettingVerification(other, { ...other, name: 'Beijing' })).toEqual([]);
  expect(fieldsResettingVerification(null, other)).toEqual([]);
});

it('is unverified by default', () => {
  expect(stateOf({})).toBe('unverified');
  expect(stateOf({ verification: { state: 'failed' } })).toBe('failed');
});
