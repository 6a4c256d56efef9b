import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../kit/client.ts';
import { insertUser } from '../kit/database/insert-users.ts';
import { demoPassword as password, type Service, startService } from '../kit/service.ts';
import { confirmSecondFactor } from './second-factors.ts';

let service: Service;
let username: string;
let id: number;

beforeAll(async () => {
  service = await startService({ trustProxy: 1 });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db('sign_in_failure').delete();
  ({ username, id } = await insertUser(service.db, ['country:read']));
});

// Each code works once, so a test that needs several codes takes them from the adjacent periods.
const codeAt = (secret: string, periods = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 });

const login = () => service.anonymous.ok('login', { body: { username, password } }, 202);
const completeLogin = (challenge: string, code: string) =>
  service.anonymous.call('loginTotp', { body: { challenge, code } });

async function setUpSecondFactor(client: Client): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await client.ok('beginTotp', { body: { password } });
  return { secret, recoveryCodes: await confirmSecondFactor(client, secret) };
}

describe('setting up a second factor', () => {
  test('requires the password, and a code before it takes effect', async () => {
    const client = await service.signIn(username);
    const wrongPassword = await client.expectRefusal('beginTotp', { body: { password: 'wrong' } }, 'validationError');
    expect(wrongPassword.fields).toMatchObject([{ pointer: '/password', rule: 'wrongPassword' }]);
    await client.expectRefusal('confirmTotp', { body: { code: '123456' } }, 'noSecondFactor');
    const { secret, uri } = await client.ok('beginTotp', { body: { password } });
    expect(uri).toContain(`secret=${secret}`);
    expect(uri).toContain(encodeURIComponent(username));
    const wrongCode = await client.expectRefusal('confirmTotp', { body: { code: 'not-it' } }, 'validationError');
    expect(wrongCode.fields).toMatchObject([{ pointer: '/code', rule: 'wrongCode' }]);
    expect((await client.ok('getProfile')).secondFactor).toBe(false);
    expect((await service.signIn(username)).token).toEqual(expect.any(String));
  });

  test('ends the other sessions, returns ten recovery codes, and is required afterwards', async () => {
    const [client, otherClient] = [await service.signIn(username), await service.signIn(username)];
    const { recoveryCodes } = await setUpSecondFactor(client);
    expect(new Set(recoveryCodes).size).toBe(10);
    await otherClient.expectRefusal('getProfile', {}, 'unauthorized');
    expect(await client.ok('getProfile')).toMatchObject({ secondFactor: true, recoveryCodes: 10 });
    await client.expectRefusal('beginTotp', { body: { password } }, 'invalidTransition');
    expect(await login()).toEqual({ challenge: expect.any(String), expireTime: expect.any(String) });
  });

  test('stores codes and tokens only as hashes', async () => {
    const { recoveryCodes } = await setUpSecondFactor(await service.signIn(username));
    const { challenge } = await login();
    const storedText = JSON.stringify([
      await service.db('recovery_code'),
      await service.db('one_time_token'),
      service.logLines,
    ]);
    for (const secret of [...recoveryCodes, challenge, password]) expect(storedText).not.toContain(secret);
  });
});

