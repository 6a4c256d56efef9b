import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, findOperation, readReply } from '../kit/client.ts';
import { type Service, startService } from '../kit/service.ts';

let service: Service;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const path = '/api/v1/user-logs/export?format=ndjson&user=nobody';
const createExporter = () => service.clientWith('user_log:export');
const createTicket = async (client: Client, body = { path }) => (await client.ok('createTicket', { body }, 201)).ticket;
const download = (link: string) => service.anonymous.raw('GET', `/dc${link}`);
const withTicket = (ticket: string, link = path) => download(`${link}&ticket=${ticket}`);
const expectUnauthorized = async (response: Response | Promise<Response>) => {
  const reply = await readReply(findOperation('exportUserLogs'), await response);
  expect(reply).toMatchObject({ status: 401, data: { key: 'unauthorized' } });
  expect(reply.headers.get('WWW-Authenticate')).toBe('Bearer');
};

describe('a ticket', () => {
  test('allows its download once, without a token', async () => {
    const ticket = await createTicket(await createExporter());
    expect((await withTicket(ticket)).status).toBe(200);
    await expectUnauthorized(withTicket(ticket));
  });

  test('works for one of several simultaneous downloads', async () => {
    const ticket = await createTicket(await createExporter());
    const answers = await Promise.all(Array.from({ length: 8 }, () => withTicket(ticket)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)]);
  });

  test('is valid for sixty seconds', async () => {
    const client = await createExporter();
    const { ticket, expireTime } = await client.ok('createTicket', { body: { path } }, 201);
    expect(Date.parse(expireTime) - Date.now()).toBeGreaterThan(50_000);
    expect(Date.parse(expireTime) - Date.now()).toBeLessThanOrEqual(60_000);
    await service.db('one_time_token').where('purpose', 'ticket').update({ expire_time: new Date() });
    await expectUnauthorized(withTicket(ticket));
  });

  test.each([
    ['another filter', path.replace('nobody', 'keeper')],
    ['another format', path.replace('ndjson', 'csv')],
    ['one filter more', `${path}&act=signIn`],
    ['no filter', path.replace('&user=nobody', '')],
  ])('is not valid for %s', async (_, otherPath) => {
    const ticket = await createTicket(await createExporter());
    await expectUnauthorized(withTicket(ticket, otherPath));
    await expectUnauthorized(withTicket(ticket));
  });

  test('may be anywhere in the query, but only once', async () => {
    const client = await createExporter();
    const [pathname, query] = path.split('?');
    expect((await download(`${pathname}?ticket=${await createTicket(client)}&${query}`)).status).toBe(200);
    const ticket = await createTicket(client);
    await expectUnauthorized(download(`${path}&ticket=${ticket}&ticket=${ticket}`));
  });

  test.each(['', 'x', "' OR 1=1 -- ", '%00'])('with the value “%s” is invalid', async (invalidTicket) => {
    await expectUnauthorized(withTicket(encodeURIComponent(invalidTicket)));
  });

  test('becomes invalid with the session, the account or the permission of its user', async () => {
    const signedOutUser = await createExporter();
    const ticketOfSignedOut = await createTicket(signedOutUser);
    await signedOutUser.ok('logout');
    await expectUnauthorized(withTicket(ticketOfSignedOut));

    const deactivatedUser = await createExporter();
    const ticketOfDeactivated = await createTicket(deactivatedUser);
    await service.db('user').where('id', deactivatedUser.id).update({ status: 'inactive' });
    await expectUnauthorized(withTicket(ticketOfDeactivated));

    const demotedUser = await createExporter();
    const ticketOfDemoted = await createTicket(demotedUser);
    await service.db('user_role').where('user_id', demotedUser.id).delete();
    const reply = await readReply(findOperation('exportUserLogs'), await withTicket(ticketOfDemoted));
    expect(reply).toMatchObject({ status: 403, data: { permission: 'user_log:export' } });
  });

  test('is accepted by downloads only, and a token is not a ticket', async () => {
    const client = await createExporter();
    const ticket = await createTicket(client);
    expect((await download(`/api/v1/profile?ticket=${ticket}`)).status).toBe(401);
    await expectUnauthorized(withTicket(String(client.token)));
    expect((await client.raw('GET', `/dc/api/v1/profile?ticket=${ticket}`)).status).toBe(422);
  });
});

describe('creating a ticket', () => {
  test('requires the permission of the path', async () => {
    const reader = await service.clientWith('user_log:read');
    const { permission } = await reader.expectRefusal('createTicket', { body: { path } }, 'forbidden');
    expect(permission).toBe('user_log:export');
  });

  test.each([
    '/api/v1/user-logs',
    '/api/v1/user-logs/export/',
    '/api/v1/user-logs/EXPORT',
    '/api/v1/users?format=csv',
    '/api/v1/no-such-thing',
  ])('is refused for %s, which is not a download', async (otherPath) => {
    const { fields } = await (await createExporter()).expectRefusal(
      'createTicket',
      { body: { path: otherPath } },
      'validationError',
    );
    expect(fields).toMatchObject([{ pointer: '/path', rule: 'enum' }]);
  });

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/api/v1/../x',
    '',
  ])('is refused for the invalid path “%s”', async (otherPath) => {
    const { fields } = await (await createExporter()).expectRefusal(
      'createTicket',
      { body: { path: otherPath } },
      'validationError',
    );
    expect(fields).toMatchObject([{ pointer: '/path' }]);
  });
});

test('neither the log nor the database contains tickets or tokens', async () => {
  const client = await createExporter();
  const ticket = await createTicket(client);
  await withTicket(ticket);
  await withTicket(ticket);
  await download(`/api/v1/profile?ticket=${ticket}`);
  const logText = JSON.stringify(service.logLines);
  expect(logText).toContain('/api/v1/user-logs/export');
  const storedText = JSON.stringify([await service.db('one_time_token'), await service.db('user_log')]);
  for (const secret of [ticket, String(client.token)]) {
    expect(logText).not.toContain(secret);
    expect(storedText).not.toContain(secret);
  }
});
