import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecrets, encryptSecrets } from '../../src/secrets.ts';
import { insertUser } from '../kit/insert-users.ts';
import { startServiceProcess } from '../kit/process.ts';
import { demoPassword as password, type Service, startService } from '../kit/service.ts';
import { createSubscriberClient, subscriberBody } from '../sync/subscribers.ts';
import { enrolSecondFactor, totpCode } from './second-factors.ts';

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
const secrets = createSecrets([first]);

let service: Service;
let subscribers: Awaited<ReturnType<typeof createSubscriberClient>>;
const received: { headers: IncomingHttpHeaders; body: string }[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  received.push({ headers: request.headers, body });
  response.end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  service = await startService({ secretsKeys: [first] });
  subscribers = await createSubscriberClient(service);
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});

/** Someone with a second factor. */
async function enrolled() {
  const { id, username } = await insertUser(service.db, ['country:read']);
  return { id, username, secret: await enrolSecondFactor(await service.signIn(username), password) };
}

/** A subscriber whose secret has been exchanged: both sign. */
async function subscribed() {
  // a TCP server's address is never a string
  const { port } = receiver.address() as AddressInfo;
  const body = subscriberBody({ url: `http://127.0.0.1:${port}/` });
  const { record, secret } = await subscribers.manager.ok('createSubscriber', { body }, 201);
  const { secret: next } = await subscribers.manager.ok('exchangeSubscriberSecret', { path: { id: record.id } });
  return { id: record.id, signing: [secret, next] };
}

async function signsIn({ username, secret }: Awaited<ReturnType<typeof enrolled>>, periods: number) {
  const { challenge } = await service.anonymous.ok('login', { body: { username, password } }, 202);
  return (await service.anonymous.ok('loginTotp', { body: { challenge, code: totpCode(secret, periods) } })).user
    .username;
}

async function signed({ id, signing }: Awaited<ReturnType<typeof subscribed>>) {
  await subscribers.manager.ok('testSubscriber', { path: { id } });
  const { headers, body } = received.at(-1) ?? { headers: {}, body: '' };
  // what is verified are these three, which a request has once
  const shown = headers as Record<string, string>;
  return signing.map((secret) => Boolean(new Webhook(secret).verify(body, shown)));
}

/** Tables in which any of these texts stands. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const [tables = []]: { name: string }[][] = await service.db.raw(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  const dumps = await Promise.all(
    tables.map(async ({ name }) => [name, JSON.stringify(await service.db(name))] as const),
  );
  return dumps.flatMap(([name, dump]) => (texts.some((text) => dump.includes(text)) ? [name] : []));
}

const storedOf = async (table: 'user' | 'subscriber', id: number) => {
  const row = await service.db(table).where({ id }).first();
  return table === 'user' ? [row.totp_secret] : [row.earlier_secret, row.secret];
};

test('secrets are plain, as the release before reads them, until they are encrypted, with all that comes after', async () => {
  const [person, subscriber] = [await enrolled(), await subscribed()];
  // as releases before left it
  const data = JSON.stringify({ secret: person.secret });
  await service.db('one_time_token').where('user_id', person.id).update({ data });
  expect(await storedOf('user', person.id)).toEqual([person.secret]);
  expect(await storedOf('subscriber', subscriber.id)).toEqual(subscriber.signing);
  expect(await secrets.check(service.db)).toBe(false);

  expect(await encryptSecrets(service.db, secrets)).toBe(3);
  expect(await encryptSecrets(service.db, secrets)).toBe(0);
  expect(await secrets.check(service.db)).toBe(true);
  expect(await signsIn(person, 0)).toBe(person.username);
  expect(await signed(subscriber)).toEqual([true, true]);

  const [later, laterSubscriber] = [await enrolled(), await subscribed()];
  const { username } = await insertUser(service.db, []);
  // waits for its first code
  const { secret: waiting } = await (await service.signIn(username)).ok('beginTotp', { body: { password } });
  const all = [waiting, person.secret, later.secret, ...subscriber.signing, ...laterSubscriber.signing];
  expect(await tablesWith(...all)).toEqual([]);
  expect(await signsIn(later, 0)).toBe(later.username);
  expect(await signed(laterSubscriber)).toEqual([true, true]);
});

test('a value that was copied to another row is not read there', async () => {
  await encryptSecrets(service.db, secrets);
  const { id } = await enrolled();
  const [stored = ''] = await storedOf('user', id);
  expect(() => secrets.fromStored(`user ${id}`, stored)).not.toThrow();
  expect(() => secrets.fromStored(`user ${id + 1}`, stored)).toThrow();
  expect(() => secrets.fromStored(`subscriber ${id}`, stored)).toThrow();
  expect(() => secrets.fromStored(`user ${id}`, `${stored.slice(0, -4)}AAAA`)).toThrow();
});

test('another key encrypts all rows anew, and is asked for by its name where it is missing', {
  tags: ['slow'],
}, async () => {
  await encryptSecrets(service.db, secrets);
  const person = await enrolled();
  const rotated = createSecrets([second, first]);
  expect(await encryptSecrets(service.db, rotated)).toBeGreaterThan(0);
  const [, id] = (await storedOf('user', person.id))[0].split('.');
  const alone = createSecrets([second]);
  expect(await alone.check(service.db)).toBe(true);
  expect(alone.fromStored(`user ${person.id}`, (await storedOf('user', person.id))[0])).toBe(person.secret);
  await expect(secrets.check(service.db)).rejects.toThrow(`SECRETS_KEY lacks the key ${id}`);
  await expect(encryptSecrets(service.db, secrets)).rejects.toThrow('SECRETS_KEY lacks');
  await expect(startServiceProcess(service.databaseUrl, { SECRETS_KEY: first })).rejects.toThrow(
    `SECRETS_KEY lacks the key ${id}`,
  );
  await expect(startServiceProcess(service.databaseUrl)).rejects.toThrow(/SECRETS_KEY lacks .* it is not set/);
});
