import { expect, test } from 'vitest';
import { isAdministrator } from './administrator.ts';

test.each([
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
])('a role named %j, shown as %j, is one', (name, displayName) => {
  expect(isAdministrator({ name, displayName })).toBe(true);
});

test.each([
  ['Admin', 'x'],
  ['administrator', 'x'],
  ['admin ', 'x'],
  ['adm\u200bin', 'x'],
  ['ａｄｍｉｎ', 'x'],
  ['x', 'admin'],
  ['x', '副管理员'],
  ['x', '管 理员'],
  ['x', 'Administrators'],
  ['x', 'Ádministrator'],
  ['x', 'A\u0301dministrator'],
  ['x', 'ADMİNİSTRATOR'],
  ['', ''],
])('a role named %j, shown as %j, is none', (name, displayName) => {
  expect(isAdministrator({ name, displayName })).toBe(false);
});
