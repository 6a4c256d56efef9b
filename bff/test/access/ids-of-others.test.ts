import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyFrom, createCountryClient } from '../kit/countries.ts';
import { exampleTarget, operations, operationsWhere, refusalReply, sendExample } from '../kit/example-requests.ts';
import { type DemoAccount, type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const accounts: DemoAccount[] = ['admin', 'editor', 'reviewer', 'viewer'];
const nonAdmins = accounts.filter((account) => account !== 'admin');

/** Reads everything that the operations below could change. */
const readPeople = async ({ db }: Service) => ({
  users: await db('user')
    .select('id', 'username', 'email', 'password_hash', 'status', 'version', 'totp_secret')
    .orderBy('id'),
  sessions: await db('session').select('id', 'user_id', 'revoke_time').orderBy('id'),
  userRoles: await db('user_role').orderBy(['user_id', 'role_id']),
  roles: await db('role').orderBy('id'),
  rolePermissions: await db('role_permission').orderBy(['role_id', 'permission']),
  emails: await db('mail_outbox').select('id').orderBy('id'),
});

describe.each(nonAdmins)('%s, who may not manage users', (account) => {
  const userAndRoleOperations = operationsWhere(({ path }) => /^\/api\/v1\/(users|roles)\/\{id\}/.test(path));

  test.each(userAndRoleOperations)('is refused by $id with the id of another user or role', async ({ operation }) => {
    const client = await service.as(account);
    const victim = await service.clientWith('country:read');
    const { id: sessionId } = await service.db('session').where('user_id', victim.id).first('id');
    const { role_id } = await service.db('user_role').where('user_id', victim.id).first('role_id');
    const id = operation.tag === 'role' ? role_id : victim.id;
    const peopleBefore = await readPeople(service);
    const reply = await sendExample(client, operation, { target: exampleTarget(operation, { id, sessionId }) });
    expect(reply).toMatchObject(refusalReply(403, { key: 'forbidden', permission: operation.permission }));
    expect(JSON.stringify(reply.data)).not.toContain(victim.username);
    expect(await readPeople(service)).toEqual(peopleBefore);
  });
});

describe.each(accounts)('%s', (account) => {
  test('cannot end the session of another user', async () => {
    const client = await service.as(account);
    for (const otherName of accounts.filter((name) => name !== account)) {
      const otherClient = await service.signIn(otherName);
      const { items } = await otherClient.ok('listSessions');
      const sessionId = items.find(({ current }) => current)?.id ?? '';
      await client.expectRefusal('endSession', { path: { sessionId } }, 'notFound');
      await otherClient.ok('getProfile');
      const ownSessions = await client.ok('listSessions');
      expect(ownSessions.items.map(({ id }) => id)).not.toContain(sessionId);
    }
  });

  test('has no profile operation that takes the id of another user', () => {
    const profileOperations = operations.filter(({ operation }) => /^\/api\/v1\/profile/.test(operation.path));
    expect(profileOperations.length).toBeGreaterThan(5);
    for (const { operation } of profileOperations)
      expect(operation.parameters.map(({ name }) => name).filter((name) => name !== 'sessionId')).toEqual([]);
  });
});

test.each([
  'editor',
  'viewer',
] as const)('%s can neither withdraw nor decide the proposal of another user', async (account) => {
  const country = await createCountryClient(service).createActive();
  const author = await service.clientWith('country:read', 'country:update');
  const body = bodyFrom(country, { name: 'Proposed' });
  await author.ok('updateCountry', { path: { id: country.id }, ifMatch: country.version, body }, 202);
  const client = await service.as(account);
  const versionedPath = { path: { id: country.id }, ifMatch: 1 };
  const { permission } = await client.expectRefusal('withdrawCountryProposal', versionedPath, 'forbidden');
  expect(permission).toBe('country:review');
  await client.expectRefusal('decideCountryProposal', { ...versionedPath, body: { decision: 'approve' } }, 'forbidden');
  expect(await author.ok('getCountryProposal', { path: { id: country.id } })).toMatchObject({ ownWork: true });
});

test.each(nonAdmins)('%s gets no ticket for a download without its permission', async (account) => {
  const path = '/api/v1/user-logs/export?format=csv';
  const client = await service.as(account);
  const refusal = await client.expectRefusal('createTicket', { body: { path } }, 'forbidden');
  expect(refusal.permission).toBe('user_log:export');
  expect(await service.db('one_time_token').where('purpose', 'ticket')).toEqual([]);
});
