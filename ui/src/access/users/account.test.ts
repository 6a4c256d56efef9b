import { expect, it } from 'vitest';
import { type Account, allowedActs, findActRefusal } from './account.ts';

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
] as const)('allows for %s accounts: %j', (status, acts) => {
  expect(allowedActs(account({ status }))).toEqual(acts);
});

it('rejects acts on accounts beyond the user’s reach', () => {
  expect(findActRefusal('endSessions', account({ withinReach: false, openSessions: 2 }), 'admin')).toBe('beyondReach');
});

it('rejects deactivating, deleting or weakening the own account, but allows ending its sessions', () => {
  const ownAccount = account({ openSessions: 1 });
  expect(findActRefusal('deactivate', ownAccount, 'lin.wei')).toBe('ownAccount');
  expect(findActRefusal('delete', ownAccount, 'lin.wei')).toBe('ownAccount');
  expect(findActRefusal('removeTotp', account({ secondFactor: true }), 'lin.wei')).toBe('ownAccount');
  expect(findActRefusal('endSessions', ownAccount, 'lin.wei')).toBeUndefined();
  expect(findActRefusal('delete', ownAccount, 'admin')).toBeUndefined();
});

it('rejects removing a second factor or sessions that do not exist', () => {
  expect(findActRefusal('removeTotp', account({}), 'admin')).toBe('noSecondFactor');
  expect(findActRefusal('removeTotp', account({ secondFactor: true }), 'admin')).toBeUndefined();
  expect(findActRefusal('endSessions', account({}), 'admin')).toBe('noSession');
});
