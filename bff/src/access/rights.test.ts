import { describe, expect, test } from 'vitest';
import { awaitsConfirmation, isAdministrator } from './rights.ts';

describe.each([
  ['admin', '随便'],
  ['x', '管理员'],
  ['x', '系统管理员'],
  ['x', ' 超级管理员 '],
  ['x', 'Administrator'],
  ['x', 'ADMINISTRATOR'],
  ['x', 'Ａｄｍｉｎｉｓｔｒａｔｏｒ'],
  ['x', '管\u200b理员'],
  ['x', '管理员\u{e0100}'],
  ['x', '\u2060\u00ad\ufeff管理员\u200d'],
  ['x', '\u3000Admin\u034fistrator\u3000'],
  ['x', '管\uf9e4员'],
])('a role named %j, shown as %j', (name, displayName) => {
  test.each([true, false])('is an administrator role, confirmed or not (%j)', (confirmed) => {
    expect(isAdministrator({ name, displayName, confirmed })).toBe(true);
    expect(awaitsConfirmation({ name, displayName, confirmed })).toBe(false);
  });
});

test.each([
  'Admin',
  'admin',
  'ＡＤＭＩＮ',
  'System Administrator',
  'SYSTEM  ADMINISTRATOR',
  'system\u3000administrator',
  'SystemAdministrator',
  'Super Administrator',
  '管理員',
  '系統管理員',
  '超級管理員',
  '管 理员',
  ' 系统 管理员 ',
  'A d m i n',
])('a role shown as %j is an administrator role once it is confirmed', (displayName) => {
  const role = { name: 'x', displayName };
  expect([true, false].map((confirmed) => isAdministrator({ ...role, confirmed }))).toEqual([true, false]);
  expect([true, false].map((confirmed) => awaitsConfirmation({ ...role, confirmed }))).toEqual([false, true]);
});

test.each([
  ['Admin', 'x'],
  ['administrator', 'x'],
  ['admin ', 'x'],
  ['adm\u200bin', 'x'],
  ['ａｄｍｉｎ', 'x'],
  ['x', '副管理员'],
  ['x', 'Administrators'],
  ['x', 'System Admin'],
  ['x', 'Administrator of rates'],
  ['x', 'Ádministrator'],
  ['x', 'A\u0301dministrator'],
  ['x', 'ADMİNİSTRATOR'],
  ['', ''],
])('a role named %j, shown as %j, is no administrator role', (name, displayName) => {
  expect(isAdministrator({ name, displayName, confirmed: true })).toBe(false);
  expect(awaitsConfirmation({ name, displayName, confirmed: false })).toBe(false);
});
