import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countPasswordWork } from '../kit/count-password-work.ts';
import { insertUser } from '../kit/insert-users.ts';
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
let asked = 0;
// from an address of its own each time: how many come from one is a test of its own
const ask = (email: string, from = `10.1.${Math.floor(asked / 250)}.${++asked % 250}`) =>
  service.anonymous.call('forgotPassword', { body: { email }, headers: { 'X-Forwarded-For': from } });
const reset = (token: string, password = newPassword) =>
  service.anonymous.call('resetPassword', { body: { token, newPassword: password } });
const spent = { status: 422, data: { fields: [{ pointer: '/token', rule: 'spentToken' }] } };

async function tokenFor(address: string): Promise<string> {
  expect((await ask(address)).status).toBe(202);
  const [letter] = await sendQueuedEmails(service);
  return letter?.token ?? '';
}

describe('asking for a link', () => {
  test('is answered alike for known, unknown and shut addresses, by the same statements', async () => {
    const shut = await insertUser(service.db, [], { status: 'inactive' });
    const replies: Awaited<ReturnType<typeof ask>>[] = [];
    const statements: number[] = [];
    for (const address of [email, 'nobody@gazetteer.example', shut.email, email.toUpperCase()])
      statements.push(await service.statementsDuring(async () => void replies.push(await ask(address))));
    expect(new Set(statements).size).toBe(1);
    const shown = replies.map(({ status, message, data, headers }) => ({
      status,
      message,
      data,
      names: [...headers.keys()],
    }));
    for (const reply of shown) expect(reply).toEqual(shown[0]);
    const letters = await sendQueuedEmails(service);
    expect(new Set(letters.map(({ to }) => to.toLowerCase()))).toEqual(new Set([email.toLowerCase()]));
  });

  test('takes as many statements, and no hashing, for a known address as for an unknown one', async () => {
    const workFor = async (address: string) => {
      let statements = 0;
      const hashes = await countPasswordWork(async () => {
        statements = await service.statementsDuring(() => ask(address));
      });
      return { statements, hashes };
    };
    const unknown = await workFor('nobody@gazetteer.example');
    expect(unknown).toEqual({ statements: expect.any(Number), hashes: 0 });
    expect(await workFor(email)).toEqual(unknown);
  });

  test('sends no more than twenty an hour for one address, and answers on', async () => {
    for (let count = 0; count < 22; count++) expect((await ask(email, '10.0.7.7')).status).toBe(202);
    expect(await service.db('user_log').where({ act: 'resetRequested', address: '10.0.7.7' })).toHaveLength(20);
    await sendQueuedEmails(service);
  });

  test('refuses what is no address', async () => {
    for (const address of ['', 'x', 'a@b\r\nBcc: c@d.example', `${'x'.repeat(250)}@y.example`])
      expect(await ask(address)).toMatchObject({ status: 422, data: { fields: [{ pointer: '/email' }] } });
  });
});

describe('the link', () => {
  test('works once, ends every session and lets in with the new password only', async () => {
    const client = await service.signIn(username);
    const token = await tokenFor(email);
    expect((await reset(token)).status).toBe(200);
    await client.expectRefusal('getProfile', {}, 'unauthorized');
    await service.anonymous.expectRefusal(
      'login',
      { body: { username, password: demoPassword } },
      'invalidCredentials',
    );
    await service.signIn(username, newPassword);
    expect(await reset(token, 'yet another password')).toMatchObject(spent);
  });

  test('works once for two at the same time', async () => {
    const token = await tokenFor(email);
    const replies = await Promise.all([reset(token), reset(token, 'yet another password')]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test('lasts thirty minutes, or as long as the configuration says', async () => {
    const token = await tokenFor(email);
    const [row] = await service.db('one_time_token').where({ user_id: id, purpose: 'reset' }).whereNull('used_time');
    expect(row.expire_time - row.create_time).toBe(30 * 60_000);
    await service
      .db('one_time_token')
      .where({ user_id: id })
      .update({ expire_time: new Date(Date.now() - 1) });
    expect(await reset(token)).toMatchObject(spent);
  });

  test('is void after a later one, a change of the password or of the e-mail, and deactivation', async () => {
    const change = async () => {
      const client = await service.signIn(username);
      await client.ok('changePassword', { body: { oldPassword: demoPassword, newPassword } });
    };
    const first = await tokenFor(email);
    await change();
    expect(await reset(first)).toMatchObject(spent);
    await service.db('mail_outbox').delete();
    await service.db('one_time_token').where({ user_id: id }).delete();
    const second = await tokenFor(email);
    const client = await service.signIn(username, newPassword);
    const body = { displayName: 'x', email: `new-${email}`, password: newPassword };
    await client.ok('updateProfile', { body });
    expect(await reset(second)).toMatchObject(spent);
    await service.db('one_time_token').where({ user_id: id }).delete();
    const third = await tokenFor(body.email);
    await service.db('user').where({ id }).update({ status: 'inactive' });
    expect(await reset(third)).toMatchObject(spent);
  });

  test('is kept after a password that is refused', async () => {
    const token = await tokenFor(email);
    for (const [password, rule] of [
      ['password123', 'commonPassword'],
      [`x ${username} y`, 'containsName'],
      ['short', 'minLength'],
    ] as const)
      expect(await reset(token, password)).toMatchObject({
        status: 422,
        data: { fields: [{ pointer: '/newPassword', rule }] },
      });
    expect((await reset(token)).status).toBe(200);
  });

  test('of another purpose, altered or made up resets nothing', async () => {
    const token = await tokenFor(email);
    await service.db('one_time_token').where({ user_id: id }).update({ purpose: 'invite' });
    for (const other of [token, `${token}x`, token.slice(1), "' or 1=1 -- ", 'x'])
      expect(await reset(other)).toMatchObject(spent);
  });
});
