import { describe, expect, it } from 'vitest';
import type { User } from '#session/permissions.ts';
import { isShortIdleTimeout, ownRolesRequiringSecondFactor } from './use-setting.ts';

const user: User = {
  id: 1,
  username: 'ann',
  displayName: 'Ann',
  email: 'ann@example.com',
  status: 'active',
  preview: false,
  secondFactor: false,
  secondFactorRequired: false,
  recoveryCodes: 0,
  roles: [
    { name: 'admin', displayName: '系统管理员', permissions: [] },
    { name: 'editor', displayName: '', permissions: [] },
  ],
};
const settingsRequiring = (...secondFactorRoles: string[]) => ({ secondFactorRoles });

describe('roles that would require a second factor', () => {
  it('are returned if the user has no second factor', () => {
    expect(
      ownRolesRequiringSecondFactor(settingsRequiring('viewer', 'editor', 'admin'), settingsRequiring(), user),
    ).toEqual(['系统管理员', 'editor']);
  });
  it('are not returned if the user has a second factor or other roles only', () => {
    expect(
      ownRolesRequiringSecondFactor(settingsRequiring('admin'), settingsRequiring(), { ...user, secondFactor: true }),
    ).toEqual([]);
    expect(ownRolesRequiringSecondFactor(settingsRequiring('viewer'), settingsRequiring(), user)).toEqual([]);
    expect(ownRolesRequiringSecondFactor(settingsRequiring('admin'), settingsRequiring(), null)).toEqual([]);
  });
  it('do not include roles that already require one', () => {
    expect(ownRolesRequiringSecondFactor(settingsRequiring('admin'), settingsRequiring('admin'), user)).toEqual([]);
  });
});

it('warns about an idle timeout under ten minutes', () => {
  const isShort = (sessionIdleMinutes: unknown) => isShortIdleTimeout({ sessionIdleMinutes });
  expect([0, 1, 9, 10, null].map(isShort)).toEqual([false, true, true, false, false]);
});
