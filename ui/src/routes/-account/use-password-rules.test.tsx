import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { renderInConsole } from '#testing/render.tsx';
import { isGuessable } from './is-guessable.ts';
import { checkPasswordRules, type NewPasswordInput, usePasswordRules } from './use-password-rules.ts';

vi.mock('./use-auth-options.ts', () => ({ useAuthOptions: () => undefined }));

const owner = { username: 'lin.wei', displayName: '林 薇薇', email: 'weiwei@gazetteer.example' };

const checkRules = (password: string, overrides: Partial<NewPasswordInput> = {}) =>
  Object.fromEntries(checkPasswordRules({ password, owner: owner, minLength: 10, isGuessable: false, ...overrides }));

test('an empty password meets no rule', () => {
  expect(checkRules('', { oldPassword: 'before' })).toEqual({
    length: false,
    name: false,
    common: false,
    differs: false,
  });
});

test('the length is counted in characters, not in UTF-16 units', () => {
  expect(checkRules('🦊'.repeat(9)).length).toBe(false);
  expect(checkRules('🦊'.repeat(10)).length).toBe(true);
  expect(checkRules('🦊'.repeat(10), { minLength: 11 }).length).toBe(false);
});

test.each([
  'my-LIN.Wei-1234',
  'so 林薇薇 it is',
  'WEIWEI_and_more',
  'w e i w e i 9',
  'linwei 123456',
])('%s contains a name of its owner', (password) => {
  expect(checkRules(password).name).toBe(false);
});

test('the rule about names applies only if the owner is known', () => {
  expect(checkRules('my-lin.wei-1234', { owner: undefined })).toEqual({ length: true, common: true });
});

test('names of one or two characters are ignored', () => {
  expect(checkRules('a long one', { owner: { username: 'lo', displayName: 'A', email: 'on@x.example' } }).name).toBe(
    true,
  );
});

test('the rule about the old password applies only if it is known', () => {
  expect(checkRules('the old one', { oldPassword: 'the old one' }).differs).toBe(false);
  expect(checkRules('another one', { oldPassword: 'the old one' }).differs).toBe(true);
  expect(checkRules('another one', { oldPassword: '' }).differs).toBeUndefined();
  expect(checkRules('another one')).not.toHaveProperty('differs');
});

test('a rule that cannot be checked yet is undefined', () => {
  expect(checkRules('correct horse battery', { isGuessable: undefined }).common).toBeUndefined();
});

describe('isGuessable', () => {
  test.each([
    'password123',
    'qwertyuiop',
    '1234567890',
    'aaaaaaaaaaaa',
    'iloveyou123',
  ])('returns true for %s', (password) => {
    expect(isGuessable(password)).toBe(true);
  });
  test.each(['correct horse battery', 'vq7-Ktm2-xd9f', '长城内外惟余莽莽'])('returns false for %s', (password) => {
    expect(isGuessable(password)).toBe(false);
  });
});

test.each([
  ['en', 'At most 128 characters'],
  ['zh-CN', '最多 128 个字符'],
] as const)('a password that is too long is refused with the limit, in %s', async (language, message) => {
  const Rules = () => <p>{usePasswordRules('🦊'.repeat(129)).error()}</p>;
  await renderInConsole(<Rules />, { language });
  expect(screen.getByText(message)).toBeDefined();
});
