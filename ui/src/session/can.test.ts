import { describe, expect, it } from 'vitest';
import { can, grants } from './can.ts';
import { userOf } from './session-world.ts';

function withRole(name: string, displayName: string) {
  return { ...userOf('ann'), roles: [{ name, displayName, permissions: [] }] };
}

describe('can', () => {
  it.each([
    ['admin', '员工'],
    ['boss', '管理员'],
    ['boss', '系统管理员'],
    ['boss', '超级管理员'],
    ['boss', 'Administrator'],
    ['boss', 'ADMINISTRATOR'],
    ['boss', 'Ａｄｍｉｎｉｓｔｒａｔｏｒ'],
    ['boss', '\u3000Admin\u034fistrator\u3000'],
    ['boss', '管\u200b理员'],
    ['boss', '管理员\u{e0100}'],
    ['boss', '管\uf9e4员'],
    ['boss', '管 理员'],
    ['boss', 'Admin'],
    ['boss', 'System  Administrator'],
    ['boss', 'Super Administrator'],
    ['boss', '管理員'],
    ['boss', '系統管理員'],
  ])('gives every permission to a role named %j, displayed as %j', (name, displayName) => {
    expect(can(withRole(name, displayName), 'anything:at-all')).toBe(true);
  });

  it.each([
    ['administrator', '员工'],
    ['admins', '管理员助理'],
    ['reviewer', 'Administrators'],
    ['ａｄｍｉｎ', '员工'],
    ['adm\u200bin', '员工'],
    ['boss', 'A\u0301dministrator'],
  ])('gives none to a role named %j, displayed as %j', (name, displayName) => {
    expect(can(withRole(name, displayName), 'country:read')).toBe(false);
  });

  it('believes the server where it says whether a role is an administrator’s', () => {
    const roles = [{ name: 'boss', displayName: 'Admin', permissions: [], administrator: false }];
    expect(can({ ...userOf('ann'), roles }, 'country:read')).toBe(false);
    const crew = [{ name: 'crew', displayName: 'Crew', permissions: [], administrator: true }];
    expect(can({ ...userOf('ann'), roles: crew }, 'country:read')).toBe(true);
  });

  it('finds a permission in any of the roles', () => {
    const user = { ...userOf('ann'), roles: [...userOf('a', 'city:read').roles, ...userOf('b', 'country:read').roles] };
    expect(can(user, 'country:read')).toBe(true);
    expect(can(user, 'country:update')).toBe(false);
  });

  it('reads in a preview what the role reads, and writes nothing, whatever it holds', () => {
    const held = ['country:read', 'user_log:export', 'country:update', 'country:review'];
    const editor = { ...userOf('ann', ...held), preview: true };
    const admin = { ...withRole('admin', '管理员'), preview: true };
    for (const user of [editor, admin]) {
      expect(held.map((permission) => can(user, permission))).toEqual([true, false, false, false]);
      expect(held.every((permission) => grants(user, permission))).toBe(true);
    }
    expect(can(editor, 'city:read')).toBe(false);
  });

  it('gives nobody nothing', () => {
    expect(can(null, 'country:read')).toBe(false);
  });
});
