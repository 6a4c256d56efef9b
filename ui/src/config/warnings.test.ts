import { describe, expect, it } from 'vitest';
import type { User } from '#session/permissions.ts';
import { isHastyIdle, ownRolesAsked } from './warnings.ts';

const user: User = {
  ...{ id: 1, username: 'ann', displayName: 'Ann', email: 'ann@example.com', status: 'active', preview: false },
  ...{ secondFactor: false, secondFactorRequired: false, recoveryCodes: 0 },
  roles: [
    { name: 'admin', displayName: '管理员', permissions: [] },
    { name: 'editor', displayName: '', permissions: [] },
  ],
};
const settingsRequiring = (...secondFactorRoles: string[]) => ({ secondFactorRoles });

describe('roles that would require a second factor', () => {
  it('are returned if the user has no second factor', () => {
    expect(ownRolesAsked(settingsRequiring('viewer', 'editor', 'admin'), settingsRequiring(), user)).toEqual([
      '管理员',
      'editor',
    ]);
  });
  it('are not returned if the user has a second factor or other roles only', () => {
    expect(ownRolesAsked(settingsRequiring('admin'), settingsRequiring(), { ...user, secondFactor: true })).toEqual([]);
    expect(ownRolesAsked(settingsRequiring('viewer'), settingsRequiring(), user)).toEqual([]);
    expect(ownRolesAsked(settingsRequiring('admin'), settingsRequiring(), null)).toEqual([]);
  });
  it('do not include roles that already require one', () => {
    expect(ownRolesAsked(settingsRequiring('admin'), settingsRequiring('admin'), user)).toEqual([]);
  });
});

it('warns about an idle timeout under ten minutes', () => {
  const hasty = (sessionIdleMinutes: unknown) => isHastyIdle({ sessionIdleMinutes });
  expect([0, 1, 9, 10, null].map(hasty)).toEqual([false, true, true, false, false]);
});
