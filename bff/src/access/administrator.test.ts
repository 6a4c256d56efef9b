import { expect, test } from 'vitest';
import { isAdministrator } from './administrator.ts';

test.each([
  ['admin', '随便'],
  ['x', '管理员'],
  ['x', '系统管理员'],
  ['x', ' 超级管理员 '],
  ['x', 'Administrator'],
  ['x', 'ADMINISTRATOR'],
])('a role named %s, shown as %s, is one', (name, displayName) => {
  expect(isAdministrator({ name, displayName })).toBe(true);
});

test.each([
  ['Admin', 'x'],
  ['administrator', 'x'],
  ['admin ', 'x'],
  ['x', 'admin'],
  ['x', '副管理员'],
  ['x', 'Administrators'],
  ['', ''],
])('a role named %s, shown as %s, is none', (name, displayName) => {
  expect(isAdministrator({ name, displayName })).toBe(false);
});
