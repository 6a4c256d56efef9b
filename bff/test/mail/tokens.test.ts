import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueueEmail } from '../../src/mail/outbox.ts';
import { peekToken } from '../../src/session/one-time-tokens.ts';
import { insertUser } from '../kit/insert-users.ts';
import { sendQueuedEmails } from '../kit/sent-emails.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(() => service.db('mail_outbox').delete());

const minutesLeft = async (purpose: string, userId: number) => {
  const row = await service
    .db('one_time_token')
    .where({ purpose, user_id: userId })
    .whereNull('used_time')
    .first('expire_time');
  return (row.expire_time.getTime() - Date.now()) / 60_000;
};
const row = () => service.db('mail_outbox').first('next_time', 'sent_time', 'error');
const askFor = (address: string) => enqueueEmail(service.db, { kind: 'reset', address, language: 'en' });

describe('a reset', () => {
  test('goes to the address of the account, however it was typed, with a token for its owner', async () => {
    const user = await insertUser(service.db, [], { email: 'mike@gazetteer.example' });
    // one letter to the database's comparison, another address to the mail
    await askFor('MÏKE@gazetteer.example');
    const [letter, ...others] = await sendQueuedEmails(service);
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ kind: 'reset', to: 'mike@gazetteer.example' });
    expect(letter?.link).toBe(`${service.url}/login?reset=${letter?.token}`);
    expect(await peekToken(service.db, 'reset', letter?.token ?? '')).toMatchObject({ userId: user.id });
    expect(await minutesLeft('reset', user.id)).toBeCloseTo(30, 0);
    expect(await row()).toMatchObject({ next_time: null, sent_time: expect.any(Date), error: null });
  });

  test.each(['invited', 'pending', 'inactive', 'rejected'])('of an account that is %s is not sent', async (status) => {
    const { id, email } = await insertUser(service.db, [], { status });
    await askFor(email);
    expect(await sendQueuedEmails(service)).toEqual([]);
    expect(await row()).toEqual({ next_time: null, sent_time: null, error: null });
    expect(await service.db('one_time_token').where('user_id', id)).toEqual([]);
  });

  test('of an unknown address is not sent', async () => {
    await askFor('nobody@gazetteer.example');
    expect(await sendQueuedEmails(service)).toEqual([]);
    expect(await row()).toEqual({ next_time: null, sent_time: null, error: null });
  });

  test('requested twice within a minute is one email; later requests invalidate the previous link', async () => {
    const { id, email } = await insertUser(service.db, []);
    await Promise.all([askFor(email), askFor(email)]);
    const [firstEmail, ...others] = await sendQueuedEmails(service);
    expect(others).toEqual([]);
    await askFor(email);
    expect(await sendQueuedEmails(service)).toEqual([]);
    await service
      .db('one_time_token')
      .where('user_id', id)
      .update({ create_time: new Date(Date.now() - 61_000) });
    await askFor(email);
    const [secondEmail] = await sendQueuedEmails(service);
    expect(await peekToken(service.db, 'reset', firstEmail?.token ?? '')).toBeUndefined();
    expect(await peekToken(service.db, 'reset', secondEmail?.token ?? '')).toMatchObject({ userId: id });
  });
});

describe('an invitation', () => {
  const invite = ({ id, email }: { id: number; email: string }) =>
    enqueueEmail(service.db, { kind: 'invitation', address: email, language: 'en', data: { userId: id, by: 'Ada' } });

  test('sent again invalidates the previous link', async () => {
    const user = await insertUser(service.db, [], { status: 'invited' });
    await invite(user);
    const [first] = await sendQueuedEmails(service);
    await invite(user);
    const [second] = await sendQueuedEmails(service);
    expect(second).toMatchObject({ kind: 'invitation', to: user.email });
    expect(second?.link).toBe(`${service.url}/register?invite=${second?.token}`);
    expect(await peekToken(service.db, 'invite', first?.token ?? '')).toBeUndefined();
    expect(await peekToken(service.db, 'invite', second?.token ?? '')).toMatchObject({ userId: user.id });
    expect(await minutesLeft('invite', user.id)).toBeCloseTo(7 * 24 * 60, 0);
  });

  test('goes neither to an accepted account nor to its former address', async () => {
    await invite(await insertUser(service.db, []));
    const movedUser = await insertUser(service.db, [], { status: 'invited' });
    await invite({ ...movedUser, email: 'before@gazetteer.example' });
    expect(await sendQueuedEmails(service)).toEqual([]);
  });
});

describe('links and senders', () => {
  const configure = async (content: object) => {
    await service
      .db('settings')
      .where('id', 1)
      .update({ content: JSON.stringify(content) });
  };
  test.each([
    ['https://console.gazetteer.example', 'https://console.gazetteer.example/login?forgot'],
    ['https://gazetteer.example/console/', 'https://gazetteer.example/console/login?forgot'],
  ])('are those of the configuration: %s', async (publicUrl, link) => {
    await configure({ publicUrl, mailFrom: 'people@gazetteer.example' });
    const { email } = await insertUser(service.db, []);
    await enqueueEmail(service.db, {
      kind: 'emailTaken',
      address: email,
      language: 'en',
      data: { displayName: 'Lin' },
    });
    const [letter] = await sendQueuedEmails(service);
    expect(letter).toMatchObject({ link, links: [link], token: '', from: 'people@gazetteer.example' });
    await configure({});
  });
});

test('the log contains no token and no link', async () => {
  const { email } = await insertUser(service.db, []);
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  await askFor(email);
  const [letter] = await sendQueuedEmails(service, log);
  expect(letter?.token).toMatch(/^[\w-]{43}$/);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'email sent', kind: 'reset', attempts: 1 }]);
  for (const secret of [letter?.token, letter?.link, 'http']) expect(lines.join()).not.toContain(secret);
});
