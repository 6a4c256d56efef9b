import { describe, expect, it } from 'vitest';
import { createUser } from '#testing/test-session.ts';
import { can, hasPermission, isAllowed } from './permissions.ts';
import { showDay } from './viewed-day.ts';

function userWithRole(name: string, displayName: string) {
  return { ...createUser('ann'), roles: [{ name, displayName, permissions: [] }] };
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
    expect(can(userWithRole(name, displayName), 'anything:at-all')).toBe(true);
  });

  it.each([
    ['administrator', '员工'],
    ['admins', '管理员助理'],
    ['reviewer', 'Administrators'],
    ['ａｄｍｉｎ', '员工'],
    ['adm\u200bin', '员工'],
    ['boss', 'A\u0301dministrator'],
  ])('gives none to a role named %j, displayed as %j', (name, displayName) => {
    expect(can(userWithRole(name, displayName), 'country:read')).toBe(false);
  });

  it('uses the administrator flag of the server if there is one', () => {
    const roles = [{ name: 'boss', displayName: 'Admin', permissions: [], administrator: false }];
    expect(can({ ...createUser('ann'), roles }, 'country:read')).toBe(false);
    const crewRoles = [{ name: 'crew', displayName: 'Crew', permissions: [], administrator: true }];
    expect(can({ ...createUser('ann'), roles: crewRoles }, 'country:read')).toBe(true);
  });

  it('finds a permission in any of the roles', () => {
    const user = {
      ...createUser('ann'),
      roles: [...createUser('a', 'city:read').roles, ...createUser('b', 'country:read').roles],
    };
    expect(can(user, 'country:read')).toBe(true);
    expect(can(user, 'country:update')).toBe(false);
  });

  it('allows only the read permissions of the role during a preview', () => {
    const permissions = ['country:read', 'user_log:export', 'country:update', 'country:review'];
    const editor = { ...createUser('ann', ...permissions), preview: true };
    const admin = { ...userWithRole('admin', '管理员'), preview: true };
    for (const user of [editor, admin]) {
      expect(permissions.map((permission) => can(user, permission))).toEqual([true, false, false, false]);
      expect(permissions.every((permission) => hasPermission(user, permission))).toBe(true);
    }
    expect(can(editor, 'city:read')).toBe(false);
  });

  it('allows only reading and exporting on another day', () => {
    const permissions = ['country:read', 'country:export', 'country:update', 'country:review', 'change_set:create'];
    const admin = userWithRole('admin', '管理员');
    showDay('2026-11-20');
    expect(permissions.map((permission) => can(admin, permission))).toEqual([true, true, false, false, false]);
    expect(permissions.every((permission) => isAllowed(admin, permission))).toBe(true);
    showDay(null);
    expect(permissions.every((permission) => can(admin, permission))).toBe(true);
  });

  it('denies everything without a user', () => {
    expect(can(null, 'country:read')).toBe(false);
  });
});
