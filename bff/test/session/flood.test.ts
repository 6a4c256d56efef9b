/** @module-tag slow */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertUser } from '../kit/insert-users.ts';
import { demoPassword as password, type Service, startService } from '../kit/service.ts';
import { enrolSecondFactor, totpCode } from './second-factors.ts';

let service: Service;

beforeAll(async () => {
  service = await startService({ trustProxy: 1 });
});
afterAll(() => service.stop());

const from = (address: string) => ({ 'X-Forwarded-For': address });
const many = (count: number) => Array.from({ length: count }, (_, index) => index);

test('nobody shuts another out of the second factor by names typed at sign-in', async () => {
  const { username } = await insertUser(service.db, []);
  const secret = await enrolSecondFactor(await service.signIn(username), password);
  const typed = `totp:${username}`;
  for (const index of many(10))
    await Promise.all(
      many(10).map(() =>
        service.anonymous.call('login', { body: { username: typed, password }, headers: from(`10.2.0.${index}`) }),
      ),
    );
  const { challenge } = await service.anonymous.ok('login', { body: { username, password } }, 202);
  await service.anonymous.ok('loginTotp', { body: { challenge, code: totpCode(secret) } });
});

test('refusals for their number stand in the log once per address and window, failures each', async () => {
  const headers = from('10.3.0.1');
  for (const name of many(12))
    for (const _ of many(3))
      await service.anonymous.call('login', { body: { username: `flood-${name % 2}`, password: 'wrong' }, headers });
  const acts = await service.db('user_log').where('address', '10.3.0.1').pluck('act');
  expect(acts.filter((act: string) => act === 'signInFailed')).toHaveLength(20);
  expect(acts.filter((act: string) => act === 'signInRefused')).toHaveLength(1);
});

test('letters asked for at the same time are counted together', async () => {
  const headers = from('10.4.0.1');
  const ask = (index: number) =>
    service.anonymous.call('forgotPassword', { body: { email: `flood-${index}@gazetteer.example` }, headers });
  const replies = await Promise.all(many(80).map(ask));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
  const posted = await service.db('mail_outbox').whereILike('address', 'flood-%');
  expect(posted.length).toBeGreaterThanOrEqual(20);
  // a service has ten connections
  expect(posted.length).toBeLessThan(30);
});
