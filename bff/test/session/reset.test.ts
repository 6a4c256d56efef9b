import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countArgon2Calls } from '../kit/count-argon2-calls.ts';
import { insertUser } from '../kit/database/insert-users.ts';
import { sendQueuedEmails } from '../kit/sent-emails.ts';
import { demoPassword, type Service, startService } from '../kit/service.ts';

let service: Service;
let username: string;
let email: string;
let id: number;

beforeAll(async () => {
  service = await startService({ trustProxy: 1 });
});
afterAll(() => service.stop());
beforeEach(async () => {
  await service.db('sign_in_failure').delete();
  ({ username, email, id } = await insertUser(service.db, ['country:read']));
});

const newPassword = 'correct horse battery';
let requestCount = 0;
// Each request comes from a different address, because requests are limited per address.
const requestReset = (email: string, address = `10.1.${Math.floor(requestCount / 250)}.${++requestCount % 250}`) =>
  service.anonymous.call('forgotPassword', { body: { email }, headers: { 'X-Forwarded-For': address } });
const resetPassword = (token: string, password = newPassword) =>
  service.anonymous.call('resetPassword', { body: { token, newPassword: password } });
const spentTokenReply = { status: 422, data: { fields: [{ pointer: '/token', rule: 'spentToken' }] } };

async function requestToken(address: string): Promise<string> {
  expect((await requestReset(address)).status).toBe(202);
  const [resetEmail] = await sendQueuedEmails(service);
  return resetEmail?.token ?? '';
}

describe('requesting a link', () => {
  test('has the same answer for known, unknown and deactivated addresses', async () => {
    const inactiveUser = await insertUser(service.db, [], { status: 'inactive' });
    const replies: Awaited<ReturnType<typeof requestReset>>[] = [];
    const statements: number[] = [];
    for (const address of [email, 'nobody@gazetteer.example', inactiveUser.email, email.toUpperCase()])
      statements.push(await service.statementsDuring(async () => void replies.push(await requestReset(address))));
    expect(new Set(statements).size).toBe(1);
    const comparableReplies = replies.map(({ status, message, data, headers }) => ({
      status,
      message,
      data,
      names: [...headers.keys()],
    }));
    for (const reply of comparableReplies) expect(reply).toEqual(comparableReplies[0]);
    const emails = await sendQueuedEmails(service);
    expect(new Set(emails.map(({ to }) => to.toLowerCase()))).toEqual(new Set([email.toLowerCase()]));
  });

  test('takes as many statements for known as for unknown addresses, and hashes nothing', async () => {
    const measureWork = async (address: string) => {
      let statements = 0;
      const hashes = await countArgon2Calls(async () => {
        statements = await service.statementsDuring(() => requestReset(address));
      });
      return { statements, hashes };
    };
    const workForUnknown = await measureWork('nobody@gazetteer.example');
    expect(workForUnknown).toEqual({ statements: expect.any(Number), hashes: 0 });
    expect(await measureWork(email)).toEqual(workForUnknown);
  });

  test('sends at most twenty emails an hour per client address, with the same answer afterwards', async () => {
    for (let count = 0; count < 22; count++) expect((await requestReset(email, '10.0.7.7')).status).toBe(202);
    expect(await service.db('user_log').where({ act: 'resetRequested', address: '10.0.7.7' })).toHaveLength(20);
    await sendQueuedEmails(service);
  });

  test('refuses an invalid address', async () => {
    for (const address of ['', 'x', 'a@b\r\nBcc: c@d.example', `${'x'.repeat(250)}@y.example`])
      expect(await requestReset(address)).toMatchObject({ status: 422, data: { fields: [{ pointer: '/email' }] } });
  });
});

describe('the link', () => {
  test('works once, ends every session, and makes the new password the only valid one', async () => {
    const client = await service.signIn(username);
    const token = await requestToken(email);
    expect((await resetPassword(token)).status).toBe(200);
    await client.expectRefusal('getProfile', {}, 'unauthorized');
    await service.anonymous.expectRefusal(
      'login',
      { body: { username, password: demoPassword } },
      'invalidCredentials',
    );
    await service.signIn(username, newPassword);
    expect(await resetPassword(token, 'yet another password')).toMatchObject(spentTokenReply);
  });

  test('works for one of two simultaneous requests', async () => {
    const token = await requestToken(email);
    const replies = await Promise.all([resetPassword(token), resetPassword(token, 'yet another password')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test('expires after thirty minutes by default', async () => {
    const token = await requestToken(email);
    const [row] = await service.db('one_time_token').where({ user_id: id, purpose: 'reset' }).whereNull('used_time');
    expect(row.expire_time - row.create_time).toBe(30 * 60_000);
    await service
      .db('one_time_token')
      .where({ user_id: id })
      .update({ expire_time: new Date(Date.now() - 1) });
    expect(await resetPassword(token)).toMatchObject(spentTokenReply);
  });

  test('is invalid after a change of the password or email, and after deactivation', async () => {
    const changePassword = async () => {
      const client = await service.signIn(username);
      await client.ok('changePassword', { body: { oldPassword: demoPassword, newPassword } });
    };
    const firstToken = await requestToken(email);
    await changePassword();
    expect(await resetPassword(firstToken)).toMatchObject(spentTokenReply);
    await service.db('mail_outbox').delete();
    await service.db('one_time_token').where({ user_id: id }).delete();
    const secondToken = await requestToken(email);
    const client = await service.signIn(username, newPassword);
    const body = { displayName: 'x', email: `new-${email}`, password: newPassword };
    await client.ok('updateProfile', { body });
    expect(await resetPassword(secondToken)).toMatchObject(spentTokenReply);
    await service.db('one_time_token').where({ user_id: id }).delete();
    const thirdToken = await requestToken(body.email);
    await service.db('user').where({ id }).update({ status: 'inactive' });
    expect(await resetPassword(thirdToken)).toMatchObject(spentTokenReply);
  });

  test('stays valid after a refused password', async () => {
    const token = await requestToken(email);
    for (const [password, rule] of [
      ['password123', 'commonPassword'],
      [`x ${username} y`, 'containsName'],
      ['short', 'minLength'],
    ] as const)
      expect(await resetPassword(token, password)).toMatchObject({
        status: 422,
        data: { fields: [{ pointer: '/newPassword', rule }] },
      });
    expect((await resetPassword(token)).status).toBe(200);
  });

  test('is refused if its token is altered, invented or has another purpose', async () => {
    const token = await requestToken(email);
    await service.db('one_time_token').where({ user_id: id }).update({ purpose: 'invite' });
    for (const invalidToken of [token, `${token}x`, token.slice(1), "' or 1=1 -- ", 'x'])
      expect(await resetPassword(invalidToken)).toMatchObject(spentTokenReply);
  });
});
