import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Schemas } from '../../src/http/contract.ts';
import { expectBilingualRefusal } from '../kit/client.ts';
import { countArgon2Calls } from '../kit/count-argon2-calls.ts';
import { sendQueuedEmails } from '../kit/sent-emails.ts';
import { type Service, startService } from '../kit/service.ts';
import {
  createUserClient,
  insertAndReadUser,
  readLogOfUser,
  readQueuedEmails,
  registrationBody,
  runConcurrently,
  uniqueAddressHeader,
} from './users.ts';

let service: Service;

beforeAll(async () => {
  service = await startService({ trustProxy: 1 });
});
afterAll(() => service.stop());

const register = (body: Schemas['Registration'], headers = uniqueAddressHeader()) =>
  service.anonymous.call('register', { body, headers });
const acceptedReply = { status: 202, message: 'Accepted', data: { status: 'pending' } };
const readUser = ({ username }: { username: string }) => service.db('user').where({ username }).first();

describe('registering', () => {
  test('creates a pending account without roles', async () => {
    const body = registrationBody();
    expect(await register(body)).toMatchObject(acceptedReply);
    const { id, display_name, email, status, version, created_by, password_hash } = await readUser(body);
    expect({ display_name, email, status, version, created_by }).toEqual({
      display_name: body.displayName,
      email: body.email,
      status: 'pending',
      version: 1,
      created_by: body.username,
    });
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await readLogOfUser(service, id)).toEqual([{ act: 'registered', username: body.username, details: null }]);
    const admin = createUserClient(await service.as('admin'));
    const pendingUser = await admin.get(id);
    expect(pendingUser.roles).toEqual([]);
    const loginParts = { body: { username: body.email, password: body.password } };
    await service.anonymous.expectRefusal('login', loginParts, 'accountPending');
    await admin.transition(pendingUser, { event: 'approve', roles: ['viewer'] });
    await service.signIn(body.username, body.password);
  });

  test('refuses an existing username, in any case', async () => {
    const { username } = await insertAndReadUser(service);
    for (const name of [username, username.toUpperCase()]) {
      const { fields } = await expectBilingualRefusal(
        service.anonymous,
        'register',
        { body: registrationBody({ username: name }) },
        'validationError',
      );
      expect(fields).toEqual([['/username', 'taken', '已被使用', 'Already taken']]);
    }
  });

  test('refuses a password that is short, common or contains a name', async () => {
    const { username } = registrationBody();
    for (const [password, rule] of [
      ['too short', 'minLength'],
      ['password1234', 'commonPassword'],
      [`my ${username} secret`, 'containsName'],
    ] as const) {
      const body = registrationBody({ username, password });
      const { fields } = await service.anonymous.expectRefusal(
        'register',
        { body, headers: uniqueAddressHeader() },
        'validationError',
      );
      expect(fields).toMatchObject([{ pointer: '/password', rule }]);
    }
    expect(await readUser({ username })).toBeUndefined();
  });

  test('creates only one of two simultaneous accounts with the same name', async () => {
    const [firstBody, other] = [registrationBody(), registrationBody()];
    const bodies = [firstBody, { ...other, username: firstBody.username }];
    const replies = await runConcurrently(
      service,
      bodies.map((body) => () => register(body)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 422]);
    expect(replies.find(({ status }) => status === 422)?.data).toMatchObject({
      fields: [{ pointer: '/username', rule: 'taken' }],
    });
  });

  test('refuses status, roles and unknown fields', async () => {
    const body = registrationBody();
    for (const name of ['status', 'roles', 'createdBy', 'id', 'administrator', 'permissions', 'version', 'reason']) {
      const response = await service.anonymous.raw('POST', '/dc/api/v1/auth/register', {
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...body, [name]: name === 'roles' ? ['admin'] : 1 }),
      });
      const fields = [{ pointer: `/${name}`, rule: 'additionalProperties' }];
      expect(await response.json()).toMatchObject({ code: 422, data: { fields } });
    }
    expect(await readUser(body)).toBeUndefined();
  });

  test('stores unusual names literally or refuses them', async () => {
    const invalidNames = ["x' or '1'='1", '../admin', '<script>', 'a\nb', 'ａdmin', ' admin', 'admin ', '-admin', 'a'];
    for (const username of invalidNames) {
      const { fields } = await service.anonymous.expectRefusal(
        'register',
        { body: registrationBody({ username }), headers: uniqueAddressHeader() },
        'validationError',
      );
      expect(fields).toMatchObject([{ pointer: '/username' }]);
    }
    const body = registrationBody({ displayName: `'; DROP TABLE user; -- <img src=x onerror=alert(1)>` });
    await register(body);
    expect((await readUser(body)).display_name).toBe(body.displayName);
  });
});

