/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertUser } from '../kit/database/insert-users.ts';
import { demoPassword as password, type Service, startService } from '../kit/service.ts';
import { enrolSecondFactor, totpCode } from './second-factors.ts';

let service: Service;

beforeAll(async () => {
  service = await startService({ trustProxy: 1 });
});
afterAll(() => service.stop());

const forwardedFrom = (address: string) => ({ 'X-Forwarded-For': address });
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

test('failed sign-ins of others do not lock a user out of the second factor', async () => {
  const { username } = await insertUser(service.db, []);
  const secret = await enrolSecondFactor(await service.signIn(username), password);
  const failureAccount = `totp:${username}`;
  for (const index of range(10))
    await Promise.all(
      range(10).map(() =>
        service.anonymous.call('login', {
          body: { username: failureAccount, password },
          headers: forwardedFrom(`10.2.0.${index}`),
        }),
      ),
    );
  const { challenge } = await service.anonymous.ok('login', { body: { username, password } }, 202);
  await service.anonymous.ok('loginTotp', { body: { challenge, code: totpCode(secret) } });
});

test('refusals by the limit are logged once per address and window, failures each time', async () => {
  const headers = forwardedFrom('10.3.0.1');
  for (const name of range(12))
    for (const _ of range(3))
      await service.anonymous.call('login', { body: { username: `flood-${name % 2}`, password: 'wrong' }, headers });
  const actions = await service.db('user_log').where('address', '10.3.0.1').pluck('act');
  expect(actions.filter((action: string) => action === 'signInFailed')).toHaveLength(20);
  expect(actions.filter((action: string) => action === 'signInRefused')).toHaveLength(1);
});

test('simultaneous requests for emails are counted together', async () => {
  const headers = forwardedFrom('10.4.0.1');
  const requestReset = (index: number) =>
    service.anonymous.call('forgotPassword', { body: { email: `flood-${index}@gazetteer.example` }, headers });
  const replies = await Promise.all(range(80).map(requestReset));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
  const queuedEmails = await service.db('mail_outbox').whereILike('address', 'flood-%');
  expect(queuedEmails.length).toBeGreaterThanOrEqual(20);
  // Each of the ten connections of a service may add an email after the limit.
  expect(queuedEmails.length).toBeLessThan(30);
});
