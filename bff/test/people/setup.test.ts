import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { issueSetupToken } from '#access/registration.ts';
import type { Schemas } from '../../src/http/contract.ts';
import { expectBilingualRefusal } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';
import { createUserClient, readLogOfUser, registrationBody, runConcurrently } from './users.ts';

let service: Service | undefined;

async function getService(): Promise<Service> {
  service ??= await startService();
  return service;
}
afterAll(() => service?.stop());

beforeEach(async () => {
  const { db } = await getService();
  await db('user').delete();
  await db('one_time_token').delete();
});

const register = async (body: Schemas['Registration']) => (await getService()).anonymous.call('register', { body });
const issueToken = async () => (await issueSetupToken((await getService()).db)) ?? '';

async function expectTokenRefused(body: Schemas['Registration']) {
  const { anonymous, db } = await getService();
  const { fields } = await expectBilingualRefusal(anonymous, 'register', { body }, 'validationError');
  expect(fields).toEqual([
    ['/setup', 'spentToken', '链接已过期或已用过', 'The link has expired or has already been used'],
  ]);
  expect(await db('user').where('username', body.username)).toEqual([]);
}

describe('the first administrator', () => {
  test('registers once through the one-time setup address', async () => {
    const { signIn, db } = await getService();
    const setup = await issueToken();
    const body = registrationBody({ setup });
    expect(await register(body)).toMatchObject({ status: 201, data: { status: 'active' } });
    const { id } = await db('user').where('username', body.username).first('id');
    const record = await createUserClient(await signIn(body.username, body.password)).get(id);
    expect(record).toMatchObject({ administrator: true, status: 'active', roles: [{ name: 'admin' }] });
    expect(await readLogOfUser(await getService(), id)).toMatchObject([{ act: 'setupDone', username: body.username }]);
    await expectTokenRefused(registrationBody({ setup }));
  });

  test('gets a new role if none exists', async () => {
    const { db, signIn } = await getService();
    const roles = await db('role');
    const permissions = await db('role_permission');
    await db('role').delete();
    const body = registrationBody({ setup: await issueToken() });
    expect((await register(body)).status).toBe(201);
    const [role] = await db('role');
    expect(role).toMatchObject({ name: 'admin', display_name: '管理员', created_by: body.username });
    await (await signIn(body.username, body.password)).ok('listUsers');
    await db('role').delete();
    await db('role').insert(roles);
    await db('role_permission').insert(permissions);
  });

  test('is created by only one of two simultaneous registrations with the same or different setup addresses', async () => {
    const runningService = await getService();
    for (const tokens of [[await issueToken(), await issueToken()], Array(2).fill(await issueToken())]) {
      const bodies = tokens.map((setup) => registrationBody({ setup }));
      const replies = await runConcurrently(
        runningService,
        bodies.map((body) => () => register(body)),
      );
      expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 422]);
      expect(await runningService.db('user')).toHaveLength(1);
      await runningService.db('user').delete();
    }
  });

  test('needs a valid name, email and password, and the setup address stays valid until then', async () => {
    const { db, anonymous } = await getService();
    const { username, email } = await insertPendingUser();
    const setup = await issueToken();
    for (const [change, pointer] of [
      [{ username }, '/username'],
      [{ email }, '/email'],
      [{ password: 'password1234' }, '/password'],
    ] as const) {
      const body = registrationBody({ ...change, setup });
      expect((await anonymous.expectRefusal('register', { body }, 'validationError')).fields).toMatchObject([
        { pointer },
      ]);
    }
    expect(await db('user')).toHaveLength(1);
    expect((await register(registrationBody({ setup }))).status).toBe(201);
  });
});

describe('the one-time setup address', () => {
  test('is created while no active administrator exists', async () => {
    const { db } = await getService();
    expect(await issueSetupToken(db)).toMatch(/^[\w-]{43}$/);
    await register(registrationBody({ setup: await issueToken() }));
    expect(await issueSetupToken(db)).toBeUndefined();
    await db('user').update({ status: 'inactive' });
    expect(await issueSetupToken(db)).toMatch(/^[\w-]{43}$/);
  });

  test('is invalid once an administrator exists', async () => {
    const { db } = await getService();
    const setup = await issueToken();
    const { id } = await insertPendingUser();
    const { id: role_id } = await db('role').where('name', 'admin').first('id');
    await db('user_role').insert({ user_id: id, role_id });
    await db('user').where({ id }).update({ status: 'active' });
    await expectTokenRefused(registrationBody({ setup }));
  });

  test('is valid for a day, and for registration only', async () => {
    const { db } = await getService();
    const setup = await issueToken();
    const [{ expire_time, create_time }] = await db('one_time_token');
    expect(expire_time - create_time).toBe(24 * 3_600_000);
    const { fields } = await expectBilingualRefusal(
      (await getService()).anonymous,
      'register',
      { body: registrationBody({ invite: setup }) },
      'validationError',
    );
    expect(fields).toMatchObject([['/invite', 'spentToken', expect.anything(), expect.anything()]]);
    await db('one_time_token').update({ expire_time: new Date(Date.now() - 1) });
    await expectTokenRefused(registrationBody({ setup }));
    await expectTokenRefused(registrationBody({ setup: 'guessed' }));
  });
});

/** Inserts a pending user. */
async function insertPendingUser() {
  const { db } = await getService();
  const { username, email } = registrationBody();
  const metadata = {
    version: 1,
    create_time: new Date(),
    update_time: new Date(),
    created_by: 'test',
    updated_by: 'test',
  };
  const [id] = await db('user').insert({ username, email, display_name: username, status: 'pending', ...metadata });
  return { id, username, email };
}
