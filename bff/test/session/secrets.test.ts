import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecretCodec, encryptSecrets } from '../../src/secrets.ts';
import { insertUser } from '../kit/database/insert-users.ts';
import { startServiceProcess } from '../kit/processes.ts';
import { demoPassword as password, type Service, startService } from '../kit/service.ts';
import { createSubscriberClient, subscriberBody } from '../sync/subscribers.ts';
import { enrolSecondFactor, totpCode } from './second-factors.ts';

const [firstKey, secondKey] = ['a'.repeat(32), 'b'.repeat(32)];
const secrets = createSecretCodec([firstKey]);

let service: Service;
let subscribers: Awaited<ReturnType<typeof createSubscriberClient>>;
const receivedRequests: { headers: IncomingHttpHeaders; body: string }[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  receivedRequests.push({ headers: request.headers, body });
  response.end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  service = await startService({ secretsKeys: [firstKey] });
  subscribers = await createSubscriberClient(service);
});
afterAll(async () => {
  await service.stop();
  receiver.close();
});

/** Inserts a user with a second factor. */
async function enrolUser() {
  const { id, username } = await insertUser(service.db, ['country:read']);
  return { id, username, secret: await enrolSecondFactor(await service.signIn(username), password) };
}

/** Creates a subscriber whose secret was exchanged, so that both secrets sign. */
async function createSigningSubscriber() {
  // Cast: a TCP server's address is never a string.
  const { port } = receiver.address() as AddressInfo;
  const body = subscriberBody({ url: `http://127.0.0.1:${port}/` });
  const { record, secret } = await subscribers.manager.ok('createSubscriber', { body }, 201);
  const { secret: nextSecret } = await subscribers.manager.ok('exchangeSubscriberSecret', { path: { id: record.id } });
  return { id: record.id, signingSecrets: [secret, nextSecret] };
}

async function signInWithTotp({ username, secret }: Awaited<ReturnType<typeof enrolUser>>, periods: number) {
  const { challenge } = await service.anonymous.ok('login', { body: { username, password } }, 202);
  return (await service.anonymous.ok('loginTotp', { body: { challenge, code: totpCode(secret, periods) } })).user
    .username;
}

async function verifySignatures({ id, signingSecrets }: Awaited<ReturnType<typeof createSigningSubscriber>>) {
  await subscribers.manager.ok('testSubscriber', { path: { id } });
  const { headers, body } = receivedRequests.at(-1) ?? { headers: {}, body: '' };
  // Cast: each of the verified headers occurs once.
  const signatureHeaders = headers as Record<string, string>;
  return signingSecrets.map((secret) => Boolean(new Webhook(secret).verify(body, signatureHeaders)));
}

/** Lists the tables that contain any of these texts. */
async function listTablesWith(...texts: string[]): Promise<string[]> {
  const [tables = []]: { name: string }[][] = await service.db.raw(
    'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  );
  const dumps = await Promise.all(
    tables.map(async ({ name }) => [name, JSON.stringify(await service.db(name))] as const),
  );
  return dumps.flatMap(([name, dump]) => (texts.some((text) => dump.includes(text)) ? [name] : []));
}

const readStoredSecrets = async (table: 'user' | 'subscriber', id: number) => {
  const row = await service.db(table).where({ id }).first();
  return table === 'user' ? [row.totp_secret] : [row.earlier_secret, row.secret];
};

test('secrets are stored in plain text until they are encrypted, and later secrets are encrypted at once', async () => {
  const [user, subscriber] = [await enrolUser(), await createSigningSubscriber()];
  // Earlier releases stored the secret here too.
  const data = JSON.stringify({ secret: user.secret });
  await service.db('one_time_token').where('user_id', user.id).update({ data });
  expect(await readStoredSecrets('user', user.id)).toEqual([user.secret]);
  expect(await readStoredSecrets('subscriber', subscriber.id)).toEqual(subscriber.signingSecrets);
  expect(await secrets.check(service.db)).toBe(false);

  expect(await encryptSecrets(service.db, secrets)).toBe(3);
  expect(await encryptSecrets(service.db, secrets)).toBe(0);
  expect(await secrets.check(service.db)).toBe(true);
  expect(await signInWithTotp(user, 0)).toBe(user.username);
  expect(await verifySignatures(subscriber)).toEqual([true, true]);

  const [laterUser, laterSubscriber] = [await enrolUser(), await createSigningSubscriber()];
  const { username } = await insertUser(service.db, []);
  // This second factor still waits for its first code.
  const { secret: unconfirmedSecret } = await (await service.signIn(username)).ok('beginTotp', { body: { password } });
  const allSecrets = [
    unconfirmedSecret,
    user.secret,
    laterUser.secret,
    ...subscriber.signingSecrets,
    ...laterSubscriber.signingSecrets,
  ];
  expect(await listTablesWith(...allSecrets)).toEqual([]);
  expect(await signInWithTotp(laterUser, 0)).toBe(laterUser.username);
  expect(await verifySignatures(laterSubscriber)).toEqual([true, true]);
});

test('an encrypted value cannot be read in another row', async () => {
  await encryptSecrets(service.db, secrets);
  const { id } = await enrolUser();
  const [storedSecret = ''] = await readStoredSecrets('user', id);
  expect(() => secrets.decryptIfEncrypted(`user ${id}`, storedSecret)).not.toThrow();
  expect(() => secrets.decryptIfEncrypted(`user ${id + 1}`, storedSecret)).toThrow();
  expect(() => secrets.decryptIfEncrypted(`subscriber ${id}`, storedSecret)).toThrow();
  expect(() => secrets.decryptIfEncrypted(`user ${id}`, `${storedSecret.slice(0, -4)}AAAA`)).toThrow();
});

test('a new key encrypts all rows again, and a start without it names the missing key', {
  tags: ['slow'],
}, async () => {
  await encryptSecrets(service.db, secrets);
  const user = await enrolUser();
  const secretsWithNewKey = createSecretCodec([secondKey, firstKey]);
  expect(await encryptSecrets(service.db, secretsWithNewKey)).toBeGreaterThan(0);
  const [, id] = (await readStoredSecrets('user', user.id))[0].split('.');
  const secondKeyOnly = createSecretCodec([secondKey]);
  expect(await secondKeyOnly.check(service.db)).toBe(true);
  expect(secondKeyOnly.decryptIfEncrypted(`user ${user.id}`, (await readStoredSecrets('user', user.id))[0])).toBe(
    user.secret,
  );
  await expect(secrets.check(service.db)).rejects.toThrow(`SECRETS_KEY lacks the key ${id}`);
  await expect(encryptSecrets(service.db, secrets)).rejects.toThrow('SECRETS_KEY lacks');
  await expect(startServiceProcess(service.databaseUrl, { SECRETS_KEY: firstKey })).rejects.toThrow(
    `SECRETS_KEY lacks the key ${id}`,
  );
  await expect(startServiceProcess(service.databaseUrl)).rejects.toThrow(/SECRETS_KEY lacks .* it is not set/);
});
