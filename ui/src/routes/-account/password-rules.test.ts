import { describe, expect, test } from 'vitest';
import { guessable } from './guessable.ts';
import { checkPasswordRules, type NewPassword } from './password-rules.ts';

const lin = { username: 'lin.wei', displayName: '林 薇薇', email: 'weiwei@gazetteer.example' };

const kept = (password: string, more: Partial<NewPassword> = {}) =>
  Object.fromEntries(checkPasswordRules({ password, owner: lin, minLength: 10, guessable: false, ...more }));

test('an empty password keeps no rule', () => {
  expect(kept('', { old: 'before' })).toEqual({ length: false, name: false, common: false, differs: false });
});

test('length counts characters, not UTF-16 units, against what the configuration asks', () => {
  expect(kept('🦊'.repeat(9)).length).toBe(false);
  expect(kept('🦊'.repeat(10)).length).toBe(true);
  expect(kept('🦊'.repeat(10), { minLength: 11 }).length).toBe(false);
});

test.each([
  'my-LIN.Wei-1234',
  'so 林薇薇 it is',
  'WEIWEI_and_more',
  'w e i w e i 9',
  'linwei 123456',
])('%s holds a name of its owner', (password) => {
  expect(kept(password).name).toBe(false);
});

test('a name is a rule where it is known only', () => {
  expect(kept('my-lin.wei-1234', { owner: undefined })).toEqual({ length: true, common: true });
});

test('names of one or two characters stand in many passwords by chance', () => {
  expect(kept('a long one', { owner: { username: 'lo', displayName: 'A', email: 'on@x.example' } }).name).toBe(true);
});

test('the old password is a rule where it is known only', () => {
  expect(kept('the old one', { old: 'the old one' }).differs).toBe(false);
  expect(kept('another one', { old: 'the old one' }).differs).toBe(true);
  expect(kept('another one', { old: '' }).differs).toBeUndefined();
  expect(kept('another one')).not.toHaveProperty('differs');
});

test('what nobody can say yet is neither kept nor broken', () => {
  expect(kept('correct horse battery', { guessable: undefined }).common).toBeUndefined();
});

describe('guessable', () => {
  test.each(['password123', 'qwertyuiop', '1234567890', 'aaaaaaaaaaaa', 'iloveyou123'])('%s is', (password) => {
    expect(guessable(password)).toBe(true);
  });
  test.each(['correct horse battery', 'vq7-Ktm2-xd9f', '长城内外惟余莽莽'])('%s is not', (password) => {
    expect(guessable(password)).toBe(false);
  });
});
