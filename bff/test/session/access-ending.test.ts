import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Transaction } from '../../src/database/database.ts';
import { hashPassword } from '../../src/session/passwords.ts';
import { createClient } from '../kit/client.ts';
import { insertUser } from '../kit/database/insert-users.ts';
import { callWhileLocked } from '../kit/database/lock-waits.ts';
import { sendQueuedEmails } from '../kit/sent-emails.ts';
import { demoPassword as password, type Service, startService } from '../kit/service.ts';
import { enrolSecondFactor, requireSecondFactor, totpCode } from './second-factors.ts';

const newPassword = 'correct horse battery';

let service: Service;
let username: string;
let email: string;
let id: number;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db('sign_in_failure').delete();
  ({ username, email, id } = await insertUser(service.db, ['country:read']));
});

const login = (secret = password) => service.anonymous.call('login', { body: { username, password: secret } });
const profileStatus = async (token: string) => (await createClient(service.url, token).call('getProfile')).status;
const resetPassword = async () => {
  await service.anonymous.ok('forgotPassword', { body: { email } }, 202);
  const token = (await sendQueuedEmails(service)).at(-1)?.token ?? '';
  await service.anonymous.ok('resetPassword', { body: { token, newPassword } });
};

const callDuring = <T>(call: () => Promise<T>, change: (trx: Transaction) => Promise<unknown>) =>
  callWhileLocked(service.db, call, change);

const deactivateAndActivate = async () => {
  const admin = await service.as('admin');
  for (const event of ['deactivate', 'activate'] as const) {
    const { version } = (await admin.ok('getUser', { path: { id } })).record;
    await admin.ok('transitionUser', { path: { id }, ifMatch: version, body: { event } });
  }
};

/** Sets the columns that a reset of the password sets. */
const resetPasswordBySql = async (trx: Transaction) => {
  const newPasswordColumns = { password_hash: await hashPassword('what a reset has set') };
  await trx('user').where({ id }).update(newPasswordColumns);
  await trx('session').where('user_id', id).update({ revoke_time: new Date() });
};

describe('a sign-in that still needs a code', () => {
  test.each([
    ['a reset', resetPassword],
    ['deactivation, even if the account is active again', deactivateAndActivate],
  ])('ends after %s', async (_, change) => {
    await requireSecondFactor(service, id);
    const { challenge, enrolment } = await service.anonymous.ok('login', { body: { username, password } }, 202);
    await change();
    const body = { challenge, code: totpCode(enrolment?.secret) };
    const refusal = await service.anonymous.expectRefusal('loginTotp', { body }, 'validationError');
    expect(refusal.fields).toMatchObject([{ pointer: '/challenge', rule: 'spentToken' }]);
  });

  test('ends after a change of the password', async () => {
    const client = await service.signIn(username);
    const secret = await enrolSecondFactor(client, password);
    const { challenge } = await service.anonymous.ok('login', { body: { username, password } }, 202);
    await client.ok('changePassword', { body: { oldPassword: password, newPassword } });
    await service.anonymous.expectRefusal(
      'loginTotp',
      { body: { challenge, code: totpCode(secret) } },
      'validationError',
    );
  });

  test('sets up only one second factor in two simultaneous requests', async () => {
    await requireSecondFactor(service, id);
    const challenges = await Promise.all([login(), login()]);
    const bodies = challenges.map(({ data }) => {
      const { challenge, enrolment } = data as { challenge: string; enrolment: { secret: string } };
      return { challenge, code: totpCode(enrolment.secret) };
    });
    const replies = await Promise.all(bodies.map((body) => service.anonymous.call('loginTotp', { body })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});

describe('a call that started with the old password is refused after a reset', () => {
  test('a sign-in', async () => {
    expect(await callDuring(login, resetPasswordBySql)).toMatchObject({
      status: 422,
      data: { key: 'invalidCredentials' },
    });
  });

  test('a change of the password', async () => {
    const client = await service.signIn(username);
    const body = { oldPassword: password, newPassword };
    expect(await callDuring(() => client.call('changePassword', { body }), resetPasswordBySql)).toMatchObject({
      status: 401,
    });
    expect((await login(newPassword)).status).toBe(422);
  });

  test('a change of the email', async () => {
    const client = await service.signIn(username);
    const body = { displayName: 'x', email: `other-${email}`, password };
    expect(await callDuring(() => client.call('updateProfile', { body }), resetPasswordBySql)).toMatchObject({
      status: 401,
    });
    expect((await service.db('user').where({ id }).first()).email).toBe(email);
  });
});

test('a sign-in without a code fails if a second factor is set up meanwhile', async () => {
  const setSecondFactor = (trx: Transaction) => trx('user').where({ id }).update({ totp_secret: 'JBSWY3DPEHPK3PXP' });
  expect((await callDuring(login, setSecondFactor)).status).toBe(422);
});

test('a session has no second factor after it was removed', async () => {
  const client = await service.signIn(username);
  await enrolSecondFactor(client, password);
  await client.ok('removeTotp', { body: { password } });
  expect(await profileStatus(client.token ?? '')).toBe(200);
  await requireSecondFactor(service, id);
  expect(await profileStatus(client.token ?? '')).toBe(401);
});
