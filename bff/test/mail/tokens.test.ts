import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueueEmail } from '../../src/mail/outbox.ts';
import { peekToken } from '../../src/session/one-time-tokens.ts';
import { insertUser } from '../kit/database/insert-users.ts';
import { sendQueuedEmails } from '../kit/sent-emails.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
beforeEach(() => service.db('mail_outbox').delete());

const readMinutesLeft = async (purpose: string, userId: number) => {
  const row = await service
    .db('one_time_token')
    .where({ purpose, user_id: userId })
    .whereNull('used_time')
    .first('expire_time');
  return (row.expire_time.getTime() - Date.now()) / 60_000;
};
const readOutboxRow = () => service.db('mail_outbox').first('next_time', 'sent_time', 'error');
const enqueueReset = (address: string) => enqueueEmail(service.db, { kind: 'reset', address, language: 'en' });

describe('a reset', () => {
  test('goes to the stored address of the account in any spelling, with a token for its owner', async () => {
    const user = await insertUser(service.db, [], { email: 'mike@gazetteer.example' });
    // The database's collation treats both spellings as equal, but they are different addresses.
    await enqueueReset('MÏKE@gazetteer.example');
    const [email, ...furtherEmails] = await sendQueuedEmails(service);
    expect(furtherEmails).toEqual([]);
    expect(email).toMatchObject({ kind: 'reset', to: 'mike@gazetteer.example' });
    expect(email?.link).toBe(`${service.url}/login?reset=${email?.token}`);
    expect(await peekToken(service.db, 'reset', email?.token ?? '')).toMatchObject({ userId: user.id });
    expect(await readMinutesLeft('reset', user.id)).toBeCloseTo(30, 0);
    expect(await readOutboxRow()).toMatchObject({ next_time: null, sent_time: expect.any(Date), error: null });
  });

  test.each(['invited', 'pending', 'inactive', 'rejected'])('of an account that is %s is not sent', async (status) => {
    const { id, email } = await insertUser(service.db, [], { status });
    await enqueueReset(email);
    expect(await sendQueuedEmails(service)).toEqual([]);
    expect(await readOutboxRow()).toEqual({ next_time: null, sent_time: null, error: null });
    expect(await service.db('one_time_token').where('user_id', id)).toEqual([]);
  });

  test('of an unknown address is not sent', async () => {
    await enqueueReset('nobody@gazetteer.example');
    expect(await sendQueuedEmails(service)).toEqual([]);
    expect(await readOutboxRow()).toEqual({ next_time: null, sent_time: null, error: null });
  });

  test('that is requested twice within a minute is one email, and later requests invalidate the previous link', async () => {
    const { id, email } = await insertUser(service.db, []);
    await Promise.all([enqueueReset(email), enqueueReset(email)]);
    const [firstEmail, ...furtherEmails] = await sendQueuedEmails(service);
    expect(furtherEmails).toEqual([]);
    await enqueueReset(email);
    expect(await sendQueuedEmails(service)).toEqual([]);
    await service
      .db('one_time_token')
      .where('user_id', id)
      .update({ create_time: new Date(Date.now() - 61_000) });
    await enqueueReset(email);
    const [secondEmail] = await sendQueuedEmails(service);
    expect(await peekToken(service.db, 'reset', firstEmail?.token ?? '')).toBeUndefined();
    expect(await peekToken(service.db, 'reset', secondEmail?.token ?? '')).toMatchObject({ userId: id });
  });
});

describe('an invitation', () => {
  const invite = ({ id, email }: { id: number; email: string }) =>
    enqueueEmail(service.db, { kind: 'invitation', address: email, language: 'en', data: { userId: id, by: 'Ada' } });

  test('that is sent again invalidates the previous link', async () => {
    const user = await insertUser(service.db, [], { status: 'invited' });
    await invite(user);
    const [firstEmail] = await sendQueuedEmails(service);
    await invite(user);
    const [secondEmail] = await sendQueuedEmails(service);
    expect(secondEmail).toMatchObject({ kind: 'invitation', to: user.email });
    expect(secondEmail?.link).toBe(`${service.url}/register?invite=${secondEmail?.token}`);
    expect(await peekToken(service.db, 'invite', firstEmail?.token ?? '')).toBeUndefined();
    expect(await peekToken(service.db, 'invite', secondEmail?.token ?? '')).toMatchObject({ userId: user.id });
    expect(await readMinutesLeft('invite', user.id)).toBeCloseTo(7 * 24 * 60, 0);
  });

  test('goes neither to an accepted account nor to its former address', async () => {
    await invite(await insertUser(service.db, []));
    const userWithNewAddress = await insertUser(service.db, [], { status: 'invited' });
    await invite({ ...userWithNewAddress, email: 'before@gazetteer.example' });
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
    const [sentEmail] = await sendQueuedEmails(service);
    expect(sentEmail).toMatchObject({ link, links: [link], token: '', from: 'people@gazetteer.example' });
    await configure({});
  });
});

test('the log contains no token and no link', async () => {
  const { email } = await insertUser(service.db, []);
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  await enqueueReset(email);
  const [sentEmail] = await sendQueuedEmails(service, log);
  expect(sentEmail?.token).toMatch(/^[\w-]{43}$/);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'email sent', kind: 'reset', attempts: 1 }]);
  for (const secret of [sentEmail?.token, sentEmail?.link, 'http']) expect(lines.join()).not.toContain(secret);
});
