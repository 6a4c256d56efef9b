import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertUser } from '../kit/database/insert-users.ts';
import { demoPassword as password, type Service, startService } from '../kit/service.ts';

let service: Service;
let username: string;
let email: string;

beforeAll(async () => {
  service = await startService({ trustProxy: 1 });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db('sign_in_failure').delete();
  ({ username, email } = await insertUser(service.db, []));
});

const login = (name: string, secret: string, address = '10.0.0.1') =>
  service.anonymous.call('login', {
    body: { username: name, password: secret },
    headers: { 'X-Forwarded-For': address },
  });
const insertFailures = (count: number, account: string, address: string, minutesAgo = 1) => {
  const time = new Date(Date.now() - minutesAgo * 60_000);
  return service.db('sign_in_failure').insert(Array.from({ length: count }, () => ({ account, address, time })));
};
const TOO_MANY_REQUESTS = { status: 429, message: '尝试次数过多，请稍后再试', data: { key: 'tooManyRequests' } };

describe('ten failures of an account from an address', () => {
  test('refuse the next attempt with a right or wrong password, with a Retry-After header', async () => {
    for (let guess = 1; guess <= 10; guess++) expect((await login(username, 'wrong')).status).toBe(422);
    for (const secret of ['wrong', password]) {
      const reply = await login(username, secret);
      expect(reply).toMatchObject(TOO_MANY_REQUESTS);
      expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    expect((await login(username, password, '10.0.0.2')).status).toBe(200);
  });

  test('are counted together for the username and the email in any case', async () => {
    for (const name of [username, username.toUpperCase(), email, email.toUpperCase(), `${username} `])
      for (let guess = 1; guess <= 2; guess++) expect((await login(name, 'wrong')).status).toBe(422);
    for (const name of [username, email]) expect(await login(name, 'wrong')).toMatchObject(TOO_MANY_REQUESTS);
  });

  test('are the limit for simultaneous attempts too', async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => login(username, 'wrong')));
    expect(replies.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(10);
    expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(20);
  });

  test('refuse attempts with an unknown name too', async () => {
    await insertFailures(10, 'nobody', '10.0.0.1');
    expect(await login('nobody', 'wrong')).toMatchObject(TOO_MANY_REQUESTS);
    expect(await login('NOBODY', 'wrong')).toMatchObject(TOO_MANY_REQUESTS);
  });

  test('do not count after fifteen minutes', async () => {
    await insertFailures(10, username, '10.0.0.1', 16);
    expect((await login(username, password)).status).toBe(200);
  });

  test('do not include successful sign-ins', async () => {
    for (let round = 1; round <= 12; round++) expect((await login(username, password)).status).toBe(200);
    expect(await service.db('sign_in_failure')).toEqual([]);
  });

  test('accept the right password from an address where the account has signed in before', async () => {
    expect((await login(username, password, '10.0.0.9')).status).toBe(200);
    await insertFailures(10, username, '10.0.0.9');
    expect(await login(username, 'wrong', '10.0.0.9')).toMatchObject(TOO_MANY_REQUESTS);
    expect((await login(username, password, '10.0.0.9')).status).toBe(200);
  });
});

test('a hundred failures from an address refuse every account there', async () => {
  await insertFailures(99, 'somebody', '10.0.0.3');
  expect((await login(username, 'wrong', '10.0.0.3')).status).toBe(422);
  expect(await login(username, password, '10.0.0.3')).toMatchObject(TOO_MANY_REQUESTS);
  expect((await login(username, password, '10.0.0.4')).status).toBe(200);
});

test('a hundred failures of an account refuse it from every new address', async () => {
  expect((await login(username, password, '10.0.0.5')).status).toBe(200);
  for (let index = 0; index < 20; index++) await insertFailures(5, username, `10.0.1.${index}`);
  expect(await login(username, password, '10.0.0.6')).toMatchObject(TOO_MANY_REQUESTS);
  expect((await login(username, password, '10.0.0.5')).status).toBe(200);
});

describe('a wrong old password', () => {
  test('counts as a failed sign-in', async () => {
    const client = await service.signIn(username);
    const body = { oldPassword: 'wrong', newPassword: 'long enough now' };
    const headers = { 'X-Forwarded-For': '10.0.0.7' };
    for (let guess = 1; guess <= 10; guess++)
      await client.expectRefusal('changePassword', { body, headers }, 'validationError');
    const refusal = await client.expectRefusal('changePassword', { body, headers }, 'tooManyRequests');
    expect(refusal.headers.get('Retry-After')).toMatch(/^[1-9]\d*$/);
    expect(await login(username, password, '10.0.0.7')).toMatchObject(TOO_MANY_REQUESTS);
  });

  test('entered from other addresses does not prevent the user from changing the password', async () => {
    const client = await service.signIn(username);
    await insertFailures(100, username, '10.9.9.9');
    const body = { oldPassword: password, newPassword: 'long enough now' };
    await client.ok('changePassword', { body });
  });
});

describe('the client address', () => {
  const readClientAddress = async ({ anonymous, db }: Service, forwardedFor: string) => {
    await db('session').delete();
    const headers = { 'X-Forwarded-For': forwardedFor };
    await anonymous.ok('login', { body: { username: 'viewer', password }, headers });
    return (await db('session').first('address')).address;
  };

  test.each([
    ['1.1.1.1, 2.2.2.2', '2.2.2.2'],
    ['2001:db8::1', '2001:db8::1'],
    ['x'.repeat(50), 'x'.repeat(45)],
  ])('behind one proxy with “%s” is %s', async (forwardedFor, address) => {
    expect(await readClientAddress(service, forwardedFor)).toBe(address);
  });

  test.each([
    [0, '1.1.1.1, 2.2.2.2', '127.0.0.1'],
    [2, '1.1.1.1, 2.2.2.2, 3.3.3.3', '2.2.2.2'],
  ])('behind %i proxies with “%s” is %s', async (trustProxy, forwardedFor, address) => {
    const otherService = await startService({ trustProxy });
    expect(await readClientAddress(otherService, forwardedFor)).toBe(address);
    await otherService.stop();
  });
});
