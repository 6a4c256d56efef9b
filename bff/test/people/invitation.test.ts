import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { expectBilingualRefusal } from '../kit/client.ts';
import { sendQueuedEmails } from '../kit/sent-emails.ts';
import { type Service, startService } from '../kit/service.ts';
import { createUserClient, readLogOfUser, registrationBody, runConcurrently } from './users.ts';

let service: Service;
let users: ReturnType<typeof createUserClient>;

beforeAll(async () => {
  service = await startService();
  users = createUserClient(await service.as('admin'));
});
afterAll(() => service.stop());

const password = 'correct horse battery';
const spentTokenTexts = ['spentToken', '链接已过期或已用过', 'The link has expired or has already been used'];

/** Invites a user, and returns the body that accepts the invitation. */
async function createInvitation() {
  const account = await users.create({ roles: ['viewer'] });
  const invite = (await sendQueuedEmails(service)).findLast(({ to }) => to === account.email)?.token ?? '';
  const { username, email } = account;
  return { account, invite, body: { username, email, displayName: '林薇', password, invite } };
}

const readInvitation = (token: string) => service.anonymous.call('getInvitation', { body: { token } });
const register = (body: Schemas['Registration']) => service.anonymous.call('register', { body });

async function expectTokenRefused(body: Schemas['Registration']) {
  expect((await expectBilingualRefusal(service.anonymous, 'register', { body }, 'validationError')).fields).toEqual([
    ['/invite', ...spentTokenTexts],
  ]);
  const lookupRefusal = await expectBilingualRefusal(
    service.anonymous,
    'getInvitation',
    { body: { token: body.invite ?? '' } },
    'validationError',
  );
  expect(lookupRefusal.fields).toEqual([['/token', ...spentTokenTexts]]);
}

describe('an invitation', () => {
  test('can be read any number of times', async () => {
    const { account, invite } = await createInvitation();
    const { username, email, displayName } = account;
    for (let time = 0; time < 2; time++)
      expect(await readInvitation(invite)).toMatchObject({ status: 200, data: { username, email, displayName } });
  });

  test('is accepted once, and gives the chosen roles', async () => {
    const { account, body } = await createInvitation();
    await service.anonymous.expectRefusal(
      'login',
      { body: { username: body.username, password } },
      'invalidCredentials',
    );
    expect(await register(body)).toMatchObject({ status: 201, data: { status: 'active' } });
    const after = await users.get(account.id);
    expect(after).toMatchObject({ status: 'active', displayName: '林薇', version: 2, updatedBy: body.username });
    expect(after.roles.map(({ name }) => name)).toEqual(['viewer']);
    expect((await readLogOfUser(service, account.id))[1]).toMatchObject({
      act: 'invitationAccepted',
      username: body.username,
    });
    await service.signIn(body.email, password);
    await expectTokenRefused(body);
  });

  test('is refused for invalid tokens', async () => {
    const { id } = await users.create();
    const { db } = service;
    const row = { user_id: id, create_time: new Date(), expire_time: new Date(Date.now() + 60_000) };
    await db('one_time_token').insert({ ...row, hash: 'of another purpose', purpose: 'reset' });
    for (const invite of ['x', 'of another purpose', "' or 1=1 -- "])
      await expectTokenRefused({ ...registrationBody(), invite });
  });

  test('that has expired is refused', async () => {
    const { body, account } = await createInvitation();
    const pastTime = new Date(Date.now() - 1000);
    await service.db('one_time_token').where('user_id', account.id).update({ expire_time: pastTime });
    await expectTokenRefused(body);
  });

  test('is void once its user is deleted or no longer invited', async () => {
    const [invitationOfDeleted, invitationOfInactive] = [await createInvitation(), await createInvitation()];
    await users.delete(invitationOfDeleted.account);
    await service.db('user').where('id', invitationOfInactive.account.id).update({ status: 'inactive' });
    for (const { body } of [invitationOfDeleted, invitationOfInactive]) await expectTokenRefused(body);
  });

  test('is refused with another username or email, and stays valid', async () => {
    const { body } = await createInvitation();
    const otherBody = registrationBody();
    const refusals: [Partial<Schemas['Registration']>, string[]][] = [
      [{ username: otherBody.username }, ['/username']],
      [{ email: otherBody.email }, ['/email']],
      [{ username: 'admin', email: 'admin@gazetteer.example' }, ['/username', '/email']],
    ];
    for (const [change, pointers] of refusals) {
      const { fields } = await expectBilingualRefusal(
        service.anonymous,
        'register',
        { body: { ...body, ...change } },
        'validationError',
      );
      expect(fields).toEqual(
        pointers.map((pointer) => [pointer, 'otherAddressee', '与邀请中的不同', 'Must match the invitation']),
      );
    }
    const upperCaseBody = { ...body, username: body.username.toUpperCase(), email: body.email.toUpperCase() };
    expect((await register(upperCaseBody)).status).toBe(201);
    expect(await service.db('user').where('email', body.email).first()).toMatchObject({ username: body.username });
  });

  test('requires a valid password, and stays valid after an invalid one', async () => {
    const { body } = await createInvitation();
    const refusal = await service.anonymous.expectRefusal(
      'register',
      { body: { ...body, password: 'password1234' } },
      'validationError',
    );
    expect(refusal.fields).toMatchObject([{ pointer: '/password', rule: 'commonPassword' }]);
    expect((await register(body)).status).toBe(201);
  });

  test('is accepted by one of two simultaneous requests', async () => {
    const { account, body } = await createInvitation();
    const bodies = [body, { ...body, displayName: 'The other', password: 'battery horse correct' }];
    const replies = await runConcurrently(
      service,
      bodies.map((concurrentBody) => () => register(concurrentBody)),
      (trx) => trx('user').where('id', account.id).forUpdate(),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect(replies.find(({ status }) => status === 422)?.data).toMatchObject({ fields: [{ pointer: '/invite' }] });
    const registeredBody = bodies[replies.findIndex(({ status }) => status === 201)];
    await service.signIn(body.username, registeredBody?.password);
    expect(await users.get(account.id)).toMatchObject({ displayName: registeredBody?.displayName, version: 2 });
  });
});