describe('an email address with an account', () => {
  test('is answered like an unknown address, creates nothing, and notifies its owner', async () => {
    const { email, displayName } = await insertAndReadUser(service);
    const listUsernames = () => service.db('user').pluck('username');
    const expectedUsernames = await listUsernames();
    for (const address of [email, email.toUpperCase()]) {
      const [knownBody, unknownBody] = [registrationBody({ email: address }), registrationBody()];
      const replies = [await register(knownBody), await register(unknownBody)];
      expect(replies[0]).toMatchObject(acceptedReply);
      const [knownReply, unknownReply] = replies.map(({ headers, ...reply }) => ({
        ...reply,
        headers: [...headers.keys()],
      }));
      expect(knownReply).toEqual(unknownReply);
      expectedUsernames.push(unknownBody.username);
      expect((await listUsernames()).toSorted()).toEqual(expectedUsernames.toSorted());
    }
    const notice = { kind: 'emailTaken', language: 'zh-CN', data: { displayName } };
    expect(await readQueuedEmails(service, email)).toEqual([notice, notice]);
    const [sentEmail] = (await sendQueuedEmails(service)).filter(({ to }) => to === email);
    expect(sentEmail).toMatchObject({ kind: 'emailTaken' });
  });

  test('takes as many statements and hashes as an unknown address', async () => {
    const { email } = await insertAndReadUser(service);
    const measureWork = async (bodyChanges: { email?: string }) => {
      const body = registrationBody(bodyChanges);
      let statements = 0;
      const hashes = await countArgon2Calls(async () => {
        statements = await service.statementsDuring(() => register(body));
      });
      return { statements, hashes };
    };
    const expectedWork = await measureWork({});
    expect(expectedWork).toMatchObject({ hashes: 1 });
    expect(await measureWork({ email })).toEqual(expectedWork);
  });

  test('is not mentioned if the username exists too', async () => {
    const { username, email } = await insertAndReadUser(service);
    const body = registrationBody({ username, email });
    const { fields } = await service.anonymous.expectRefusal(
      'register',
      { body, headers: uniqueAddressHeader() },
      'validationError',
    );
    expect(fields).toMatchObject([{ pointer: '/username', rule: 'taken' }]);
    expect(await readQueuedEmails(service, email)).toEqual([]);
  });
});

describe('twenty registrations from an address within an hour', () => {
  const insertRegistrations = (count: number, address: string, minutesAgo: number) => {
    const row = {
      act: 'registered',
      username: 'x',
      address,
      client: '',
      time: new Date(Date.now() - minutesAgo * 60_000),
    };
    return service.db('user_log').insert(Array.from({ length: count }, () => row));
  };

  test('are the limit for successful and failed registrations together', async () => {
    const headers = uniqueAddressHeader();
    const { email } = await insertAndReadUser(service);
    await insertRegistrations(18, headers['X-Forwarded-For'], 59);
    for (const change of [{ email }, {}]) expect((await register(registrationBody(change), headers)).status).toBe(202);
    for (const change of [{ email }, {}]) {
      const body = registrationBody(change);
      const refusal = await service.anonymous.expectRefusal('register', { body, headers }, 'tooManyRequests');
      expect(Number(refusal.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(await readUser(body)).toBeUndefined();
    }
    expect((await register(registrationBody())).status).toBe(202);
  });

  test('do not count after an hour', async () => {
    const headers = uniqueAddressHeader();
    await insertRegistrations(30, headers['X-Forwarded-For'], 61);
    expect((await register(registrationBody(), headers)).status).toBe(202);
  });

  test('are the limit for simultaneous registrations too', async () => {
    const headers = uniqueAddressHeader();
    await insertRegistrations(17, headers['X-Forwarded-For'], 1);
    const replies = await runConcurrently(
      service,
      // This is the number of requests that may wait for one table at once.
      Array.from({ length: 7 }, () => () => register(registrationBody(), headers)),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 429, 429, 429, 429]);
  });
});

test('disabled registration still allows invitations', async () => {
  const { db } = service;
  const content = await db('settings').where('id', 1).first('content');
  await db('settings')
    .where('id', 1)
    .update({ content: JSON.stringify({ registration: false }) });
  const body = registrationBody();
  // A process may use cached settings for two seconds.
  await expect.poll(async () => (await register(registrationBody())).status).toBe(403);
  const refusal = await expectBilingualRefusal(
    service.anonymous,
    'register',
    { body, headers: uniqueAddressHeader() },
    'registrationClosed',
  );
  expect(refusal.messages).toEqual(['未开放注册，请联系管理员', 'Registration is closed. Contact an administrator']);
  expect(await readUser(body)).toBeUndefined();
  const invitedUser = await createUserClient(await service.as('admin')).create({
    username: body.username,
    email: body.email,
  });
  const [email] = (await sendQueuedEmails(service)).filter(({ to }) => to === invitedUser.email);
  expect((await register({ ...body, invite: email?.token ?? '' })).status).toBe(201);
  await db('settings').where('id', 1).update(content);
});
