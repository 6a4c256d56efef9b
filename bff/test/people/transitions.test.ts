import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract, type Schemas } from '../../src/http/contract.ts';
import { expectBilingualRefusal } from '../kit/client.ts';
import { demoPassword, type Service, startService } from '../kit/service.ts';
import { createRoleWith, createUserClient, insertAndReadUser, readLogOfUser, readQueuedEmails } from './users.ts';

let service: Service;
let users: ReturnType<typeof createUserClient>;

beforeAll(async () => {
  service = await startService();
  users = createUserClient(await service.as('admin'));
});
afterAll(() => service.stop());

const { UserEvent, UserStatus } = contract.components.schemas;
const events: Schemas['UserEvent'][] = UserEvent.enum;
const statuses: Schemas['UserStatus'][] = UserStatus.enum;
const cases = events.flatMap((event) => statuses.map((status) => ({ event, status })));

test.each(cases)('$event of a user who is $status', async ({ event, status }) => {
  const account = await insertAndReadUser(service, { status });
  const { from, to } = UserEvent['x-transitions'][event];
  if (from.includes(status)) {
    expect(await users.transition(account, { event })).toMatchObject({ status: to, version: 2, updatedBy: 'admin' });
  } else {
    await users.expectRefusal.transition(account, { event }, 'invalidTransition');
    expect(await users.get(account.id)).toEqual(account);
  }
});

describe('approving', () => {
  test('replaces the roles by the chosen ones, and notifies the user', async () => {
    const account = await insertAndReadUser(service, { status: 'pending' }, 'country:read');
    await service.anonymous.expectRefusal(
      'login',
      { body: { username: account.username, password: demoPassword } },
      'accountPending',
    );
    const role = await createRoleWith(service, 'city:read');
    const after = await users.transition(account, { event: 'approve', roles: [role] });
    expect(after.roles.map(({ name }) => name)).toEqual([role]);
    await service.signIn(account.username);
    expect(await readQueuedEmails(service, account.email)).toEqual([
      { kind: 'approved', language: 'zh-CN', data: { displayName: account.displayName } },
    ]);
    const before = account.roles.map(({ name }) => name);
    expect(await readLogOfUser(service, account.id)).toEqual([
      { act: 'userApproved', username: 'admin', details: { changes: [{ pointer: '/roles', before, after: [role] }] } },
    ]);
  });

  test('keeps the roles if none are sent, and removes them if the list is empty', async () => {
    const account = await insertAndReadUser(service, { status: 'pending' });
    expect((await users.transition(account, { event: 'approve' })).roles).toEqual(account.roles);
    const otherAccount = await insertAndReadUser(service, { status: 'pending' });
    expect((await users.transition(otherAccount, { event: 'approve', roles: [] })).roles).toEqual([]);
  });

  test('refuses roles that do not exist', async () => {
    const account = await insertAndReadUser(service, { status: 'pending' });
    const transition = { event: 'approve' as const, roles: ['viewer', 'nobodys'] };
    const { fields } = await users.expectRefusal.transition(account, transition, 'validationError');
    expect(fields).toMatchObject([{ pointer: '/roles/1', rule: 'unknownRole' }]);
    expect(await users.get(account.id)).toEqual(account);
  });
});

test('rejecting stores and emails the reason, which a later approval removes', async () => {
  const account = await insertAndReadUser(service, { status: 'pending' });
  const rejectedUser = await users.transition(account, { event: 'reject', reason: '请用公司邮箱' });
  expect(rejectedUser).toMatchObject({ status: 'rejected', reason: '请用公司邮箱' });
  expect(await readQueuedEmails(service, account.email)).toMatchObject([
    { kind: 'rejected', data: { displayName: account.displayName, reason: '请用公司邮箱' } },
  ]);
  expect(await readLogOfUser(service, account.id)).toMatchObject([
    { act: 'userRejected', details: { reason: '请用公司邮箱' } },
  ]);
  expect(await users.transition(rejectedUser, { event: 'approve' })).toMatchObject({ status: 'active', reason: null });
});

test('deactivating ends every session and invalidates links that reset the password', async () => {
  const user = await service.clientWith('country:read');
  const account = await users.get(user.id);
  expect(account.openSessions).toBe(1);
  await service.db('one_time_token').insert({
    hash: 'of a link',
    purpose: 'reset',
    user_id: user.id,
    create_time: new Date(),
    expire_time: new Date(Date.now() + 60_000),
  });
  const after = await users.transition(account, { event: 'deactivate' });
  expect(after).toMatchObject({ status: 'inactive', openSessions: 0 });
  await user.expectRefusal('getProfile', {}, 'unauthorized');
  expect((await service.db('one_time_token').where('hash', 'of a link').first()).used_time).not.toBeNull();
  await users.transition(after, { event: 'activate' });
  await user.expectRefusal('getProfile', {}, 'unauthorized');
  await service.signIn(account.username);
});

test('fields that do not belong to an event are refused', async () => {
  const admin = await service.as('admin');
  const account = await insertAndReadUser(service);
  const unexpectedFields = { roles: [], reason: 'why' };
  const notWithEventTexts = ['notWithEvent', '此操作不需要填写', 'Not used by this action'];
  const refusals: [Schemas['UserTransition'], string[]][] = [
    [{ event: 'approve', ...unexpectedFields }, ['/reason']],
    [{ event: 'reject', ...unexpectedFields }, ['/roles']],
    [{ event: 'deactivate', ...unexpectedFields }, ['/roles', '/reason']],
    [{ event: 'activate', ...unexpectedFields }, ['/roles', '/reason']],
  ];
  for (const [body, pointers] of refusals) {
    const { fields } = await expectBilingualRefusal(
      admin,
      'transitionUser',
      { ...users.versionedPath(account), body },
      'validationError',
    );
    expect(fields).toEqual(pointers.map((pointer) => [pointer, ...notWithEventTexts]));
  }
});

test('a transition requires the current version', async () => {
  const account = await insertAndReadUser(service);
  const updatedUser = await users.update(account, { displayName: 'Now' });
  const { current } = await users.expectRefusal.transition(account, { event: 'deactivate' }, 'versionConflict');
  expect(current).toEqual(updatedUser);
  const parts = { path: { id: account.id }, body: { event: 'deactivate' as const } };
  const admin = await service.as('admin');
  await admin.expectRefusal('transitionUser', parts, 'preconditionRequired');
  for (const body of [{ event: 'approve' }, { event: 'reject', reason: 'no' }] as const)
    expect(
      (await expectBilingualRefusal(admin, 'transitionUser', { ...parts, ifMatch: '*', body }, 'validationError'))
        .fields,
    ).toEqual([
      [
        '/header/If-Match',
        'versionToDecide',
        '通过或驳回须指明你看过的版本号，不能用 *',
        'To approve or reject, send the version that you reviewed, not *',
      ],
    ]);
  const { record } = await admin.ok('transitionUser', { ...parts, ifMatch: '*' });
  expect(record.status).toBe('inactive');
});

test('deleting a user deletes the notices of their rejected work', async () => {
  const [account, other] = [await insertAndReadUser(service), await insertAndReadUser(service)];
  const notice = { entity: 'country', record_id: 1, kind: 'record', decided_by: 'reviewer', time: new Date() };
  await service.db('review_notice').insert([account, other].map(({ id }) => ({ ...notice, user_id: id })));
  await users.delete(account);
  expect(await service.db('review_notice').whereIn('user_id', [account.id, other.id]).pluck('user_id')).toEqual([
    other.id,
  ]);
});