describe('signing in with a second factor', () => {
  let secret: string;
  let recoveryCodes: string[];

  beforeEach(async () => {
    ({ secret, recoveryCodes } = await setUpSecondFactor(await service.signIn(username)));
  });

  test('accepts the current code, but only once', async () => {
    const code = codeAt(secret);
    const firstReply = await completeLogin((await login()).challenge, code);
    expect(firstReply).toMatchObject({ status: 200, data: { user: { username }, token: expect.any(String) } });
    expect(firstReply.headers.get('X-Access-Version')).toMatch(/^\w+$/);
    const repeatedReply = await completeLogin((await login()).challenge, code);
    expect(repeatedReply).toMatchObject({ status: 422, data: { fields: [{ pointer: '/code', rule: 'wrongCode' }] } });
  });

  test('accepts codes of the adjacent periods, but of no other periods', async () => {
    for (const periods of [-3, 3])
      expect((await completeLogin((await login()).challenge, codeAt(secret, periods))).status).toBe(422);
    expect((await completeLogin((await login()).challenge, codeAt(secret, 1))).status).toBe(200);
  });

  test('accepts a recovery code once, in any spelling', async () => {
    const [code = ''] = recoveryCodes;
    const { challenge } = await login();
    const reply = await completeLogin(challenge, code.toUpperCase().replaceAll('-', ' '));
    expect(reply.status).toBe(200);
    const client = createClient(service.url, (reply.data as { token: string }).token);
    expect((await client.ok('getProfile')).recoveryCodes).toBe(9);
    expect((await completeLogin((await login()).challenge, code)).status).toBe(422);
  });

  test('accepts a challenge once', async () => {
    const { challenge } = await login();
    expect((await completeLogin(challenge, codeAt(secret))).status).toBe(200);
    const spentChallengeReply = { status: 422, data: { fields: [{ pointer: '/challenge', rule: 'spentToken' }] } };
    expect(await completeLogin(challenge, recoveryCodes[0] ?? '')).toMatchObject(spentChallengeReply);
    expect(await completeLogin('made-up', codeAt(secret))).toMatchObject(spentChallengeReply);
  });

  test('accepts one of two simultaneous uses of a code', async () => {
    const [firstChallenge, secondChallenge] = [await login(), await login()];
    const code = codeAt(secret);
    const replies = await Promise.all([
      completeLogin(firstChallenge.challenge, code),
      completeLogin(secondChallenge.challenge, code),
    ]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test('refuses further codes of a user after ten wrong ones, even from a known address', async () => {
    for (let guess = 0; guess < 10; guess++)
      expect((await completeLogin((await login()).challenge, '000000')).status).toBe(422);
    const failure = await service.db('user_log').where('act', 'signInFailed').orderBy('id', 'desc').first('details');
    expect(JSON.parse(failure.details)).toMatchObject({ key: 'wrongCode' });
    const refusal = await completeLogin((await login()).challenge, codeAt(secret));
    expect(refusal).toMatchObject({ status: 429, data: { key: 'tooManyRequests' } });
    expect(Number(refusal.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await service.anonymous.call('login', { body: { username: 'viewer', password } })).status).toBe(200);
  });

  test('fails if the account is deactivated meanwhile', async () => {
    const { challenge } = await login();
    await service.db('user').where({ id }).update({ status: 'inactive' });
    expect(await completeLogin(challenge, codeAt(secret))).toMatchObject({
      status: 403,
      data: { key: 'accountInactive' },
    });
  });

  test('new recovery codes invalidate the old ones', async () => {
    const reply = await completeLogin((await login()).challenge, codeAt(secret));
    const client = createClient(service.url, (reply.data as { token: string }).token);
    const renewedCodes = await client.ok('renewRecoveryCodes', { body: { password } });
    expect((await completeLogin((await login()).challenge, recoveryCodes[1] ?? '')).status).toBe(422);
    expect((await completeLogin((await login()).challenge, renewedCodes.recoveryCodes[1] ?? '')).status).toBe(200);
    await client.ok('removeTotp', { body: { password } });
    await client.expectRefusal('removeTotp', { body: { password } }, 'noSecondFactor');
    await client.expectRefusal('renewRecoveryCodes', { body: { password } }, 'noSecondFactor');
    await service.signIn(username);
  });
});

describe('a second factor that a role requires', () => {
  const requireForRoles = (...names: string[]) =>
    service.db('settings').update({ content: JSON.stringify({ secondFactorRoles: names }) });
  const readStatus = async (client: Client) => (await client.call('getProfile')).status;

  test('ends sessions without it, is set up at sign-in, and cannot be removed', async () => {
    const client = await service.signIn(username);
    const role = await service.db('role').join('user_role', 'role_id', 'role.id').where('user_id', id).first('name');
    await requireForRoles(role.name);
    await expect.poll(() => readStatus(client)).toBe(401);
    const { challenge, enrolment } = await login();
    expect(enrolment?.uri).toContain('otpauth://totp/');
    const reply = await completeLogin(challenge, codeAt(enrolment?.secret ?? ''));
    expect(reply).toMatchObject({ status: 200, data: { recoveryCodes: expect.any(Array) } });
    const signedInClient = createClient(service.url, (reply.data as { token: string }).token);
    expect(await signedInClient.ok('getProfile')).toMatchObject({ secondFactor: true, secondFactorRequired: true });
    await signedInClient.expectRefusal('removeTotp', { body: { password } }, 'secondFactorRequired');
    expect((await login()).enrolment).toBeUndefined();
    await requireForRoles();
    await expect.poll(async () => (await signedInClient.ok('getProfile')).secondFactorRequired).toBe(false);
    await signedInClient.ok('removeTotp', { body: { password } });
  });
});
