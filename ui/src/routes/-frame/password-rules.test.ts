import { expect, test } from 'vitest';
import { keptRules } from './password-rules.ts';

const typed = (newPassword: string, repeat = newPassword) =>
  keptRules({ oldPassword: 'gazetteer-demo', newPassword, repeat });

test('an empty password keeps no rule', () => {
  expect(typed('')).toEqual({ length: false, differs: false, repeated: false });
});

test('length counts characters, not UTF-16 units', () => {
  expect(typed('🦊'.repeat(9)).length).toBe(false);
  expect(typed('🦊'.repeat(10)).length).toBe(true);
  expect(typed('🦊'.repeat(128)).length).toBe(true);
  expect(typed('x'.repeat(129)).length).toBe(false);
});

test('the old password and a slip of the fingers are told', () => {
  expect(typed('gazetteer-demo')).toEqual({ length: true, differs: false, repeated: true });
  expect(typed('a longer one', 'a longer on')).toEqual({ length: true, differs: true, repeated: false });
});
