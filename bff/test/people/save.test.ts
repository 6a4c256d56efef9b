import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectBilingualRefusal } from '../kit/client.ts';
import { sendQueuedEmails } from '../kit/sent-emails.ts';
import { type Service, startService } from '../kit/service.ts';
import {
  bodyFrom,
  createRoleWith,
  createUserClient,
  insertAndReadUser,
  newUserBody,
  readLogOfUser,
  readQueuedEmails,
  runConcurrently,
} from './users.ts';

let service: Service;
let users: ReturnType<typeof createUserClient>;

beforeAll(async () => {
  service = await startService();
  users = createUserClient(await service.as('admin'));
});
afterAll(() => service.stop());

describe('creating a user', () => {
  test('invites the user without a password, and is logged', async () => {
    const roles = [await createRoleWith(service, 'country:read'), 'viewer'];
    const body = newUserBody({ roles });
    const admin = await service.as('admin');
    const reply = await admin.call('createUser', { body, headers: { 'Accept-Language': 'en' } });
    expect(reply).toMatchObject({
      status: 201,
      data: { record: { status: 'invited', version: 1, createdBy: 'admin' } },
    });
    expect(reply.headers.get('ETag')).toBe('"1"');
    const { items } = await admin.ok('listUsers', { query: { q: body.username } });
    expect(items.map((item) => bodyFrom(item))).toEqual([{ ...body, roles: roles.toSorted() }]);
    const [invitedUser] = items;
    const { password_hash } = await service.db('user').where('id', invitedUser?.id).first('password_hash');
    expect(password_hash).toBeNull();
    expect(await readQueuedEmails(service, body.email)).toEqual([
      { kind: 'invitation', language: 'en', data: { userId: invitedUser?.id, by: 'admin' } },
    ]);
    const { displayName, email } = body;
    const changes = Object.entries({ displayName, email, roles: roles.toSorted() }).map(([name, after]) => ({
      pointer: `/${name}`,
      before: null,
      after,
    }));
    expect(await readLogOfUser(service, invitedUser?.id ?? 0)).toEqual([
      { act: 'userCreated', username: 'admin', details: { changes } },
    ]);
  });

  test('refuses an existing username or email, in any case', async () => {
    const { username, email } = await insertAndReadUser(service);
    const admin = await service.as('admin');
    const takenTexts = ['taken', '已被使用', 'Already taken'];
    for (const change of [{ username }, { username: username.toUpperCase() }])
      expect(
        (await expectBilingualRefusal(admin, 'createUser', { body: newUserBody(change) }, 'validationError')).fields,
      ).toEqual([['/username', ...takenTexts]]);
    for (const change of [{ email }, { email: email.toUpperCase() }])
      expect(
        (await expectBilingualRefusal(admin, 'createUser', { body: newUserBody(change) }, 'validationError')).fields,
      ).toEqual([['/email', ...takenTexts]]);
    expect(await readQueuedEmails(service, email)).toEqual([]);
  });

  test('creates only one of two simultaneous users with the same name or address', async () => {
    const admin = await service.as('admin');
    const [firstBody, secondBody, bodyWithSharedEmail] = [newUserBody(), newUserBody(), newUserBody()];
    for (const bodies of [
      [firstBody, { ...secondBody, username: firstBody.username }],
      [bodyWithSharedEmail, { ...newUserBody(), email: bodyWithSharedEmail.email }],
    ]) {
      const replies = await runConcurrently(
        service,
        bodies.map((body) => () => admin.call('createUser', { body })),
      );
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422]);
      const refusal = replies.find(({ status }) => status === 422);
      expect(refusal?.data).toMatchObject({ fields: [{ rule: 'taken' }] });
    }
  });

  test('refuses each role that does not exist at its position', async () => {
    const roles = ['nobodys', 'viewer', 'VIEWER', "viewer' -- "];
    const body = newUserBody({ roles });
    const { fields } = await expectBilingualRefusal(
      await service.as('admin'),
      'createUser',
      { body },
      'validationError',
    );
    const unknownRoleTexts = ['unknownRole', '没有这个角色', 'There is no such role'];
    expect(fields).toEqual(['/roles/0', '/roles/2', '/roles/3'].map((pointer) => [pointer, ...unknownRoleTexts]));
    expect(await service.db('user').where('username', body.username)).toEqual([]);
  });
});

