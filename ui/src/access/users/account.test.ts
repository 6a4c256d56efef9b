import { expect, it } from 'vitest';
import { type Account, actsOf, refusalOf } from './account.ts';

const account = (part: Partial<Account>): Account => ({
  id: 7,
  username: 'lin.wei',
  displayName: '林薇',
  email: 'lin.wei@gazetteer.example',
  status: 'active',
  roles: [],
  administrator: false,
  withinReach: true,
  secondFactor: false,
  lastSeen: null,
  openSessions: 0,
  reason: null,
  version: 1,
  createTime: '2026-11-20T06:32:10.000Z',
  updateTime: '2026-11-20T06:32:10.000Z',
  createdBy: 'admin',
  updatedBy: 'admin',
  ...part,
});

it.each([
  ['pending', ['approve', 'reject', 'delete']],
  ['rejected', ['approve', 'delete']],
  ['invited', ['invite', 'delete']],
  ['inactive', ['activate', 'removeTotp', 'delete']],
  ['active', ['deactivate', 'removeTotp', 'endSessions', 'delete']],
] as const)('an account that is %s can be treated so: %j', (status, acts) => {
  expect(actsOf(account({ status }))).toEqual(acts);
});

it('refuses everything on who holds more than oneself', () => {
  expect(refusalOf('endSessions', account({ withinReach: false, openSessions: 2 }), 'admin')).toBe('beyondReach');
});

it('refuses to lock oneself out, not to end one’s own sessions', () => {
  const own = account({ openSessions: 1 });
  expect(refusalOf('deactivate', own, 'lin.wei')).toBe('ownAccount');
  expect(refusalOf('delete', own, 'lin.wei')).toBe('ownAccount');
  expect(refusalOf('endSessions', own, 'lin.wei')).toBeUndefined();
  expect(refusalOf('delete', own, 'admin')).toBeUndefined();
});

it('says where there is nothing to take away', () => {
  expect(refusalOf('removeTotp', account({}), 'admin')).toBe('noSecondFactor');
  expect(refusalOf('removeTotp', account({ secondFactor: true }), 'admin')).toBeUndefined();
  expect(refusalOf('endSessions', account({}), 'admin')).toBe('noSession');
});
