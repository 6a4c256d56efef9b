import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyFrom, countriesOf } from '../kit/countries.ts';
import { exampleTarget, operations, operationsWhere, refusalReply, sendExample } from '../kit/example-requests.ts';
import { type DemoAccount, type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const accounts: DemoAccount[] = ['admin', 'editor', 'reviewer', 'viewer'];
const strangers = accounts.filter((account) => account !== 'admin');

/** All that the operations below would change. */
const people = async ({ db }: Service) => ({
  users: await db('user')
    .select('id', 'username', 'email', 'password_hash', 'status', 'version', 'totp_secret')
    .orderBy('id'),
  sessions: await db('session').select('id', 'user_id', 'revoke_time').orderBy('id'),
  given: await db('user_role').orderBy(['user_id', 'role_id']),
  roles: await db('role').orderBy('id'),
  held: await db('role_permission').orderBy(['role_id', 'permission']),
  letters: await db('mail_outbox').select('id').orderBy('id'),
});

describe.each(strangers)('%s, who manages nobody', (account) => {
  const about = operationsWhere(({ path }) => /^\/api\/v1\/(users|roles)\/\{id\}/.test(path));

  test.each(about)('is refused by $id with the ids of others', async ({ operation }) => {
    const client = await service.as(account);
    const victim = await service.clientWith('country:read');
    const { id: sessionId } = await service.db('session').where('user_id', victim.id).first('id');
    const { role_id } = await service.db('user_role').where('user_id', victim.id).first('role_id');
    const id = operation.tag === 'role' ? role_id : victim.id;
    const before = await people(service);
    const reply = await sendExample(client, operation, { target: exampleTarget(operation, { id, sessionId }) });
    expect(reply).toMatchObject(refusalReply(403, { key: 'forbidden', permission: operation.permission }));
    expect(JSON.stringify(reply.data)).not.toContain(victim.username);
    expect(await people(service)).toEqual(before);
  });
});

describe.each(accounts)('%s', (account) => {
  test('ends no session of another as one of their own', async () => {
    const client = await service.as(account);
    for (const other of accounts.filter((name) => name !== account)) {
      const theirs = await service.signIn(other);
      const { items } = await theirs.ok('listSessions');
      const sessionId = items.find(({ current }) => current)?.id ?? '';
      await client.expectRefusal('endSession', { path: { sessionId } }, 'notFound');
      await theirs.ok('getProfile');
      const own = await client.ok('listSessions');
      expect(own.items.map(({ id }) => id)).not.toContain(sessionId);
    }
  });

  test('names nobody else in what is done with one’s own account', () => {
    const own = operations.filter(({ operation }) => /^\/api\/v1\/profile/.test(operation.path));
    expect(own.length).toBeGreaterThan(5);
    for (const { operation } of own)
      expect(operation.parameters.map(({ name }) => name).filter((name) => name !== 'sessionId')).toEqual([]);
  });
});

test.each(['editor', 'viewer'] as const)('%s neither withdraws nor decides on another’s proposal', async (account) => {
  const country = await countriesOf(service).createActive();
  const author = await service.clientWith('country:read', 'country:update');
  const body = bodyFrom(country, { name: 'Proposed' });
  await author.ok('updateCountry', { path: { id: country.id }, ifMatch: country.version, body }, 202);
  const client = await service.as(account);
  const at = { path: { id: country.id }, ifMatch: 1 };
  const { permission } = await client.expectRefusal('withdrawCountryProposal', at, 'forbidden');
  expect(permission).toBe('country:review');
  await client.expectRefusal('decideCountryProposal', { ...at, body: { decision: 'approve' } }, 'forbidden');
  expect(await author.ok('getCountryProposal', { path: { id: country.id } })).toMatchObject({ ownWork: true });
});

test.each(strangers)('%s gets no ticket for what they may not read', async (account) => {
  const path = '/api/v1/user-logs/export?format=csv';
  const client = await service.as(account);
  const refused = await client.expectRefusal('createTicket', { body: { path } }, 'forbidden');
  expect(refused.permission).toBe('user_log:export');
  expect(await service.db('one_time_token').where('purpose', 'ticket')).toEqual([]);
});
