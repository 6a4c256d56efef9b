import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertUser } from '../kit/database/insert-users.ts';
import { demoPassword as password, type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function createUser() {
  const { username, email, id } = await insertUser(service.db, ['country:read']);
  return { client: await service.signIn(username), username, email, id };
}

test('a change of the own name applies at once, adds a version and is logged', async () => {
  const { client, email, id, username } = await createUser();
  expect(await client.ok('updateProfile', { body: { displayName: '林', email } })).toMatchObject({ displayName: '林' });
  expect(await service.db('user').where({ id }).first()).toMatchObject({ version: 2, updated_by: username });
  const [entry] = await service.db('user_log').where({ act: 'profileChanged', user_id: id });
  expect(JSON.parse(entry.details)).toEqual({
    changes: [{ pointer: '/displayName', before: username, after: '林' }],
  });
  await client.ok('updateProfile', { body: { displayName: '林', email } });
  expect(await service.db('user').where({ id }).first()).toMatchObject({ version: 2 });
});

test('a change of the email requires the password and an unused address', async () => {
  const { client, username, email } = await createUser();
  const body = { displayName: username, email: `new-${email}` };
  expect((await client.expectRefusal('updateProfile', { body }, 'validationError')).fields).toMatchObject([
    { pointer: '/password', rule: 'required' },
  ]);
  const wrongPassword = { ...body, password: 'wrong' };
  expect(
    (await client.expectRefusal('updateProfile', { body: wrongPassword }, 'validationError')).fields,
  ).toMatchObject([{ pointer: '/password', rule: 'wrongPassword' }]);
  const existingEmail = { ...body, email: 'ADMIN@gazetteer.example', password };
  expect(
    (await client.expectRefusal('updateProfile', { body: existingEmail }, 'validationError')).fields,
  ).toMatchObject([{ pointer: '/email', rule: 'taken' }]);
  expect(await client.ok('updateProfile', { body: { ...body, password } })).toMatchObject({ email: body.email });
});

test('other fields than name and email are refused', async () => {
  const { client, username, email } = await createUser();
  for (const extraField of [
    { roles: ['admin'] },
    { status: 'active' },
    { username: 'admin' },
    { id: 1 },
    { createdBy: 'x' },
  ]) {
    const body = { displayName: username, email, ...extraField };
    const reply = await client.raw('PUT', '/dc/api/v1/profile', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(reply.status).toBe(422);
    const [name] = Object.keys(extraField);
    expect(await reply.json()).toMatchObject({
      data: { fields: [{ pointer: `/${name}`, rule: 'additionalProperties' }] },
    });
  }
});

test('sessions last for the configured time, and end after the configured idle time', async () => {
  const { client, username, id } = await createUser();
  const configure = (content: object) => service.db('settings').update({ content: JSON.stringify(content) });
  const statusAfterIdling = async (minutes: number) => {
    const lastSeen = new Date(Date.now() - minutes * 60_000);
    await service.db('session').where('user_id', id).update({ last_seen: lastSeen });
    return (await client.call('getProfile')).status;
  };
  await configure({ sessionHours: 2, sessionIdleMinutes: 30 });
  const measureSessionHours = async () => {
    const newClient = await service.signIn(username);
    const current = (await newClient.ok('listSessions')).items.find((session) => session.current);
    return (Date.parse(current?.expireTime ?? '') - Date.parse(current?.createTime ?? '')) / 3_600_000;
  };
  await expect.poll(measureSessionHours, { interval: 250 }).toBe(2);
  expect(await statusAfterIdling(29)).toBe(200);
  expect(await statusAfterIdling(31)).toBe(401);
  await configure({});
});
