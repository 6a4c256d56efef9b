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

describe('whom a second factor would put out', () => {
  it('is who has a role that comes to need one and has none set up', () => {
    expect(ownRolesAsked(settingsRequiring('viewer', 'editor', 'admin'), settingsRequiring(), user)).toEqual([
      '管理员',
      'editor',
    ]);
  });
  it('is nobody who has one, nor who holds other roles only', () => {
    expect(ownRolesAsked(settingsRequiring('admin'), settingsRequiring(), { ...user, secondFactor: true })).toEqual([]);
    expect(ownRolesAsked(settingsRequiring('viewer'), settingsRequiring(), user)).toEqual([]);
    expect(ownRolesAsked(settingsRequiring('admin'), settingsRequiring(), null)).toEqual([]);
  });
  it('says nothing of what is in force already', () => {
    expect(ownRolesAsked(settingsRequiring('admin'), settingsRequiring('admin'), user)).toEqual([]);
  });
});

it('finds an idle time hasty that is set and under ten minutes', () => {
  const hasty = (sessionIdleMinutes: unknown) => isHastyIdle({ sessionIdleMinutes });
  expect([0, 1, 9, 10, null].map(hasty)).toEqual([false, true, true, false, false]);
});