describe('changing a user', () => {
  test('refuses the own email, which the profile changes with the password, but accepts other fields', async () => {
    const client = await service.clientWith('user:read', 'user:update');
    const ownClient = createUserClient(client);
    const account = await ownClient.get(client.id);
    await ownClient.expectRefusal.update(account, { email: `other-${account.email}` }, 'ownAccount');
    expect(await ownClient.get(client.id)).toEqual(account);
    expect((await ownClient.update(account, { displayName: '林薇' })).displayName).toBe('林薇');
  });

  test('writes the differences as the next version', async () => {
    const account = await insertAndReadUser(service);
    const [, keptRole, addedRole] = [account.roles[0]?.name, 'viewer', 'editor'];
    const changedOnce = await users.update(account, { roles: [keptRole] });
    const changedTwice = await users.update(changedOnce, {
      displayName: '林薇',
      email: 'lin@post.example',
      roles: [addedRole, keptRole],
    });
    expect(changedTwice).toMatchObject({
      displayName: '林薇',
      email: 'lin@post.example',
      version: 3,
      updatedBy: 'admin',
    });
    expect(changedTwice.roles.map(({ name }) => name)).toEqual([addedRole, keptRole]);
    expect(changedTwice.createdBy).toBe('test');
    expect((await readLogOfUser(service, account.id))[1]).toEqual({
      act: 'userChanged',
      username: 'admin',
      details: {
        changes: [
          { pointer: '/displayName', before: account.displayName, after: '林薇' },
          { pointer: '/email', before: account.email, after: 'lin@post.example' },
          { pointer: '/roles', before: [keptRole], after: [addedRole, keptRole] },
        ],
      },
    });
  });

  test('without differences, or with roles in another order, writes nothing', async () => {
    const account = await users.create({ roles: ['viewer', 'editor'] });
    expect(await users.update(account, { roles: ['viewer', 'editor'] })).toEqual(account);
    expect(await users.get(account.id)).toEqual(account);
    expect(await readLogOfUser(service, account.id)).toHaveLength(1);
  });

  test('checks the version if one is sent, but requires none', async () => {
    const account = await insertAndReadUser(service);
    const updatedUser = await users.update(account, { displayName: 'Now' });
    const { current } = await users.expectRefusal.update(account, { displayName: 'Late' }, 'versionConflict');
    expect(current).toEqual(updatedUser);
    expect(await users.get(account.id)).toEqual(updatedUser);
    const admin = await service.as('admin');
    for (const ifMatch of [undefined, '*'] as const) {
      const body = bodyFrom(account, { displayName: `Under ${ifMatch}` });
      const { record } = await admin.ok('updateUser', { path: { id: account.id }, ifMatch, body });
      expect(record.displayName).toBe(body.displayName);
    }
  });

  test('succeeds once if two requests with the same version are simultaneous', async () => {
    const account = await insertAndReadUser(service);
    const admin = await service.as('admin');
    const updateParts = (displayName: string) => ({
      ...users.versionedPath(account),
      body: bodyFrom(account, { displayName }),
    });
    const calls = ['One', 'Two'].map((name) => () => admin.call('updateUser', updateParts(name)));
    const replies = await runConcurrently(service, calls);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });

  test('cannot change the username, nor take the address of another user', async () => {
    const [account, otherAccount] = [await insertAndReadUser(service), await insertAndReadUser(service)];
    const fixedRefusal = await users.expectRefusal.update(account, { username: 'other' }, 'validationError');
    expect(fixedRefusal.fields).toMatchObject([{ pointer: '/username', rule: 'fixed' }]);
    const takenRefusal = await users.expectRefusal.update(
      account,
      { email: otherAccount.email.toUpperCase() },
      'validationError',
    );
    expect(takenRefusal.fields).toMatchObject([{ pointer: '/email', rule: 'taken' }]);
    expect(await users.get(account.id)).toEqual(account);
  });

  test('of the address invalidates links that were sent to the old address', async () => {
    const account = await insertAndReadUser(service);
    await service.anonymous.ok('forgotPassword', { body: { email: account.email } }, 202);
    const [{ token } = { token: '' }] = (await sendQueuedEmails(service)).filter(({ to }) => to === account.email);
    await users.update(account, { email: `new-${account.email}` });
    const body = { token, newPassword: 'correct horse battery' };
    const { fields } = await service.anonymous.expectRefusal('resetPassword', { body }, 'validationError');
    expect(fields).toMatchObject([{ pointer: '/token', rule: 'spentToken' }]);
  });

  test('of the address of an invited user sends the invitation to the new address', async () => {
    const account = await users.create();
    const [{ token } = { token: '' }] = (await sendQueuedEmails(service)).filter(({ to }) => to === account.email);
    await service.anonymous.ok('getInvitation', { body: { token } });
    await users.update(account, { email: `new-${account.email}` });
    await service.anonymous.expectRefusal('getInvitation', { body: { token } }, 'validationError');
    const [email] = (await sendQueuedEmails(service)).filter(({ to }) => to === `new-${account.email}`);
    const invitation = await service.anonymous.ok('getInvitation', { body: { token: email?.token ?? '' } });
    expect(invitation).toMatchObject({ username: account.username, email: `new-${account.email}` });
  });

  test('refuses fields that the server sets and unknown fields', async () => {
    const account = await insertAndReadUser(service);
    const admin = await service.as('admin');
    const headers = { 'Content-Type': 'application/json', 'If-Match': `"${account.version}"` };
    for (const name of [
      'id',
      'status',
      'version',
      'createdBy',
      'updatedBy',
      'passwordHash',
      'password',
      'administrator',
      'permissions',
      'reason',
    ]) {
      const body = JSON.stringify({ ...bodyFrom(account), [name]: 'active' });
      for (const [method, path] of [
        ['PUT', `/dc/api/v1/users/${account.id}`],
        ['POST', '/dc/api/v1/users'],
      ] as const) {
        const response = await admin.raw(method, path, { headers, body });
        expect(await response.json()).toMatchObject({
          code: 422,
          data: { fields: [{ pointer: `/${name}`, rule: 'additionalProperties' }] },
        });
      }
    }
    expect(await users.get(account.id)).toEqual(account);
  });
});
